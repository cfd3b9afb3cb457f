import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';

/** What a browser opens by itself: files, calendars, downloads and health checks. */
const NAVIGABLE = [
  'downloadCourseFile',
  'downloadExport',
  'exportLearningRecord',
  'exportSaleSums',
  'exportSales',
  'exportStudents',
  'getCourseImage',
  'getEventCalendar',
  'getFile',
  'getFilePreview',
  'getLive',
  'getMeta',
  'getReady',
  'openCourseFile',
  'openFileLink',
  'openPublicFile',
  'readCalendarFeed',
];
const reads = Object.entries(allEndpoints).filter(([, { method }]) => method === 'GET');

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  client = app.visitor();
  await client.signUp('teacher');
});
afterAll(() => app.close());

/** Sends a GET with exactly these headers; `fetch` of Node adds its own Sec-Fetch-Mode. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { headers: { Cookie: client.cookie, ...headers } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const pathOf = (path: string) => path.replaceAll(/:[a-zA-Z]+/g, '0190a7c2-0000-7000-8000-000000000000');

it('the addresses that a browser opens by itself are these', () => {
  expect(
    reads
      .filter(([, { isNavigable }]) => isNavigable)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(NAVIGABLE);
});

it('what spends a limit is marked, and what is marked is this', () => {
  const counted = reads.filter(([, { isCounted }]) => isCounted).map(([name]) => name);
  expect(reads.filter(([, { limit, isCounted }]) => limit && !isCounted).map(([name]) => name)).toEqual([]);
  expect(counted.toSorted()).toEqual([
    'downloadCourseFile',
    'downloadExport',
    'exportLearners',
    'exportLearningRecord',
    'exportSaleSums',
    'exportSales',
    'exportStudents',
    'getLesson',
    'openCourseFile',
    'openPublicFile',
    'search',
    'suggest',
    'suggestMentions',
  ]);
});

/** What browsers send with a link, an image, a frame and a script of a page of another origin. */
const FOREIGN = ['same-site', 'cross-site'].flatMap((site) =>
  [
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  ].map((headers) => ({ ...headers, 'Sec-Fetch-Site': site })),
);

describe.each(reads.filter(([, { isCounted }]) => isCounted))('%s', (name, { path }) => {
  it('is refused when a page of another origin causes it', async () => {
    for (const headers of FOREIGN) expect(await statusOf(pathOf(path), headers)).toBe(403);
  });

  it('is answered to pages of this origin and other programs, and to the address bar if it is navigable', async () => {
    const own = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'same-origin' };
    for (const headers of [own, {}]) expect(await statusOf(pathOf(path), headers)).not.toBe(403);
    if (!NAVIGABLE.includes(name)) return;
    for (const site of ['none', 'same-origin'])
      expect(await statusOf(pathOf(path), { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': site })).not.toBe(403);
  });
});

describe.each(reads)('%s', (name, { path, isCounted }) => {
  it.each([
    ['a navigation', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' }],
    ['another site', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'cross-site' }],
  ])('from %s', async (_case, headers) => {
    const status = await statusOf(pathOf(path), headers);
    const isOwn = isCounted !== true || headers['Sec-Fetch-Site'] === 'none';
    if (NAVIGABLE.includes(name) && isOwn) expect(status).not.toBe(403);
    else expect(status).toBe(403);
  });
});

it('a navigation stores no search, and the page and the desktop client search', async () => {
  const path = '/api/search?q=planted';
  const ofClient = { Origin: app.url, 'Sec-Fetch-Site': 'same-origin', 'Lyceum-Client': '0.1.0' };
  expect(await statusOf(path, { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect((await client.get('/api/search/history')).body).toEqual([]);
  expect(await statusOf(path, { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
  expect(await statusOf(path, ofClient)).toBe(200);
  expect((await client.get('/api/search/history')).body).toMatchObject([{ query: 'planted' }]);
});

// The pages of the desktop client have the first one; its main process sends the server's own.
it.each(['app://lyceum', 'https://evil.example', 'null'])('nothing is read with the Origin %s', async (origin) => {
  const foreign = { Origin: origin, 'Lyceum-Client': '0.1.0' };
  const paths = ['/api/user', '/api/meta', '/socket.io/?EIO=4&transport=polling'];
  for (const path of paths) {
    expect([path, await statusOf(path, foreign)]).toEqual([path, 403]);
    expect([path, await statusOf(path, { ...foreign, Origin: app.url })]).toEqual([path, 200]);
  }
});
