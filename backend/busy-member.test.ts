import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBelongings, addPeople } from './testing/busy-member.ts';
import { measureReads, watchReads, type Reading } from './testing/buffers.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/** Enough to fill the first page of each list, and to reach the limits of what is counted. */
const FEW = { connections: 150, likedPosts: 150, items: 10 };
const MANY = { connections: 2_000, likedPosts: 3_000, items: 500 };
/** What a member with much may cost of what one with little does. */
const RATIO = 1.5;
/** Pages of an index that contain 2,000 entries. */
const INDEX_PAGES = 80;
/** Pages from the root of an index to an entry, and of its row. */
const ITEM_PAGES = 4;

/** Runs before the app connects. */
const record = watchReads();
let app: TestApp;
let quiet: TestClient;
let busy: TestClient;
let otherId: string;
beforeAll(async () => {
  app = await createTestApp();
  await addPeople(app);
  const [other] = (await app.pool.query(`select id from users where username like 'person%' order by id limit 1`)).rows;
  otherId = String(other.id);
  [quiet, busy] = [app.visitor(), app.visitor()];
  for (const [client, has] of [
    [quiet, FEW],
    [busy, MANY],
  ] as const) {
    await client.signUp('teacher');
    await addBelongings(app, client.user?.id ?? '', has);
  }
});
afterAll(() => app.close());

async function readingOf(client: TestClient, path: string): Promise<Reading> {
  const reads = await record(async () => expect((await client.get(path)).status).toBe(200));
  expect(reads.length).toBeGreaterThan(0);
  return measureReads(app.databaseUrl, reads);
}

async function compare(name: string): Promise<{ few: number; many: Reading }> {
  const path = name.replace(':id', otherId);
  // What only the first request of a server reads is left out.
  await readingOf(quiet, path);
  return { few: (await readingOf(quiet, path)).pages, many: await readingOf(busy, path) };
}

it.each([
  '/api/notifications',
  '/api/notifications?filter=unread',
  '/api/notifications?category=posts',
  '/api/notifications?filter=done',
  '/api/notifications?filter=snoozed',
  '/api/notifications/unread-count',
  '/api/messages',
  '/api/messages?filter=unread',
  '/api/connections',
  '/api/connections/suggestions',
  '/api/students?sort=mutual',
  '/api/user',
])('%s costs a member with much of everything little more than one with little', async (name) => {
  const { few, many } = await compare(name);
  expect(many.pages, `${many.pages} pages against ${few}`).toBeLessThanOrEqual(few * RATIO);
});

it.each([
  '/api/connections/count',
  '/api/connections/mutual/:id',
  '/api/users/me',
  '/api/users/:id',
  '/api/users/:id/mutual',
  '/api/students',
  '/api/students?sort=name',
])('%s reads the connections of a member from an index, and no other rows of theirs', async (name) => {
  const { few, many } = await compare(name);
  expect(many.pages, `${many.pages} pages against ${few}`).toBeLessThanOrEqual(few * RATIO + INDEX_PAGES);
  for (const table of ['users', 'connections']) expect(many.wholeTables).not.toContain(table);
});

it('the learners of all items of an author cost a look at each item, however many learners it has', async () => {
  const { few, many } = await compare('/api/learners');
  const most = few + (MANY.items - FEW.items) * ITEM_PAGES;
  expect(many.pages, `${many.pages} pages against ${few}`).toBeLessThanOrEqual(most);
});

it('the facets of a large directory are read once for many requests', async () => {
  const { many } = await compare('/api/students/facets');
  expect(many.wholeTables).not.toContain('directory_listings');
});

it('pages of notifications contain each group once', async () => {
  const keys: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, headers } = await quiet.get(`/api/notifications${cursor && `?cursor=${cursor}`}`);
    const groups = body as unknown as { groupKey: string; count: number }[];
    expect(groups.every(({ count }) => count === 3)).toBe(true);
    keys.push(...groups.map(({ groupKey }) => groupKey));
    cursor = headers.get('x-next-cursor');
  }
  expect(keys).toHaveLength(FEW.likedPosts);
  expect(new Set(keys).size).toBe(FEW.likedPosts);
});
