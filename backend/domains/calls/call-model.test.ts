import { expect, it } from 'vitest';
import { CALL_ABLATIONS, checkCallModel } from '../../testing/call-ablations.ts';

it('keeps every invariant in random interleavings', () => {
  expect(checkCallModel({ runs: 4_000, seed: 20_261_123 })).toEqual({ isFailed: false, runs: 4_000, error: null });
});

// The last two take thousands of runs; `npm run calls:model` finds all nine.
it.each(Object.entries(CALL_ABLATIONS).slice(0, 7))('finds that %s', (_name, rules) => {
  expect(checkCallModel({ runs: 4_000, seed: 20_261_123, rules })).toMatchObject({ isFailed: true });
});
