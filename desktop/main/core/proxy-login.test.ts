import { beforeEach, expect, it } from 'vitest';
import type { ProxyChallenge } from '#shared/bridge/network.ts';
import { createProxyLogin, type ProxyLogin } from './proxy-login.ts';

const PROXY = { proxy: 'proxy.school.example:3128', realm: 'School' };
const ANA = { username: 'ana', password: 'right' };

let shown: (ProxyChallenge | null)[];
let nowMs: number;
let login: ProxyLogin;
beforeEach(() => {
  [shown, nowMs] = [[], 1_000_000];
  login = createProxyLogin({ onChallenge: (challenge) => shown.push(challenge), now: () => nowMs });
});

it('asks once for several requests and then uses the credentials without asking', async () => {
  const first = login.begin().answer(PROXY);
  const second = login.begin().answer(PROXY);
  expect(login.challenge).toEqual({ ...PROXY, isRetry: false });
  login.settle(ANA);
  expect(await Promise.all([first, second, login.begin().answer(PROXY)])).toEqual([ANA, ANA, ANA]);
  expect(shown).toEqual([{ ...PROXY, isRetry: false }, null]);
});

it('asks again when the proxy refuses the credentials, and says so', async () => {
  const request = login.begin();
  const first = request.answer(PROXY);
  login.settle({ ...ANA, password: 'wrong' });
  await first;
  const second = request.answer(PROXY);
  expect(login.challenge).toEqual({ ...PROXY, isRetry: true });
  login.settle(ANA);
  expect(await second).toEqual(ANA);
});

it('asks again when a password was changed, and the first try uses the former one', async () => {
  const first = login.begin().answer(PROXY);
  login.settle(ANA);
  await first;
  const request = login.begin();
  expect(await request.answer(PROXY)).toEqual(ANA);
  const again = request.answer(PROXY);
  expect(login.challenge).toEqual({ ...PROXY, isRetry: true });
  login.settle(null);
  expect(await again).toBeNull();
});

it('does not ask for a minute after a cancelled sign-in', async () => {
  const first = login.begin().answer(PROXY);
  login.settle(null);
  expect(await first).toBeNull();
  nowMs += 59_000;
  expect(await login.begin().answer(PROXY)).toBeNull();
  nowMs += 1_000;
  void login.begin().answer(PROXY);
  expect(login.challenge).toEqual({ ...PROXY, isRetry: false });
});

it('asks again after a cancelled sign-in when the member tries again', async () => {
  const first = login.begin().answer(PROXY);
  login.settle(null);
  await first;
  login.allow();
  void login.begin().answer(PROXY);
  expect(login.challenge).toEqual({ ...PROXY, isRetry: false });
});

it('keeps the credentials of each proxy apart, and asks for one proxy at a time', async () => {
  const other = { proxy: 'other.example:8080', realm: '' };
  const first = login.begin().answer(PROXY);
  expect(await login.begin().answer(other)).toBeNull();
  login.settle(ANA);
  await first;
  void login.begin().answer(other);
  expect(login.challenge).toEqual({ ...other, isRetry: false });
});

it('ignores an answer without a question', () => {
  login.settle(ANA);
  expect(shown).toEqual([]);
});
