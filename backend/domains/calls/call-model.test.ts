import { expect, it } from 'vitest';
import { SECOND_MS } from '#shared/time.ts';
import { CALL_ABLATIONS, checkCallModel, findViolation } from '../../testing/call-ablations.ts';

const SEED = 20_261_123;
/** Each ablation must be found within so many runs. */
const ABLATION_RUNS = 200_000;

it('keeps every invariant in random interleavings', async () => {
  expect(await findViolation({ seed: SEED, runsMin: 200_000, ms: 45 * SECOND_MS })).toBeNull();
});

it.each(Object.entries(CALL_ABLATIONS))('finds that %s', (_name, rules) => {
  expect(checkCallModel({ runs: ABLATION_RUNS, seed: SEED, rules })).toMatchObject({ isFailed: true });
});
