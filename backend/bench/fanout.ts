import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '#shared/time.ts';
import { CHANGE_KINDS, type Change, type ChangeKind } from './fanout-changes.ts';
import { openSite, type Site } from './fanout-site.ts';
import { copyDatabase, makeFeedDatabase } from './fixture.ts';
import { PORTS, printLoad, startAlone } from './servers.ts';

const POSTS = 2_000;
/** Connected members; the first number is that of the members who have the record on screen. */
const CONNECTED = { few: 20, many: 5_000 } as const;
/** Processor time with many members connected, in times of that with few. */
const TARGET = 1.3;
/** Rounds, the changes of each kind in one round, and how many are sent at once. */
const LOAD = { rounds: 15, changes: 100, atOnce: 8 } as const;
/** Changes of each kind that are made before the first round. */
const WARM_UP = 200;
/** What follows from a change, such as notifications, is done within this time. In milliseconds. */
const AFTERMATH_MS = 300;
/** How long the idle server is measured in each round, in milliseconds. */
const IDLE_MS = 1_000;
const PRELOAD = join(import.meta.dirname, 'fanout-server.ts');
const NAMES: Record<ChangeKind, string> = {
  like: 'like',
  comment: 'comment',
  rsvp: 'answer to an event',
  profile: 'profile edit',
};

/** Something of the server with few and of that with many members connected. */
interface Both<Value> {
  few: Value;
  many: Value;
}
/** What one server used in one round: processor time in milliseconds, and the length of the round. */
interface Sample {
  processorMs: number;
  durationMs: number;
}
/** Samples of one server: idle ones, and those of the changes. */
type Samples = Record<ChangeKind | 'idle', Sample[]>;

/**
 * `npm run bench -- fanout`: the processor time of the server for a like, a comment, an answer to an event and a
 * profile edit, with 20 and with 5,000 members connected, and what the 20 who have the record on screen receive. Two
 * servers run, each with its own database, and take turns.
 */
export async function bench(adminUrl: string): Promise<void> {
  const { url } = await makeFeedDatabase(adminUrl, POSTS);
  const databases = { few: url, many: await copyDatabase(adminUrl, url) };
  const servers = {
    few: await startAlone(databases.few, { port: PORTS.product, preload: PRELOAD }),
    many: await startAlone(databases.many, { port: PORTS.second, preload: PRELOAD }),
  };
  try {
    const few = await openSite(servers.few, databases.few, CONNECTED.few);
    const many = await openSite(servers.many, databases.many, CONNECTED.many);
    let failures = 0;
    for (const site of [few, many])
      for (const kind of CHANGE_KINDS) failures += await makeMany(site.changes[kind], WARM_UP);
    const samples = { few: emptySamples(), many: emptySamples() };
    for (let round = 0; round < LOAD.rounds; round += 1) {
      const order = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
      for (const kind of ['idle', ...CHANGE_KINDS] as const)
        for (const which of order) {
          const site = which === 'few' ? few : many;
          samples[which][kind].push(
            await measure(site, async () => {
              if (kind !== 'idle') failures += await makeMany(site.changes[kind], LOAD.changes);
              await pause(kind === 'idle' ? IDLE_MS : AFTERMATH_MS);
            }),
          );
        }
    }
    const idle = printIdle(few.viewers, samples);
    for (const kind of CHANGE_KINDS) {
      printKind(kind, samples, idle);
      for (const site of [few, many]) await printDelivery(site, kind);
    }
    process.stdout.write(
      `  pushes to members without the record on screen ${few.elsewhere() + many.elsewhere()}, failures ${failures}\n`,
    );
  } finally {
    await Promise.all([servers.few.stop(), servers.many.stop()]);
  }
  printLoad();
}

function emptySamples(): Samples {
  return { idle: [], like: [], comment: [], rsvp: [], profile: [] };
}

async function measure({ processorMs }: Site, work: () => Promise<void>): Promise<Sample> {
  const [startedAt, before] = [performance.now(), await processorMs()];
  await work();
  return { processorMs: (await processorMs()) - before, durationMs: performance.now() - startedAt };
}

/** Makes changes and returns how many failed. */
async function makeMany({ send }: Change, count: number): Promise<number> {
  let [left, failures] = [count, 0];
  await Promise.all(
    Array.from({ length: LOAD.atOnce }, async () => {
      while (left-- > 0) if (!(await send()).isDone) failures += 1;
    }),
  );
  return failures;
}

/** Prints and returns the processor time of idle servers, in milliseconds a second. */
function printIdle(viewers: number, { few, many }: Both<Samples>): Both<number> {
  const rateOf = ({ idle }: Samples): number =>
    median(idle.map(({ processorMs, durationMs }) => (processorMs * SECOND_MS) / durationMs));
  const idle = { few: rateOf(few), many: rateOf(many) };
  process.stdout.write(
    `\nfan-out: ${viewers} members have the record on screen; processor time of the server for one change, median of ` +
      `${LOAD.rounds} rounds of ${LOAD.changes} changes, two servers in turn\n` +
      `  subtracted as idle, without pings: ${idle.few.toFixed(1)} ms a second with ${CONNECTED.few} connected, ` +
      `${idle.many.toFixed(1)} ms with ${CONNECTED.many}\n`,
  );
  return idle;
}

function printKind(kind: ChangeKind, samples: Both<Samples>, idle: Both<number>): void {
  const timesOf = (which: keyof Both<unknown>): number[] =>
    samples[which][kind].map(
      ({ processorMs, durationMs }) => (processorMs - (idle[which] * durationMs) / SECOND_MS) / LOAD.changes,
    );
  const shareOf = (which: keyof Both<unknown>): string =>
    percent(
      median(
        samples[which][kind].map(({ processorMs, durationMs }) => (idle[which] * durationMs) / SECOND_MS / processorMs),
      ),
    );
  const [few, many] = [timesOf('few'), timesOf('many')];
  const ratios = many.map((time, round) => time / (few[round] ?? Number.NaN));
  process.stdout.write(
    `  ${NAMES[kind].padEnd(20)}${CONNECTED.few} connected ${toMs(median(few))}, ${CONNECTED.many} connected ` +
      `${toMs(median(many))}: ${median(ratios).toFixed(2)} times (middle half of the rounds ` +
      `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}; target: ${TARGET}); ` +
      `idle was ${shareOf('few')} and ${shareOf('many')} of the time\n`,
  );
}

async function printDelivery(site: Site, kind: ChangeKind): Promise<void> {
  const { expected, latenciesMs, stale } = await site.deliver(kind);
  const received =
    expected === 0
      ? 'at most one push a minute'
      : `${latenciesMs.length} of ${expected} single changes delivered, p50 ${toMs(quantile(latenciesMs, 0.5))}, ` +
        `p99 ${toMs(quantile(latenciesMs, 0.99))}; ${stale} viewers without the newest state`;
  process.stdout.write(`    ${String(site.connected).padStart(5)} connected: ${received}\n`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function toMs(value: number): string {
  return `${value.toFixed(2)} ms`;
}
