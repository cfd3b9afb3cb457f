import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestRedis, type TestRedis } from '../../backend/testing/redis.ts';
import { findFreePort } from '../postgres.ts';
import { Balancer } from './balancer.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { createChance } from './random.ts';
import { check } from './checker.ts';
import { openDatabase, type FaultyDatabase } from './database.ts';
import type { CreateDevice, Device } from './device.ts';
import { checkDurable, connectAll, readPositions, readStored } from './evidence.ts';
import { Journal } from './journal.ts';
import { Load } from './load.ts';
import { Nemesis, type Station } from './nemesis.ts';
import { FaultyNode } from './node.ts';
import type { FaultRun } from './plan.ts';
import { FULL_RUN_LIMITS, type Outcome } from './report.ts';

const USERS = 12;
const DEVICES_EACH = 2;
const NODES = 2;
/**
 * Below the ephemeral ports of the system, one block per run: a killed process must find its port free again, without
 * another run's Postgres on it.
 */
const PORTS = { first: 10_000, block: 64, blocks: 300 } as const;
const CUT_SHARE = 0.3;
/**
 * Proxies have a generator of their own: they draw as often as time allows, and the nemesis must repeat by its seed.
 */
const [LOAD_SEED, CABLE_SEED] = [1_000_003, 2_000_003];
/**
 * A circuit that opened last stays open for 30 s, and a send queue waits no longer than that. A control need not drain.
 */
const DRAIN_MS = { main: 100_000, control: 20_000 } as const;
const DRAIN_LOOK_MS = 200;
/** A full run is extended in these steps until enough is acknowledged, up to this multiple of its length. */
const MORE_SECONDS = 30;
const LONGEST = 3;

/** The running parts of a run. */
interface Stage {
  folder: string;
  database: FaultyDatabase;
  redis: TestRedis;
  nodes: FaultyNode[];
  balancer: Balancer;
  stations: Station[];
  journal: Journal;
  load: Load;
  /** Share of responses to drop; 0 before and after the faults. */
  responseLoss: { cutShare: number };
  close(): Promise<void>;
}

/** Parameters of a run; `onOpen` receives the function that cleans up. */
export interface RunSettings {
  run: FaultRun;
  seed: number;
  createDevice: CreateDevice;
  report: (text: string) => void;
  onOpen: (close: () => Promise<void>) => void;
}

/** Runs once: starts servers and devices, injects faults, ends them, waits until all is delivered, and checks. */
export async function runFaults({ run, seed, createDevice, report, onOpen }: RunSettings): Promise<Outcome> {
  const stage = await setUp({ run, seed, createDevice, onOpen });
  try {
    const { stations, nodes, database, redis, balancer, journal, load, responseLoss } = stage;
    const nemesis = new Nemesis({ seed, nodes, database, redis, balancer, stations, journal, run, report });
    responseLoss.cutShare = run.control === 'async-commit' ? 0 : CUT_SHARE;
    load.start();
    let faultSeconds = run.seconds;
    await nemesis.injectFaults(run.seconds * 1_000);
    // How much a minute proves depends on the machine.
    while (
      run.isFullRun &&
      journal.acknowledged < FULL_RUN_LIMITS.acknowledged &&
      faultSeconds < run.seconds * LONGEST
    ) {
      await nemesis.injectFaults(MORE_SECONDS * 1_000);
      faultSeconds += MORE_SECONDS;
    }
    responseLoss.cutShare = 0;
    for (const { proxy } of stations) proxy.heal();
    await load.stop();
    const isDrained = await drain(stage, run.control === null ? DRAIN_MS.main : DRAIN_MS.control);
    return await judge(stage, { run, faultSeconds, seed, nemesis, isDrained });
  } finally {
    await stage.close();
  }
}

async function setUp({ run, seed, createDevice, onOpen }: Omit<RunSettings, 'report'>): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-faults-'));
  const firstPort = PORTS.first + PORTS.block * (process.pid % PORTS.blocks);
  const database = await openDatabase(run.control, firstPort);
  const redis = await startTestRedis();
  const ports = await findPorts(firstPort + 1, NODES + USERS * DEVICES_EACH + 1);
  const origin = `http://127.0.0.1:${ports.pop()}`;
  const nodes = ports.splice(0, NODES).map(
    (port, index) =>
      new FaultyNode({
        name: `node ${index + 1}`,
        port,
        env: environment({ folder, database, redis, port, origin }),
        logFile: join(folder, `node-${index + 1}.log`),
      }),
  );
  const balancer = new Balancer(nodes);
  const stations: Station[] = [];
  const close = async (): Promise<void> => {
    balancer.stop();
    for (const { device, proxy } of stations) {
      device.close();
      proxy.close();
    }
    await Promise.all(nodes.map((node) => node.close()));
    await redis.stop();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  onOpen(close);
  if (run.control !== 'async-commit') await checkDurable(database.databaseUrl);
  // The first node migrates the database.
  for (const node of nodes) {
    node.start();
    await node.whenUp();
  }
  balancer.start();

  const journal = new Journal();
  const responseLoss = { cutShare: 0 };
  const load = new Load({ chance: createChance(seed + LOAD_SEED), journal });
  const open = stationOpener({ run, seed, createDevice, balancer, journal, responseLoss, load, origin });
  for (let index = 0; index < USERS * DEVICES_EACH; index += 1) stations.push(await open(index, ports.pop() ?? 0));
  const userIds = [...new Set(stations.map(({ device }) => device.userId))];
  await connectAll(database.databaseUrl, userIds);
  for (const { device } of stations) {
    load.add({ device, peerIds: userIds.filter((id) => id !== device.userId) });
    device.connect();
  }
  return { folder, database, redis, nodes, balancer, stations, journal, load, responseLoss, close };
}

type Opener = Pick<RunSettings, 'run' | 'seed' | 'createDevice'> &
  Pick<Stage, 'balancer' | 'journal' | 'responseLoss' | 'load'> & { origin: string };

/** Creates devices with their proxies, one member's after another: the first registers, the second logs in. */
function stationOpener({
  run,
  seed,
  createDevice,
  balancer,
  journal,
  responseLoss,
  load,
  origin,
}: Opener): (index: number, port: number) => Promise<Station> {
  const chance = createChance(seed + CABLE_SEED);
  return async (index, port) => {
    const [user, number] = [Math.floor(index / DEVICES_EACH) + 1, index % DEVICES_EACH];
    const account = { username: `person${user}`, password: `a long password of user ${user}` };
    // The two devices of a member prefer different nodes.
    const proxy = new TcpProxy({
      port,
      chance,
      cutShare: () => responseLoss.cutShare,
      route: (isLink) => balancer.order(isLink ? user + number : undefined),
    });
    await proxy.open();
    const device: Device = createDevice({
      name: `p${user}${'ab'[number]}`,
      url: `http://127.0.0.1:${port}`,
      origin,
      journal,
      hasNewIds: run.control === 'new-id',
      onMessage: (message) => load.received(device, message),
    });
    await (number === 0 ? device.register(account) : device.signIn(account));
    return { device, proxy };
  };
}

function environment({
  folder,
  database,
  redis,
  port,
  origin,
}: {
  folder: string;
  database: FaultyDatabase;
  redis: TestRedis;
  port: number;
  origin: string;
}): Record<string, string> {
  const secret = 'a secret of the faults that is long enough';
  return {
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: redis.url,
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: join(folder, 'data'),
    SESSION_SECRET: secret,
    ENCRYPTION_KEY: secret,
    LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'info',
    SEED_DEMO: 'false',
  };
}

async function findPorts(first: number, count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort((ports.at(-1) ?? first - 1) + 1));
  return ports;
}

/** Waits until every message is acknowledged and every device has received its whole log. */
async function drain({ stations, database }: Stage, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await wait(DRAIN_LOOK_MS);
    if (stations.some(({ device }) => device.waiting > 0 || device.liveSinceMs === undefined)) continue;
    const positions = await readPositions(database.databaseUrl);
    if (stations.every(({ device }) => device.cursor === (positions.get(device.userId) ?? 0))) return true;
  }
  return false;
}

async function judge(
  stage: Stage,
  { nemesis, ...parameters }: Pick<Outcome, 'run' | 'faultSeconds' | 'seed' | 'isDrained'> & { nemesis: Nemesis },
): Promise<Outcome> {
  const { stations, journal, nodes, database, load } = stage;
  for (const node of nodes) node.measure();
  const stored = await readStored(database.databaseUrl);
  const devices = await Promise.all(
    stations.map(async ({ device: { name, userId, startedAt, cursor }, device }) => {
      const response = await device.sync(cursor).catch(() => null);
      return {
        name,
        userId,
        startedAt,
        cursor: response?.events.length === 0 ? response.cursor : cursor,
        received: journal.received.get(name) ?? [],
      };
    }),
  );
  const sent = [...journal.sent.values()];
  return {
    ...parameters,
    findings: check({ ...stored, sent, devices, reads: journal.reads }),
    sent: sent.length,
    acknowledged: journal.acknowledged,
    unsent: stations.reduce((total, { device }) => total + device.waiting, 0),
    refused: [...journal.refusals].map(([tag, reason]) => `${tag} was refused: ${reason}`),
    contradictions: journal.contradictions,
    resets: journal.resets,
    received: devices.reduce((total, { received }) => total + received.length, 0),
    rereads: load.rereads,
    reads: journal.reads.length,
    responses: stations.reduce(
      (total, { proxy: { responses } }) => ({
        passed: total.passed + responses.passed,
        cut: total.cut + responses.cut,
      }),
      { passed: 0, cut: 0 },
    ),
    faults: nemesis.faults,
    recoveries: nemesis.recoveries,
    exits: nodes.reduce((total, { exits }) => total + exits, 0),
    failedStarts: nodes.reduce((total, { failedStarts }) => total + failedStarts, 0),
    unexpected: nodes.flatMap((node) =>
      [...node.unexpected].map(([what, times]) => ({ what: `${node.name}: ${what}`, times })),
    ),
    drainsMs: nodes.flatMap(({ drainsMs }) => drainsMs),
    memoryMaxMb: Math.max(...nodes.map(({ memoryMaxMb }) => memoryMaxMb)),
  };
}
