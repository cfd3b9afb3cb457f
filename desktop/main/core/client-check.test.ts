import { beforeEach, expect, it } from 'vitest';
import { createClientCheck } from './client-check.ts';
import type { MetaResponse } from './server-address.ts';

const UNREACHABLE: MetaResponse = { kind: 'unreachable', problem: 'UNREACHABLE' };
const requiring = (minClient: string): MetaResponse => ({
  kind: 'response',
  status: 200,
  body: { version: '9.0.0', apiLevel: 1, minClient },
});

let serverUrl: string | null;
let response: MetaResponse;
let asked: string[];
let results: (string | null)[];
let feeds: (string | null)[];

beforeEach(() => {
  serverUrl = 'https://lyceum.example.org';
  response = requiring('0.1.0');
  asked = [];
  results = [];
  feeds = [];
});

function createCheck(fetchMeta: () => Promise<MetaResponse> = () => Promise.resolve(response)) {
  return createClientCheck({
    fetchMeta: (origin) => (asked.push(origin), fetchMeta()),
    serverUrl: () => serverUrl,
    appVersion: '0.9.0',
    onResult: (version) => results.push(version),
    onUpdateFeed: (feed) => feeds.push(feed),
  });
}

it('reports the required version while this one is older', async () => {
  const check = createCheck();
  await check.check();
  response = requiring('0.10.0');
  await check.check();
  expect([check.requiredVersion, results]).toEqual(['0.10.0', [null, '0.10.0']]);
  response = requiring('0.9.0');
  await check.check();
  expect([check.requiredVersion, results.at(-1)]).toEqual([null, null]);
});

it.each<[string, MetaResponse]>([
  ['that does not respond', UNREACHABLE],
  ['with an error', { kind: 'response', status: 503, body: null }],
  ['that is none', { kind: 'response', status: 200, body: { minClient: '99.0.0' } }],
])('changes nothing for a server %s', async (_case, next) => {
  response = requiring('1.0.0');
  const check = createCheck();
  await check.check();
  response = next;
  await check.check();
  expect([check.requiredVersion, results]).toEqual(['1.0.0', ['1.0.0']]);
});

it('asks no server before one is chosen', async () => {
  serverUrl = null;
  await createCheck().check();
  expect([asked, results]).toEqual([[], []]);
});

it('asks once for several reasons at the same time, and again later', async () => {
  const check = createCheck();
  await Promise.all([check.check(), check.check(), check.check()]);
  expect(asked).toHaveLength(1);
  await check.check();
  expect(asked).toHaveLength(2);
});

it('ignores the response of a server that is no longer the chosen one', async () => {
  let respond: (meta: MetaResponse) => void = () => {};
  const check = createCheck(() => new Promise((resolve) => (respond = resolve)));
  const running = check.check();
  serverUrl = 'https://other.example.org';
  check.accept();
  respond(requiring('1.0.0'));
  await running;
  expect([check.requiredVersion, results]).toEqual([null, []]);
});

it('reports the folder with updates, and that there is none', async () => {
  const check = createCheck();
  await check.check();
  const updateFeed = 'https://lyceum.example.org/updates/';
  for (const offered of [updateFeed, 5]) {
    response = {
      kind: 'response',
      status: 200,
      body: { version: '1', apiLevel: 1, minClient: '0', updateFeed: offered },
    };
    await check.check();
  }
  expect(feeds).toEqual([null, updateFeed, null]);
});
