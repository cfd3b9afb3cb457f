import { expect, it } from 'vitest';
import { createAddressBuckets } from './address-buckets.ts';

it('forgets the address that was idle for longest when there are too many', () => {
  const limits = { burst: 1, perSecond: 1, addressesMax: 2 };
  const take = createAddressBuckets(limits, { factor: 1, isTrusted: () => false, nowMs: () => 0 });
  const busy = () => take('192.0.2.1', 1);
  expect(busy()).toBe(true);
  for (const host of [2, 3, 4]) {
    expect(take(`192.0.2.${host}`, 1)).toBe(true);
    // However many addresses a flood invents, one that goes on sending gets nothing more by it.
    expect(busy()).toBe(false);
  }
  expect([take('192.0.2.4', 1), take('192.0.2.2', 1)]).toEqual([false, true]);
});
