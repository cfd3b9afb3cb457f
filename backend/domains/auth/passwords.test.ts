import { beforeAll, expect, it } from 'vitest';
import { BlockList } from 'node:net';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { countHash, hashPassword, isPassword, prepareDecoy, type HashClaim } from './passwords.ts';

beforeAll(() => prepareDecoy());

const trusted = new BlockList();
for (const address of ['192.0.2.1', '192.0.2.2']) trusted.addAddress(address);
const limitsOf = () => createRateLimits(1, undefined, { trusted });
const claim = (source: string, lane: 'known' | 'unknown'): HashClaim => ({ source, member: source, lane });

/** Starts attempts and notes in which order they end. */
function attempts() {
  const ended: string[] = [];
  return {
    ended,
    start: (name: string, by: HashClaim) =>
      isPassword(null, 'not the password', by).then(
        () => void ended.push(name),
        (error: { code: string }) => void ended.push(`${name} ${error.code}`),
      ),
  };
}

it('refuses a sign-in at once when many of its address wait', async () => {
  const { ended, start } = attempts();
  const all = Array.from({ length: 67 }, (_, index) => start(`stranger ${index}`, claim('a', 'unknown')));
  const other = start('other', claim('b', 'unknown'));
  await all.at(-1);
  expect(ended).toEqual([65, 66].map((index) => `stranger ${index} UNAVAILABLE`));
  // An address has one of the two places, so that the first of another one waits for no one.
  await other;
  expect(ended.length).toBeLessThan(8);
  await Promise.all(all);
});

it('serves a new browser among any number of members in their own browsers', async () => {
  const { ended, start } = attempts();
  const storm = [1, 2, 3].flatMap((address) =>
    Array.from({ length: 16 }, (_, index) => start(`member ${index}`, claim(`storm ${address}`, 'known'))),
  );
  await start('honest', claim('c', 'unknown'));
  // Every fourth turn is that of new browsers: two run, three are served before it, and some end meanwhile.
  expect(ended.length).toBeLessThan(10);
  await Promise.all(storm);
});

it('lets no one in a trusted network take turns for each name they invent', async () => {
  const limits = limitsOf();
  const { ended, start } = attempts();
  const signIn = async (account: string, address: string) =>
    start(account, await countHash(limits, { account, address, isKnown: false }));
  const names = Array.from({ length: 80 }, (_, index) => `login ${index}`);
  const storm = names.map((name) => signIn(name, '192.0.2.1'));
  await signIn('honest', '192.0.2.2');
  // The storm has one of two places; sixteen of it are refused.
  expect(ended.filter((name) => !name.endsWith('UNAVAILABLE')).length).toBeLessThan(5);
  expect(ended).toContain('honest');
  await Promise.all(storm);
  expect(ended).toHaveLength(81);
});

it('counts right and wrong passwords of an account, apart in the browsers of its owner', async () => {
  const limits = limitsOf();
  const { points } = RATE_LIMITS.hashesAccount;
  const count = (address: string, isKnown = false) => countHash(limits, { account: 'ana', address, isKnown });
  for (let index = 0; index < points; index += 1) await count(`203.0.113.${index}`);
  await expect(count('198.51.100.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await count('198.51.100.1', true)).toEqual({ source: '198.51.100.1', member: 'ana', lane: 'known' });
  const young = { account: 'ana', address: '198.51.100.1', isKnown: true, isEstablished: false };
  expect((await countHash(limits, young)).lane).toBe('unknown');
});

it('counts the passwords of one address, but not of a trusted network or in the browsers of their owners', async () => {
  const limits = limitsOf();
  const { points } = RATE_LIMITS.hashesAddress;
  const count = (address: string, account: number, isKnown = false) =>
    countHash(limits, { account: String(account), address, isKnown });
  for (let index = 0; index < points; index += 1)
    for (const address of ['203.0.113.1', '192.0.2.1']) await count(address, index);
  await expect(count('203.0.113.1', points)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect((await count('203.0.113.1', points, true)).lane).toBe('known');
  expect((await count('192.0.2.1', points)).source).toBe('192.0.2.1');
  expect((await count('192.0.2.1', points, true)).source).toBe(`member ${points}`);
});

it('hashes and checks a password, and never accepts one of an unknown user', async () => {
  const by = claim('a', 'known');
  const known = await hashPassword('correct horse', by);
  expect(await isPassword(known, 'correct horse', by)).toBe(true);
  // As it was entered, in either form of Unicode: case, spaces and the last of many characters matter.
  const long = `  Crème brûlée ${'x'.repeat(113)}`;
  expect(long).toHaveLength(128);
  const exact = await hashPassword(long, by);
  expect(await isPassword(exact, long, by)).toBe(true);
  expect(await isPassword(exact, long.normalize('NFD'), by)).toBe(true);
  for (const other of [long.toLowerCase(), long.trim(), long.slice(0, -1), `${long}x`])
    expect(await isPassword(exact, other, by)).toBe(false);
  expect(await isPassword(known, 'wrong horse', by)).toBe(false);
  expect(await isPassword(null, 'no account has this password', by)).toBe(false);
});
