import { beforeAll, expect, it } from 'vitest';
import { hashPassword, isPassword, prepareDecoy } from './passwords.ts';

beforeAll(() => prepareDecoy());

it('refuses a sign-in at once when many wait, and serves members in their own browsers first', async () => {
  const ended: string[] = [];
  const attempt = (name: string, whom: 'known' | 'unknown') =>
    isPassword(null, 'not the password', whom).then(
      () => void ended.push(name),
      (error: { code: string }) => void ended.push(`${name} ${error.code}`),
    );
  const attempts = Array.from({ length: 70 }, (_, index) => attempt(`stranger ${index}`, 'unknown'));
  const member = attempt('member', 'known');
  await Promise.all(attempts.slice(-4));
  expect(ended).toEqual([66, 67, 68, 69].map((index) => `stranger ${index} UNAVAILABLE`));
  await member;
  // Two run already, and the first that ends hands its place to the member. Without that the member would be last; on a
  // busy machine some strangers of the other place end while the member's hash is computed.
  expect(ended.indexOf('member')).toBeLessThan(attempts.length / 2);
  await Promise.all(attempts);
  expect(ended).toHaveLength(71);
});

it('hashes and checks a password, and never accepts one of an unknown user', async () => {
  const known = await hashPassword('correct horse');
  expect(await isPassword(known, 'correct horse')).toBe(true);
  expect(await isPassword(known, 'wrong horse')).toBe(false);
  expect(await isPassword(null, 'no account has this password')).toBe(false);
});
