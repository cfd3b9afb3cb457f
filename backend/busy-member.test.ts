import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBelongings, addPeople } from './testing/busy-member.ts';
import { countBuffers, watchReads } from './testing/buffers.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/** Enough to fill the first page of each list, and to reach the limits of what is counted. */
const FEW = { connections: 150, likedPosts: 150 };
const MANY = { connections: 2_000, likedPosts: 3_000 };
/** What a member with much may cost of what one with little does. */
const RATIO = 1.5;

/** Runs before the app connects. */
const record = watchReads();
let app: TestApp;
let quiet: TestClient;
let busy: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  await addPeople(app);
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

async function buffersOf(client: TestClient, path: string): Promise<number> {
  const reads = await record(async () => expect((await client.get(path)).status).toBe(200));
  expect(reads.length).toBeGreaterThan(0);
  return countBuffers(app.databaseUrl, reads);
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
  '/api/user',
])('%s costs a member with much of everything little more than one with little', async (path) => {
  // What only the first request of a server reads is left out.
  await buffersOf(quiet, path);
  const [few, many] = [await buffersOf(quiet, path), await buffersOf(busy, path)];
  expect(many, `${many} pages against ${few}`).toBeLessThanOrEqual(few * RATIO);
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
