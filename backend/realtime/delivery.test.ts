import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { Delivery } from './delivery.ts';

/** Committed entries of one user, and the reads of them, which a test ends one by one. */
let log: string[];
let reads: (() => void)[];
let sent: string[];
let failsToEmit: boolean;
let delivery: Delivery<string>;

beforeEach(async () => {
  [log, reads, sent, failsToEmit] = [[], [], [], false];
  delivery = new Delivery<string>({
    loadPositions: () => Promise.resolve(new Map([['ada', log.length]])),
    loadEntries(_userId, after, limit) {
      const found = log.slice(after, after + limit).map((push, at) => ({ seq: after + at + 1, push }));
      return new Promise((resolve) => reads.push(() => resolve(found)));
    },
    emit(_userId, push) {
      if (failsToEmit) throw new Error('no');
      sent.push(push);
    },
    log: pino({ level: 'silent' }),
  });
  expect(await delivery.subscribe('ada')).toBe(0);
});

/** Commits an entry and returns what hands it over. */
function commit({ isAtHand = true } = {}): () => void {
  const seq = log.push(`entry ${log.length + 1}`);
  const entry = { userId: 'ada', seq, ...(isAtHand && { push: `entry ${seq}` }) };
  return () => delivery.wake(['ada'], [entry]);
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Ends all reads, also those that begin meanwhile. */
async function endReads(): Promise<void> {
  for (await settle(); reads.length > 0; await settle()) reads.shift()?.();
}

it('sends an entry at hand without reading it, once', () => {
  const handOver = commit();
  handOver();
  handOver();
  commit()();
  expect([sent, reads.length]).toEqual([log, 0]);
});

it('reads what is missing before an entry at hand, and sends each once and in order', async () => {
  const [first, second, third] = [commit(), commit(), commit()];
  second();
  expect(sent).toEqual([]);
  // The read has begun; the entry before the gap and one that the read does not contain are sent meanwhile.
  first();
  third();
  expect(sent).toEqual(['entry 1']);
  await endReads();
  expect(sent).toEqual(log);
});

it('reads an entry that has no push at hand, and those after it', async () => {
  const [first, second] = [commit({ isAtHand: false }), commit()];
  first();
  second();
  expect(sent).toEqual([]);
  await endReads();
  expect(sent).toEqual(log);
});

it('goes on after a read whose entries were all sent meanwhile', async () => {
  const first = commit();
  delivery.wake(['ada']);
  first();
  // Another node committed this one; its signal arrives while the read runs, which does not contain it.
  commit();
  delivery.wake(['ada']);
  await endReads();
  expect(sent).toEqual(log);
});

it('sends nothing to a user who has left, and to one who has returned only what is new', async () => {
  delivery.wake(['ada']);
  const first = commit();
  delivery.unsubscribe('ada');
  first();
  await endReads();
  expect(sent).toEqual([]);
  expect(await delivery.subscribe('ada')).toBe(1);
  first();
  commit()();
  expect(sent).toEqual(['entry 2']);
});

it('sends an entry again whose push failed', async () => {
  failsToEmit = true;
  commit()();
  failsToEmit = false;
  await endReads();
  expect(sent).toEqual(log);
});

it('sends each entry once and in order, whatever the order in which commits, signals and reads end', async () => {
  // A linear congruential generator (Numerical Recipes): the same orders in each run.
  let seed = 7;
  const random = (below: number) =>
    Math.floor(((seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32) * below);
  const waiting: (() => void)[] = [];
  for (let step = 0; step < 5_000; step += 1) {
    const choice = random(4);
    if (choice === 0) waiting.push(commit({ isAtHand: random(5) > 0 }));
    else if (choice === 1) waiting.splice(random(waiting.length), 1)[0]?.();
    else if (choice === 2) reads.splice(random(reads.length), 1)[0]?.();
    else await settle();
  }
  for (const handOver of waiting) handOver();
  await endReads();
  expect(log.length).toBeGreaterThan(1_000);
  expect(sent).toEqual(log);
});
