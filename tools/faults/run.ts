import { setTimeout as wait } from 'node:timers/promises';
import { check } from './checker.ts';
import { checkCalls, readCalls } from './calls/check.ts';
import { readPositions, readStored, withClient } from './evidence.ts';
import { checkInvariants } from './invariants/index.ts';
import { Nemesis } from './nemesis.ts';
import { FULL_RUN_LIMITS, type Outcome } from './report.ts';
import { openStage, type RunSettings, type Stage } from './stage.ts';
import { checkFiles, checkResponses } from './comparisons.ts';
import { STORED, compareStored, type StoredKind, type StoredValue } from './writes/stored.ts';

const CUT_SHARE = 0.3;
/**
 * A circuit that opened last stays open for 30 s, and a send queue waits no longer than that. A control need not drain.
 */
const DRAIN_MS = { main: 100_000, control: 20_000 } as const;
const DRAIN_LOOK_MS = 200;
const READY_MS = 30_000;
/** A full run is extended in these steps until enough is acknowledged, up to this multiple of its length. */
const MORE_SECONDS = 30;
const LONGEST = 8;

/** Runs once: starts servers and members, injects faults, ends them, waits until all is delivered, and checks. */
export async function runFaults(settings: RunSettings): Promise<Outcome> {
  const { run, seed, report } = settings;
  const stage = await openStage(settings);
  try {
    const { stations, journal, load, writers, responseLoss, seats, calls, lines, database, filesDisk } = stage;
    const disks = {
      files: typeof filesDisk === 'string' ? null : filesDisk,
      database: typeof database.disk === 'string' ? null : database.disk,
    };
    const nemesis = new Nemesis({ ...stage, callProxies: calls.proxies, disks, seed, run, report });
    responseLoss.cutShare = run.control === 'async-commit' ? 0 : CUT_SHARE;
    // The control that loses commits must not lose the tables and the accounts.
    await withClient(database.adminUrl, (client) => client.query('checkpoint'));
    load.start();
    writers.start();
    calls.start();
    seats.start();
    const startedOn = today();
    let faultSeconds = run.seconds;
    await nemesis.injectFaults(run.seconds * 1_000);
    // How much a minute proves depends on the machine.
    while (
      run.isFullRun &&
      journal.acknowledged + writers.ledger.total < FULL_RUN_LIMITS.acknowledged &&
      faultSeconds < run.seconds * LONGEST
    ) {
      await nemesis.injectFaults(MORE_SECONDS * 1_000);
      faultSeconds += MORE_SECONDS;
    }
    report('end of faults');
    responseLoss.cutShare = 0;
    for (const { proxy } of stations) proxy.heal();
    for (const proxy of calls.proxies) proxy.heal();
    for (const line of lines) line.heal();
    const drainMs = run.control === null ? DRAIN_MS.main : DRAIN_MS.control;
    await Promise.all([load.stop(), writers.stop(drainMs), calls.stop(drainMs)]);
    report('writers stopped');
    await seats.stop();
    const leftBroken = run.control === null ? await probe(stage) : [];
    report('probed');
    const isDrained = await drain(stage, drainMs);
    report('drained');
    // The counts of advertisements per member are deleted at the end of their day.
    if (today() !== startedOn) writers.ledger.claims.delete('displays of advertisements');
    if (today() !== startedOn) writers.ledger.claims.delete('clicks on advertisements');
    return await judge(stage, { run, faultSeconds, seed, nemesis, isDrained, leftBroken });
  } finally {
    await stage.close();
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Returns what the nodes refuse after the faults: readiness, and each kind of write at the first attempt. */
async function probe({ nodes, balancer, writers }: Stage): Promise<string[]> {
  const until = performance.now() + READY_MS;
  while (balancer.readyCount < nodes.length && performance.now() < until) await wait(DRAIN_LOOK_MS);
  if (balancer.readyCount < nodes.length) return ['a node is not ready'];
  const failed: string[] = [];
  for (const { name, port } of nodes)
    for (const kind of await writers.probe(`http://127.0.0.1:${port}`)) failed.push(`${name}: ${kind}`);
  return failed;
}

/**
 * Waits until every message is acknowledged, every domain event is handled, and every device has received its whole
 * log. Events that outages have delayed, for minutes after several of them, are due at once.
 */
async function drain({ stations, database }: Stage, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  await withClient(database.databaseUrl, (client) => client.query('update outbox set next_attempt_at = created_at'));
  while (performance.now() < until) {
    await wait(DRAIN_LOOK_MS);
    if (stations.some(({ device }) => device.waiting > 0 || device.liveSinceMs === undefined)) continue;
    if ((await countUnhandled(database.databaseUrl)) > 0) continue;
    if ((await countOpenCalls(database.databaseUrl)) > 0) continue;
    const positions = await readPositions(database.databaseUrl);
    if (stations.every(({ device }) => device.cursor === (positions.get(device.userId) ?? 0))) return true;
  }
  return false;
}

function countUnhandled(databaseUrl: string): Promise<number> {
  return countOf(databaseUrl, 'outbox');
}

/** Counts the calls whose end is not written. Their nodes may be gone; then another one writes it within 90 s. */
function countOpenCalls(databaseUrl: string): Promise<number> {
  return countOf(databaseUrl, 'calls where ended_at is null');
}

function countOf(databaseUrl: string, rows: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${rows}`);
    return counted.rows[0]?.count ?? 0;
  });
}

async function judge(
  stage: Stage,
  {
    nemesis,
    ...parameters
  }: Pick<Outcome, 'run' | 'faultSeconds' | 'seed' | 'isDrained' | 'leftBroken'> & { nemesis: Nemesis },
): Promise<Outcome> {
  const { stations, journal, nodes, database, load, writers, seats } = stage;
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
  const findings = check({ ...stored, sent, devices, reads: journal.reads });
  return {
    ...parameters,
    findings,
    ...(await judgeWrites(stage)),
    ledger: writers.ledger,
    seats: { looks: seats.looks, overbooked: [...seats.overbooked] },
    skipped: parameters.run.control === null ? listSkipped(stage) : [],
    missed: parameters.run.control === null ? nemesis.expected.filter((name) => !nemesis.faults.has(name)) : [],
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

/** Checks the records of all writes but messages. */
async function judgeWrites({
  database,
  dataFolder,
  writers,
  calls: { records },
  nodes,
}: Stage): Promise<Pick<Outcome, 'writes' | 'calls' | 'violations' | 'files' | 'differences'>> {
  return withClient(database.databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const stored = new Map<StoredKind, StoredValue[]>();
    for (const [kind, { sql }] of Object.entries(STORED) as [StoredKind, { sql: string }][])
      stored.set(kind, (await client.query<StoredValue>(sql)).rows);
    const writes = compareStored(writers.ledger.claims, stored);
    const violations = await checkInvariants(client);
    const files = await checkFiles(client, dataFolder);
    const calls = {
      started: records.length,
      answered: records.filter(({ steps }) => steps.includes('answered')).length,
      differences: checkCalls(records, await readCalls(client)),
    };
    const differences: string[] = [];
    for (const [index, member] of writers.clients.entries()) {
      const port = nodes[index % nodes.length]?.port ?? 0;
      differences.push(...(await member.at(`http://127.0.0.1:${port}`, () => checkResponses(client, member))));
    }
    return { writes, calls, violations, files: files.compared, differences: [...files.differences, ...differences] };
  });
}

function listSkipped({ database, filesDisk }: Stage): string[] {
  return Object.entries({ 'postgres disk full': database.disk, 'disk of files full': filesDisk }).flatMap(
    ([fault, disk]) => (typeof disk === 'string' ? [`${fault} (${disk})`] : []),
  );
}
