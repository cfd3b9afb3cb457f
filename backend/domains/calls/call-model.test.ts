import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SECOND_MS } from '#shared/time.ts';
import { CALL_ABLATIONS, checkCallModel } from '../../testing/call-ablations.ts';

const SEED = 20_261_123;
/** Runs that every machine makes, of seeds that never change. A faster one makes more, of random seeds, for `MODEL_MS`. */
const RUNS_MIN = 200_000;
const MODEL_MS = 45 * SECOND_MS;
/** Runs of one seed. Between two batches the worker reports to vitest, which waits a minute at most. */
const BATCH = 5_000;
/** Each ablation must be found within so many runs. */
const ABLATION_RUNS = 200_000;

it('keeps every invariant in random interleavings', async () => {
  const endsAtMs = performance.now() + MODEL_MS;
  for (let runs = 0; runs < RUNS_MIN || performance.now() < endsAtMs; runs += BATCH) {
    const seed = runs < RUNS_MIN ? SEED + runs : randomInt(2 ** 31);
    const report = checkCallModel({ runs: BATCH, seed });
    expect(report, `seed ${seed}`).toEqual({ isFailed: false, runs: BATCH, error: null });
    await nextTurn();
  }
});

it.each(Object.entries(CALL_ABLATIONS))('finds that %s', (_name, rules) => {
  expect(checkCallModel({ runs: ABLATION_RUNS, seed: SEED, rules })).toMatchObject({ isFailed: true });
});
