import { expect, it, vi } from 'vitest';
import { rememberFor } from './remember.ts';

it('loads again for another key, after its age and after a failure', async () => {
  let now = 0;
  const load = vi.fn(async () => load.mock.calls.length);
  const get = rememberFor(1_000, load, () => now);
  expect(await Promise.all([get('a'), get('a')])).toEqual([1, 1]);
  expect(await get('b')).toBe(2);
  now = 1_000;
  expect(await get('b')).toBe(3);
  now = 2_000;
  load.mockRejectedValueOnce(new Error('away'));
  await expect(get('b')).rejects.toThrow('away');
  expect(await get('b')).toBe(5);
});
