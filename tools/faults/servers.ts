import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestRedis, type TestRedis } from '../../backend/testing/redis.ts';
import { findFreePort } from '../postgres.ts';
import { mountDisk, unmountDisk, type SmallDisk } from '../small-disk.ts';
import { Balancer } from './balancer.ts';
import { openDatabase, type FaultyDatabase } from './database.ts';
import { checkDurable } from './evidence.ts';
import { FaultyNode } from './node.ts';
import type { FaultRun } from './plan.ts';
import { PostgresLine } from './postgres-line.ts';
import type { Random } from './random.ts';

const [FOLDER, OWNER_FILE, DATA] = ['lyceum-faults-', 'owner.pid', 'data'];
const NODES = 2;
/**
 * Below the ephemeral ports of the system, one block per run: a killed process must find its port free again, without
 * another run's Postgres on it.
 */
const PORTS = { first: 10_000, block: 64, blocks: 300 } as const;
/** The disk of the files, in megabytes, and what an upload must leave free on it. */
const [FILES_DISK_MB, KEEP_FREE_MB] = [256, 1];

/** The servers of a run. */
export interface Servers {
  dataFolder: string;
  database: FaultyDatabase;
  redis: TestRedis;
  nodes: FaultyNode[];
  /** The connections of each node to Postgres. */
  lines: PostgresLine[];
  /** The disk of the files, or the reason why it is not a small one. */
  filesDisk: SmallDisk | string;
  balancer: Balancer;
  /** Origin of the web app, whose port is not used. */
  origin: string;
  /** Free ports, as many as there are clients. */
  clientPorts: number[];
  /** Starts the nodes, of which the first migrates the database. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Postgres and Redis, and prepares the nodes. */
export async function openServers(
  run: FaultRun,
  { clients, chance }: { clients: number; chance: Random },
): Promise<Servers> {
  clearAway();
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  writeFileSync(join(folder, OWNER_FILE), String(process.pid));
  const dataFolder = join(folder, DATA);
  mkdirSync(dataFolder);
  const filesDisk = run.control === null ? mountDisk(dataFolder, FILES_DISK_MB) : 'a control has none';
  const firstPort = PORTS.first + PORTS.block * (process.pid % PORTS.blocks);
  const database = await openDatabase(run.control, firstPort);
  const redis = await startTestRedis();
  const clientPorts = await findPorts(firstPort + 1, 2 * NODES + clients + 1);
  const origin = `http://127.0.0.1:${clientPorts.pop()}`;
  const databasePort = Number(new URL(database.databaseUrl).port);
  const lines = clientPorts.splice(0, NODES).map((port) => new PostgresLine({ port, databasePort, chance }));
  const nodes = clientPorts.splice(0, NODES).map(
    (port, index) =>
      new FaultyNode({
        name: `node ${index + 1}`,
        port,
        env: {
          ...environment({ dataFolder, redis, port, origin }),
          DATABASE_URL: urlAt(database.databaseUrl, lines[index]),
          MIGRATE_URL: urlAt(database.migrateUrl, lines[index]),
        },
        logFile: join(folder, `node-${index + 1}.log`),
      }),
  );
  const balancer = new Balancer(nodes);
  const start = async (): Promise<void> => {
    if (run.control !== 'async-commit') await checkDurable(database.databaseUrl);
    for (const line of lines) await line.open();
    for (const node of nodes) {
      node.start();
      await node.whenUp();
    }
    balancer.start();
  };
  const close = async (): Promise<void> => {
    balancer.stop();
    for (const line of lines) line.heal();
    await Promise.all(nodes.map((node) => node.close()));
    for (const line of lines) line.close();
    await redis.stop();
    database.close();
    if (typeof filesDisk !== 'string') filesDisk.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { dataFolder, database, redis, nodes, lines, filesDisk, balancer, origin, clientPorts, start, close };
}

/** Removes the folders and disks of runs that were killed. */
function clearAway(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const folder = join(tmpdir(), name);
    try {
      process.kill(Number(readFileSync(join(folder, OWNER_FILE), 'utf8')), 0);
    } catch (error) {
      const isOver = error instanceof Error && 'code' in error && error.code === 'ESRCH';
      if (!isOver) continue;
      unmountDisk(join(folder, DATA));
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Returns the address of a database through the connections of a node. */
function urlAt(databaseUrl: string, line: PostgresLine | undefined): string {
  const url = new URL(databaseUrl);
  if (line) url.port = String(line.port);
  return url.href;
}

function environment({
  dataFolder,
  redis,
  port,
  origin,
}: {
  dataFolder: string;
  redis: TestRedis;
  port: number;
  origin: string;
}): Record<string, string> {
  const secret = 'a secret of the faults that is long enough';
  return {
    REDIS_URL: redis.url,
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataFolder,
    KEEP_FREE_MB: String(KEEP_FREE_MB),
    SESSION_SECRET: secret,
    ENCRYPTION_KEY: secret,
    LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'info',
    SEED_DEMO: 'false',
    PAYMENTS: 'test',
  };
}

async function findPorts(first: number, count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort((ports.at(-1) ?? first - 1) + 1));
  return ports;
}
