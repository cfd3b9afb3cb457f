import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb, WEB_DIR } from '../bundles.ts';
import { FaultyNode } from '../faults/node.ts';
import { findFreePort, startTestPostgres } from '../postgres.ts';
import type { Hole } from './plan.ts';

/** Below the ephemeral ports, and apart from those that Postgres tries. */
const FIRST_PORT = 8_200;
const SECRET = 'a secret of the attack that is long enough';
/** The push service of the victims' browsers: no one listens there. */
const PUSH_HOST = '127.0.0.1';

/** Factor of the limits: `real` as on a server, `wide` where the number of attempts must not matter. */
const LIMIT_FACTORS = { real: 1, wide: 1_000 } as const;
/** Most connections of one address, as `CONNECTIONS_PER_ADDRESS` sets it by default. */
export const REAL_CONNECTIONS = 1_000;
/** A name of {@link LIMIT_FACTORS}. */
type Limits = keyof typeof LIMIT_FACTORS;

/** Signs reports of the payment provider. */
export const WEBHOOK_SECRET = 'whsec_attack_0123456789abcdef';

/** Settings of a part: the payment provider, `test` when omitted, and the number of proxies. */
interface Setup {
  payments?: 'stripe';
  trustProxy?: number;
}

/** A server of its own with its database and data folder. */
export interface Instance {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Starts the server, or restarts it when it runs with other limits. */
  useLimits(limits: Limits, setup?: Setup): Promise<void>;
  /** Returns the exits and unexpected errors since the last call. */
  takeProblems(): string[];
  close(): Promise<void>;
}

/** Parameters of an instance: the hole to plant, and whether it serves the web app. */
interface InstanceSettings {
  hole: Hole | null;
  hasWebApp: boolean;
  onOpen: (close: () => Promise<void>) => void;
}

/** Starts Postgres and prepares a server, as `npm run serve` does. */
export async function openInstance({ hole, hasWebApp, onOpen }: InstanceSettings): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-attack-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const database = await startTestPostgres();
  const port = await findFreePort(FIRST_PORT);
  const url = `http://127.0.0.1:${port}`;
  let node: FaultyNode | undefined;
  let current: string | undefined;
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await node?.close();
    database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const close = (): Promise<void> => (closing ??= closeAll());
  onOpen(close);
  if (hasWebApp) buildWeb();
  const problems: string[] = [];
  const collect = (): void => {
    if (!node) return;
    if (node.exits > 0) problems.push(`the server ended ${node.exits} times`);
    for (const [what] of node.unexpected) problems.push(`unexpected error of the server: ${what}`);
    node.exits = 0;
    node.unexpected.clear();
  };
  return {
    url,
    databaseUrl: database.databaseUrl,
    dataDir,
    async useLimits(wanted, setup = {}) {
      const settings = JSON.stringify([wanted, setup]);
      if (settings === current) return;
      await node?.close();
      collect();
      node = new FaultyNode({
        name: 'the server',
        port,
        env: {
          ...environment(hole),
          DATABASE_URL: database.databaseUrl,
          MIGRATE_URL: database.migrateUrl,
          PORT: String(port),
          DATA_DIR: dataDir,
          ...(hasWebApp && { WEB_DIR }),
          ...settingsOf(wanted, setup),
        },
        logFile: join(folder, 'server.log'),
      });
      current = settings;
      node.start();
      await node.whenUp();
    },
    takeProblems() {
      collect();
      return problems.splice(0);
    },
    close,
  };
}

function settingsOf(limits: Limits, { payments, trustProxy }: Setup): Record<string, string> {
  return {
    LIMIT_FACTOR: String(LIMIT_FACTORS[limits]),
    ...(trustProxy !== undefined && { TRUST_PROXY: String(trustProxy) }),
    ...(payments === 'stripe' && STRIPE),
  };
}

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_attack0123456789',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

function environment(hole: Hole | null): Record<string, string> {
  return {
    SESSION_SECRET: SECRET,
    ENCRYPTION_KEY: SECRET,
    PUSH_HOSTS: PUSH_HOST,
    LOG_LEVEL: 'info',
    SEED_DEMO: 'false',
    PAYMENTS: 'test',
    ...(hole !== null && {
      ATTACK_HOLE: hole,
      NODE_OPTIONS: `--import=${new URL('holes.ts', import.meta.url).href}`,
    }),
  };
}
