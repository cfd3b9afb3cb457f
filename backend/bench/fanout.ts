import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChangeKind, FanoutFigures, FanoutLoad, Sample } from './fanout-load.ts';
import { makeFeedDatabase } from './fixture.ts';
import { printLoad, startAlone } from './servers.ts';

const run = promisify(execFile);
const ROUNDS = 3;
/** Connected members; the first number is that of the members who have the record on screen. */
const CONNECTED = { few: 20, many: 5_000 } as const;
/** Processor time with many members connected, in times of that with few. */
const TARGET = 1.3;
const NAMES: Record<ChangeKind, string> = {
  like: 'like',
  comment: 'comment',
  rsvp: 'answer to an event',
  profile: 'profile edit',
};
/** Output of the load at most, in bytes. */
const MAX_OUTPUT = 10_000_000;

/**
 * `npm run bench -- fanout`: the processor time of the server for a like, a comment, an answer to an event and a
 * profile edit, with 20 and with 5,000 members connected, and what the 20 who have the record on screen receive.
 */
export async function bench(adminUrl: string): Promise<void> {
  const { url: databaseUrl } = await makeFeedDatabase(adminUrl, 2_000);
  const server = await startAlone(databaseUrl);
  try {
    const load: FanoutLoad = { databaseUrl, pid: server.pid, rounds: ROUNDS, ...CONNECTED };
    const { stdout } = await run(
      process.execPath,
      [join(import.meta.dirname, 'fanout-load.ts'), JSON.stringify(load)],
      { maxBuffer: MAX_OUTPUT },
    );
    print(JSON.parse(stdout) as FanoutFigures);
  } finally {
    await server.stop();
  }
  printLoad();
}

function print({ samples, viewers, idle }: FanoutFigures): void {
  process.stdout.write(
    `fan-out: ${viewers} members have the record on screen; processor time of the server ` +
      `for one change, without that of idle connections, median of ${ROUNDS} rounds\n` +
      `  idle: ${idle.few.toFixed(1)} ms a second with ${CONNECTED.few} connected, ${idle.many.toFixed(1)} ms with ` +
      `${CONNECTED.many}\n`,
  );
  for (const kind of Object.keys(NAMES) as ChangeKind[]) {
    const [few, many] = [of(samples, kind, CONNECTED.few), of(samples, kind, CONNECTED.many)];
    const [one, other] = [few, many].map((all) => median(all.map(({ processorMs }) => processorMs)));
    process.stdout.write(
      `  ${NAMES[kind].padEnd(20)}${CONNECTED.few} connected ${toMs(one)}   ` +
        `${CONNECTED.many} connected ${toMs(other)}   ` +
        `${((other ?? Number.NaN) / (one ?? Number.NaN)).toFixed(2)} times (target: ${TARGET})\n`,
    );
    for (const [connected, all] of [
      [CONNECTED.few, few],
      [CONNECTED.many, many],
    ] as const)
      process.stdout.write(`    ${describeDelivery(connected, all)}\n`);
  }
}

function describeDelivery(connected: number, samples: readonly Sample[]): string {
  const latencies = samples.flatMap(({ latenciesMs }) => latenciesMs).toSorted((a, b) => a - b);
  const at = (share: number): string =>
    toMs(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]);
  const sum = (key: 'delivered' | 'expected' | 'stale' | 'elsewhere' | 'failures'): number =>
    samples.reduce((total, sample) => total + sample[key], 0);
  return (
    `${String(connected).padStart(5)} connected: ${sum('delivered')} of ${sum('expected')} single changes delivered, ` +
    `p50 ${at(0.5)}, p99 ${at(0.99)}; ${sum('stale')} viewers without the newest state; ` +
    `${sum('elsewhere')} pushes to others; failures ${sum('failures')}`
  );
}

function of(samples: readonly Sample[], kind: ChangeKind, connected: number): Sample[] {
  return samples.filter((sample) => sample.kind === kind && sample.connected === connected);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function toMs(value: number | undefined): string {
  return `${(value ?? Number.NaN).toFixed(2)} ms`;
}
