import { expect, it, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { claimOf, createFairPlaces, sourceOf, type Claim, type FairPlaces } from './fair-places.ts';

const refuse = () => new AppError('UNAVAILABLE', 'Busy');

/** Asks for places whose work lasts until the test ends it, and notes what begins. */
function ask(places: FairPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  return {
    begun,
    refused,
    claim: (name: string, claim: Claim) =>
      places
        .run(claim, () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .catch(() => void refused.push(name)),
    /** Ends one, and waits until who is next has begun. */
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('leaves a place to others, and gives a second one to no address while another waits', async () => {
  const { begun, claim, end } = ask(createFairPlaces({ places: 3, waitingMax: 64, refuse }));
  for (let index = 0; index < 8; index += 1) void claim(`bomb ${index}`, { source: 'a', member: `m${index >> 1}` });
  expect(begun).toEqual(['bomb 0', 'bomb 1']);
  void claim('honest', { source: 'b', member: 'h' });
  expect(begun.at(-1)).toBe('honest');
  void claim('late', { source: 'c', member: 'l' });
  await end('bomb 0');
  expect(begun.at(-1)).toBe('late');
  await end('honest');
  await end('late');
  // One place stays free for others.
  expect(begun).toEqual(['bomb 0', 'bomb 1', 'honest', 'late', 'bomb 2']);
});

it('serves addresses in turn, and the members of each in turn', async () => {
  const { begun, claim, end } = ask(createFairPlaces({ places: 1, waitingMax: 64, refuse }));
  const claims = ['a x', 'a x', 'a x', 'a y', 'b z', 'b z', 'c w'].map((who, index) => {
    const [source = '', member = ''] = who.split(' ');
    return { name: `${who} ${index}`, source, member };
  });
  for (const { name, ...who } of claims) void claim(name, who);
  for (let index = 0; index < claims.length; index += 1) await end(begun[index] ?? '');
  expect(begun).toEqual(['a x 0', 'b z 4', 'c w 6', 'a y 3', 'b z 5', 'a x 1', 'a x 2']);
});

it('lets a member hold no more than allowed', async () => {
  const { begun, claim, end } = ask(createFairPlaces({ places: 4, waitingMax: 64, refuse }));
  for (const name of ['1', '2']) void claim(name, { source: 'a', member: 'new', memberMax: 1 });
  void claim('3', { source: 'a', member: 'old' });
  expect(begun).toEqual(['1', '3']);
  await end('1');
  expect(begun).toEqual(['1', '3', '2']);
});

it('serves a lane as often as it is named', async () => {
  const turns = ['known', 'known', 'known', 'unknown'] as const;
  const { begun, claim, end } = ask(createFairPlaces({ places: 1, waitingMax: 64, refuse, turns }) as FairPlaces);
  void claim('first', { source: 'z', member: 'z', lane: 'unknown' });
  for (let index = 0; index < 8; index += 1) void claim(`known ${index}`, { source: 'a', member: 'a', lane: 'known' });
  for (let index = 0; index < 2; index += 1) void claim(`new ${index}`, { source: 'b', member: 'b', lane: 'unknown' });
  for (let index = 0; index < 11; index += 1) await end(begun[index] ?? '');
  expect(begun.indexOf('new 0')).toBeLessThanOrEqual(4);
  expect(begun.indexOf('new 1')).toBe(begun.indexOf('new 0') + 4);
  expect(begun).toHaveLength(11);
});

it('refuses the newest claim of the largest crowd, and who waits too long', async () => {
  vi.useFakeTimers();
  const places = createFairPlaces({ places: 1, waitingMax: 3, waitMs: 1_000, refuse });
  const { begun, refused, claim } = ask(places);
  for (const name of ['runs', 'a1', 'a2', 'a3']) void claim(name, { source: 'a', member: 'a' });
  void claim('b', { source: 'b', member: 'b' });
  await vi.advanceTimersByTimeAsync(0);
  expect([refused, places.waiting()]).toEqual([['a3'], 3]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([refused, places.waiting(), begun]).toEqual([['a3', 'a1', 'a2', 'b'], 0, ['runs']]);
  vi.useRealTimers();
});

it('refuses the newest claim where several sources wait with as many', async () => {
  const { begun, refused, claim, end } = ask(createFairPlaces({ places: 1, waitingMax: 3, refuse }));
  for (const name of ['runs', 'first', 'second', 'third', 'fourth', 'fifth'])
    void claim(name, { source: name, member: name });
  await end('runs');
  expect([refused, begun]).toEqual([
    ['fourth', 'fifth'],
    ['runs', 'first'],
  ]);
});

it('ends a place whose work fails', async () => {
  const places = createFairPlaces({ places: 1, waitingMax: 3, refuse });
  const claim = { source: 'a', member: 'a' };
  await expect(places.run(claim, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await places.run(claim, () => Promise.resolve('yes'))).toBe('yes');
});

it('counts a trusted network by member, and IPv6 by network', () => {
  const limits = { isTrusted: (address: string) => address === '192.0.2.1' };
  expect(
    ['192.0.2.1', '192.0.2.2', '2001:db8::1', undefined].map((address) => sourceOf(limits, { address, member: 'm' })),
  ).toEqual(['member m', '192.0.2.2', '2001:db8:0:0::/64', 'unknown']);
  expect(sourceOf(limits, { address: '192.0.2.1', member: null })).toBe('192.0.2.1');
});

it('counts a request without a session by its network, also in a trusted one', () => {
  const limits = { isTrusted: () => true, areEmailsSent: true };
  const sources = ['2001:db8::1', '2001:db8::2'].map((ip) => claimOf(limits, { ip }).source);
  expect(sources).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/64']);
  const session = { identity: { id: 'ada', isEmailVerified: true } };
  expect(claimOf(limits, { ip: '2001:db8::1', session }).source).toBe('member ada');
});
