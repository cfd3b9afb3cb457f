import { expect, it } from 'vitest';
import { checkServer, readNetworkError, type MetaResponse } from './server-address.ts';

const META: MetaResponse = {
  kind: 'response',
  status: 200,
  body: { version: '0.3.0', apiLevel: 1, minClient: '0.1.0' },
};

async function check(
  text: string,
  {
    answer = META,
    appVersion = '0.1.0',
    allowed = [],
  }: { answer?: MetaResponse; appVersion?: string; allowed?: string[] } = {},
) {
  const asked: string[] = [];
  const result = await checkServer(text, {
    fetchMeta: (origin) => (asked.push(origin), Promise.resolve(answer)),
    appVersion,
    allowed,
  });
  return { asked, outcome: result.ok ? result.url : result.problem };
}

it('refuses a server that is not allowed without asking it', async () => {
  const allowed = ['https://lyceum.example.org'];
  expect(await check('other.example.org', { allowed })).toEqual({ asked: [], outcome: 'NOT_ALLOWED' });
  expect((await check('lyceum.example.org', { allowed })).outcome).toBe('https://lyceum.example.org');
});

it.each([
  ['lyceum.example.org', 'https://lyceum.example.org'],
  ['  https://lyceum.example.org/home?x=1#y ', 'https://lyceum.example.org'],
  ['https://lyceum.example.org:8443', 'https://lyceum.example.org:8443'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://localhost:4000/', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
  ['http://127.8.0.1', 'http://127.8.0.1'],
])('parses %j as %s', async (text, origin) => {
  expect(await check(text)).toEqual({ asked: [origin], outcome: origin });
});

it.each([
  ['', 'INVALID_URL'],
  ['   ', 'INVALID_URL'],
  ['not an address', 'INVALID_URL'],
  ['file:///etc/passwd', 'INVALID_URL'],
  ['javascript:alert(1)', 'INVALID_URL'],
  ['https://user:secret@lyceum.example.org', 'INVALID_URL'],
  ['http://lyceum.example.org', 'INSECURE'],
  ['http://127.0.0.1.example.org', 'INSECURE'],
  ['http://lyceum.localhost:4000', 'INSECURE'],
  ['http://localhost.:4000', 'INSECURE'],
  ['http://[::2]:4000', 'INSECURE'],
])('sends no request for %j', async (text, problem) => {
  expect(await check(text)).toEqual({ asked: [], outcome: problem });
});

it.each<[string, MetaResponse, string]>([
  ['no answer', { kind: 'unreachable', problem: 'UNREACHABLE' }, 'UNREACHABLE'],
  ['an error page', { kind: 'response', status: 502, body: null }, 'NOT_LYCEUM'],
  ['another product', { kind: 'response', status: 200, body: { version: '1' } }, 'NOT_LYCEUM'],
  ['a web page', { kind: 'response', status: 200, body: null }, 'NOT_LYCEUM'],
])('rejects %s', async (_case, answer, problem) => {
  expect((await check('lyceum.example.org', { answer })).outcome).toBe(problem);
});

it.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'UNTRUSTED', /refused and nothing was sent.* does not trust/],
  ['net::ERR_CERT_REVOKED', 'UNTRUSTED', /refused and nothing was sent/],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'UNTRUSTED', /refused and nothing was sent/],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'WRONG_NAME', /refused and nothing was sent.* another name/],
  ['net::ERR_CERT_DATE_INVALID', 'OUT_OF_DATE', /refused and nothing was sent.* has expired/],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'PROXY_LOGIN', /proxy/],
  ['net::ERR_NAME_NOT_RESOLVED', 'UNREACHABLE', /No server responded/],
  ['timeout', 'UNREACHABLE', /No server responded/],
])('explains %s as %s', async (error, problem, text) => {
  const response = readNetworkError(error);
  expect(response.problem).toBe(problem);
  const parts = { fetchMeta: () => Promise.resolve(response), appVersion: '0.1.0', allowed: [] };
  expect(await checkServer('lyceum.example.org', parts)).toEqual({
    ok: false,
    problem,
    message: expect.stringMatching(text),
  });
});

it.each([
  ['0.1.0', '0.1.0', true],
  ['0.9.0', '0.10.0', false],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.1', false],
])('app %s with a server that requires %s: %s', async (appVersion, minClient, isAllowed) => {
  const answer: MetaResponse = { kind: 'response', status: 200, body: { version: '2.0.0', apiLevel: 1, minClient } };
  expect((await check('lyceum.example.org', { answer, appVersion })).outcome).toBe(
    isAllowed ? 'https://lyceum.example.org' : 'TOO_OLD',
  );
});
