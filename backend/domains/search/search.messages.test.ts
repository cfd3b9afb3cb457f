import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { MessageHit } from '#shared/api/messages.ts';
import type { PastSearch, SearchResponse, Suggestions } from '#shared/api/search.ts';
import { buildBlock, buildConnection, buildMessage, buildPost } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { User } from '../users/user.entity.ts';
import { fillMessageIndex } from '../messages/message-index.service.ts';
import { fillIndex } from './search.documents.ts';
import { searchSources } from '../../search-documents.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;
let cat: TestClient;

const idOf = (client: TestClient) => client.user?.id ?? '';
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben, cat] = [app.visitor(), app.visitor(), app.visitor()];
  await ana.signUp('teacher', { fullName: 'Ana Writes' });
  await ben.signUp('teacher', { fullName: 'Ben Reads' });
  await cat.signUp('teacher', { fullName: 'Cat Listens' });
  await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben) });
});

async function send(from: TestClient, to: TestClient, content: string): Promise<string> {
  const { status, body } = await from.post('/api/messages', {
    body: { receiverId: idOf(to), clientId: randomUUID(), content },
  });
  expect(status).toBe(201);
  return body['id'] as string;
}
const ask = async (client: TestClient, query: Record<string, string>) =>
  (await client.get(`/api/search?${new URLSearchParams(query).toString()}`)).body as unknown as SearchResponse;
const texts = async (client: TestClient, q: string) =>
  (await ask(client, { q, types: 'message' })).results.map(({ snippet }) => snippet);
const hits = async (client: TestClient, query: Record<string, string>) =>
  (await client.get(`/api/messages/search?${new URLSearchParams(query).toString()}`)).body as unknown as MessageHit[];
/** The three places where words of a message can appear. */
async function everywhere(client: TestClient, q: string): Promise<number[]> {
  const { items } = (await client.get(`/api/search/suggest?q=${encodeURIComponent(q)}`)).body as unknown as Suggestions;
  return [
    (await texts(client, q)).length,
    (await ask(client, { q })).counts?.message ?? 0,
    items.filter(({ entityType }) => entityType === 'message').length,
    (await hits(client, { q })).length,
  ];
}

it('finds a message for its two users and no one else, with highlighted words and its address', async () => {
  const id = await send(ana, ben, 'The Übung on colloids is in room five');
  const response = await ask(ben, { q: 'ubung colloi' });
  expect(response.counts).toMatchObject({ message: 1, post: 0 });
  expect(response.results).toMatchObject([
    {
      entityType: 'message',
      entityId: id,
      snippet: 'The Übung on colloids is in room five',
      ranges: {
        title: [],
        snippet: [
          [4, 9],
          [13, 21],
        ],
      },
      why: [{ kind: 'content' }, { kind: 'connection' }],
      with: { id: idOf(ana), fullName: 'Ana Writes', conversationSeq: 1 },
      author: { fullName: 'Ana Writes' },
    },
  ]);
  expect((await ask(ana, { q: 'colloids' })).results).toMatchObject([
    { author: { fullName: 'Ana Writes' }, with: { fullName: 'Ben Reads' } },
  ]);
  expect(await everywhere(ben, 'colloids')).toEqual([1, 1, 1, 1]);
  expect(await everywhere(cat, 'colloids')).toEqual([0, 0, 0, 0]);
  expect((await ask(cat, { q: 'coloids' })).correctedTo).toBeNull();
});

it('finds words and single characters inside of Chinese and Japanese text, also of messages of before', async () => {
  const id = await send(ana, ben, '明日はTOEICの試験です');
  const plain = await send(ana, ben, 'only ascii');
  for (const q of ['toeic', '試', 'す']) expect([q, await everywhere(ben, q)]).toEqual([q, [1, 1, 1, 1]]);
  // As an older version has indexed them.
  await app.pool.query(`update message_index set version = 1, fts = '' where message_id = any($1)`, [[id, plain]]);
  expect(await fillMessageIndex(app.em())).toBe(1);
  for (const q of ['toeic', '試', 'す']) expect([q, await everywhere(ben, q)]).toEqual([q, [1, 1, 1, 1]]);
  expect(await fillMessageIndex(app.em())).toBe(0);
});

it('excludes creators and categories, and filters by author and day', async () => {
  await send(ana, ben, 'Basalt one');
  await send(ben, ana, 'Basalt two');
  const response = await ask(ana, { q: 'basalt', types: 'message', author: idOf(ben) });
  expect(response.results.map(({ snippet }) => snippet)).toEqual(['Basalt two']);
  expect((await ask(ana, { q: 'basalt', category: 'maths' })).counts?.message).toBe(0);
  expect((await ask(ana, { q: 'basalt', to: '2020-01-01' })).counts?.message).toBe(0);
  expect(await hits(ana, { q: 'basalt', with: idOf(ben) })).toHaveLength(2);
  const [hit] = await hits(ana, { q: 'basalt' });
  expect(await hits(ana, { q: 'basalt', with: hit?.message.conversationId ?? '' })).toHaveLength(2);
  expect(await hits(ana, { q: 'basalt', with: idOf(cat) })).toEqual([]);
});

it('applies edits, deletions for both or oneself, blocks and closed accounts', async () => {
  const edited = await send(ana, ben, 'Meet at the granite wall');
  await ana.patch(`/api/messages/item/${edited}`, { body: { content: 'Meet at the marble wall' } });
  expect(await everywhere(ben, 'granite')).toEqual([0, 0, 0, 0]);
  expect(await everywhere(ben, 'marble')).toEqual([1, 1, 1, 1]);
  const gone = await send(ana, ben, 'Limestone');
  await ana.delete(`/api/messages/item/${gone}?for=all`);
  expect(await everywhere(ana, 'limestone')).toEqual([0, 0, 0, 0]);
  const hidden = await send(ana, ben, 'Sandstone');
  await ben.delete(`/api/messages/item/${hidden}?for=me`);
  expect(await everywhere(ben, 'sandstone')).toEqual([0, 0, 0, 0]);
  expect(await everywhere(ana, 'sandstone')).toEqual([1, 1, 1, 1]);
  const block = await buildBlock(app.em(), { blockerId: idOf(ben), blockedId: idOf(ana) });
  expect(await everywhere(ana, 'marble')).toEqual([0, 0, 0, 0]);
  expect(await everywhere(ben, 'marble')).toEqual([0, 0, 0, 0]);
  await app
    .em()
    .execute('delete from blocks where blocker_id = ? and blocked_id = ?', [block.blockerId, block.blockedId]);
  await app.em().nativeUpdate(User, { id: idOf(ana) }, { deactivatedAt: new Date() });
  expect((await ask(ben, { q: 'marble' })).results).toMatchObject([
    { entityType: 'message', author: null, with: { fullName: null } },
  ]);
});

it('is sorted with other results, without gaps or duplicates', async () => {
  for (let i = 0; i < 26; i += 1) {
    await buildMessage(app.em(), {
      senderId: idOf(ana),
      receiverId: idOf(ben),
      content: `Obsidian ${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
    });
    await buildPost(app.em(), {
      userId: idOf(cat),
      content: `Obsidian ${i}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
    });
  }
  await fillIndex(app.em(), searchSources);
  await fillMessageIndex(app.em());
  for (const sort of ['relevance', 'new']) {
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const response: SearchResponse = await ask(ben, { q: 'obsidian', sort, ...(cursor && { cursor }) });
      expect(response.counts === null || (response.counts.message === 26 && response.counts.post === 26)).toBe(true);
      listed.push(...response.results.map(({ entityId, date }) => `${date} ${entityId}`));
      cursor = response.nextCursor;
    }
    expect(new Set(listed).size).toBe(52);
    expect(listed).toHaveLength(52);
    if (sort === 'new')
      expect(listed.map((line) => line.slice(0, 24))).toEqual(
        listed
          .map((line) => line.slice(0, 24))
          .toSorted()
          .toReversed(),
      );
  }
});

it('lists an opened message in the history while it is visible', async () => {
  const id = await send(ana, ben, 'Feldspar in the drawer');
  const { searchId } = await ask(ben, { q: 'feldspar' });
  expect(
    (await ben.post(`/api/search/${searchId}/click`, { body: { entityType: 'message', entityId: id, position: 0 } }))
      .status,
  ).toBe(204);
  const opened = async () =>
    ((await ben.get('/api/search/history')).body as unknown as PastSearch[])[0]?.clickedResults;
  expect(await opened()).toEqual([
    {
      entityType: 'message',
      entityId: id,
      title: 'Feldspar in the drawer',
      with: { id: idOf(ana), fullName: 'Ana Writes', conversationSeq: 1 },
    },
  ]);
  await ana.delete(`/api/messages/item/${id}?for=all`);
  expect(await opened()).toEqual([]);
});
