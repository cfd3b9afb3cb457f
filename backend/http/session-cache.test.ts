import { expect, it } from 'vitest';
import { SessionCache } from './session-cache.ts';

function start() {
  let nowMs = 0;
  let loads = 0;
  const cache = new SessionCache<string>(() => nowMs);
  const load = async (): Promise<string> => `row ${(loads += 1)}`;
  return {
    cache,
    get: (isCacheable = true) => cache.load('a', load, () => isCacheable),
    pass: (ms: number) => (nowMs += ms),
  };
}

it('loads a session once in two seconds', async () => {
  const { get, pass } = start();
  expect([await get(), await get()]).toEqual(['row 1', 'row 1']);
  pass(2_000);
  expect(await get()).toBe('row 2');
});

it('loads a session again after it was forgotten', async () => {
  const { cache, get } = start();
  await get();
  cache.forget(['a']);
  expect(await get()).toBe('row 2');
});

it('does not cache what was read before the session changed', async () => {
  const { cache, get } = start();
  const reading = get();
  cache.forget(['a']);
  expect([await reading, await get()]).toEqual(['row 1', 'row 2']);
});

it('caches neither a missing session nor one that is not cacheable', async () => {
  const { cache, get } = start();
  await get(false);
  expect(await get(false)).toBe('row 2');
  expect(
    await cache.load(
      'b',
      async () => undefined,
      () => true,
    ),
  ).toBeUndefined();
});
