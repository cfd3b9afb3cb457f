import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedReason, PostVersion, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { buildBlock, buildConnection, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let reader: TestClient;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  reader = app.visitor();
  const { id: readerId } = await reader.signUp('student', { institution: 'Northfield College' });
  const [friend, colleague, hidingColleague, stranger] = [
    await buildUser(app.em(), { institution: 'Northfield College' }),
    await buildUser(app.em(), { institution: 'northfield college' }),
    await buildUser(app.em(), { institution: 'Northfield College', isInstitutionPublic: false }),
    await buildUser(app.em(), { institution: '' }),
  ];
  await buildConnection(app.em(), { userId: friend.id, connectedUserId: readerId });
  const make = async (name: string, fields: Parameters<typeof buildPost>[1]) => {
    ids[name] = (await buildPost(app.em(), fields)).id;
  };
  const minutes = (count: number) => new Date(Date.now() - count * 60_000);
  await make('everyone', { userId: stranger.id, createdAt: minutes(9) });
  await make('popular', { userId: stranger.id, likes: POST_LIMITS.popularLikes, createdAt: minutes(8) });
  await make('hiding', { userId: hidingColleague.id, createdAt: minutes(7) });
  await make('institution', { userId: colleague.id, likes: 50, createdAt: minutes(6) });
  await make('connection', { userId: friend.id, createdAt: minutes(5) });
  await make('shared', { userId: friend.id, content: '', sharedPostId: ids['everyone'] ?? '', createdAt: minutes(4) });
  await make('quoted', {
    userId: friend.id,
    content: 'Read this',
    sharedPostId: ids['everyone'] ?? '',
    createdAt: minutes(3),
  });
  await make('own', { userId: readerId, createdAt: minutes(2) });
});
afterAll(() => app.close());

const list = async (query: string) => (await reader.get(`/api/posts?${query}`)).body as unknown as PostView[];
const namesOf = (posts: readonly PostView[]) =>
  posts.map(({ id }) => Object.entries(ids).find(([, other]) => other === id)?.[0]);
const switchOff = (...hiddenReasons: FeedReason[]) => reader.put('/api/feed-settings', { body: { hiddenReasons } });

describe('why a post is in the feed', () => {
  it('is the first reason that applies', async () => {
    const posts = await list('scope=all');
    expect(Object.fromEntries(posts.map((post) => [namesOf([post])[0], post.viewer.why]))).toEqual({
      own: 'own',
      quoted: 'connection',
      shared: 'shared',
      connection: 'connection',
      institution: 'institution',
      hiding: 'everyone',
      popular: 'popular',
      everyone: 'everyone',
    });
  });

  it.each([
    [['popular'], ['own', 'quoted', 'shared', 'connection', 'institution', 'hiding', 'everyone']],
    [
      ['shared', 'institution'],
      ['own', 'quoted', 'connection', 'hiding', 'popular', 'everyone'],
    ],
    [['connection'], ['own', 'shared', 'institution', 'hiding', 'popular', 'everyone']],
  ] as const)('excludes posts with the only reason %s once it is switched off', async (reasons, names) => {
    expect((await switchOff(...reasons)).body).toEqual({ hiddenReasons: reasons });
    expect(namesOf(await list('scope=all'))).toEqual(names);
    expect(namesOf(await list('scope=all&limit=50'))).toEqual(names);
    expect((await list('scope=all&sort=top')).map(({ id }) => id).toSorted()).toEqual(
      names.map((name) => ids[name]).toSorted(),
    );
  });

  it('applies in the network to plain shares only', async () => {
    await switchOff('shared', 'connection');
    expect(namesOf(await list('scope=network'))).toEqual(['own', 'quoted', 'connection']);
    await switchOff();
    expect(namesOf(await list('scope=network'))).toEqual(['own', 'quoted', 'shared', 'connection']);
    expect((await reader.get('/api/feed-settings')).body).toEqual({ hiddenReasons: [] });
    expect((await app.pool.query('select 1 from feed_settings')).rows).toEqual([]);
  });
});

describe('sort=top', () => {
  it('ranks posts with many likes, comments and shares first for a while', async () => {
    const author = await buildUser(app.em());
    await buildConnection(app.em(), { userId: author.id, connectedUserId: reader.user?.id ?? '' });
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    ids['loved'] = (await buildPost(app.em(), { userId: author.id, likes: 40, comments: 10, createdAt: hours(30) })).id;
    ids['old'] = (await buildPost(app.em(), { userId: author.id, likes: 40, comments: 10, createdAt: hours(300) })).id;
    const top = namesOf(await list('scope=network&sort=top'));
    expect(top[0]).toBe('loved');
    expect(top.at(-1)).toBe('old');
  });

  it('returns every post once, by cursor', async () => {
    const listed: string[] = [];
    for (const scope of ['all', 'network']) {
      listed.length = 0;
      let cursor: string | null = '';
      while (cursor !== null) {
        const response = await reader.get(
          `/api/posts?scope=${scope}&sort=top&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        listed.push(...(response.body as unknown as PostView[]).map(({ id }) => id));
        cursor = response.headers.get('x-next-cursor');
      }
      expect(listed).toEqual((await list(`scope=${scope}&sort=top&limit=50`)).map(({ id }) => id));
      expect(new Set(listed).size).toBe(listed.length);
    }
  });
});

describe('questions', () => {
  it('are listed as unanswered until their author chooses an answer', async () => {
    const asker = app.visitor();
    await asker.signUp('student');
    const question = (await asker.post('/api/posts', { body: { content: 'Why is the sky blue?', isQuestion: true } }))
      .body;
    expect(question).toMatchObject({ isQuestion: true, answerId: null });
    const postId = String(question['id']);
    expect((await list('scope=unanswered')).map(({ id }) => id)).toEqual([postId]);
    expect(await list(`scope=unanswered&authorId=${asker.user?.id}`)).toMatchObject([{ id: postId }]);
    expect(await list(`scope=unanswered&authorId=${reader.user?.id}`)).toEqual([]);

    for (let number = 1; number < 4; number += 1)
      await reader.post('/api/comments', { body: { postId, content: `Idea ${number}` } });
    const ideas = (await asker.get(`/api/comments?postId=${postId}`)).body;
    expect(ideas).toMatchObject(
      [1, 2, 3].map((number) => ({ content: `Idea ${number}`, isAnswer: false, viewer: { canChoose: true } })),
    );
    const third = String(ideas[2]?.['id']);
    expect((await reader.put(`/api/comments/${third}/answer`)).status).toBe(403);
    for (const _ of [1, 2]) expect((await asker.put(`/api/comments/${third}/answer`)).status).toBe(204);

    expect(await list('scope=unanswered')).toEqual([]);
    expect((await reader.get(`/api/posts/${postId}`)).body).toMatchObject({ answerId: third });
    const page = await reader.get(`/api/comments?postId=${postId}&limit=1`);
    expect(page.body).toMatchObject([
      { content: 'Idea 3', isAnswer: true, viewer: { canChoose: false } },
      { content: 'Idea 1' },
    ]);
    const next = await reader.get(
      `/api/comments?postId=${postId}&limit=50&cursor=${page.headers.get('x-next-cursor')}`,
    );
    expect(next.body).toMatchObject([{ content: 'Idea 2', isAnswer: false }]);

    await reader.delete(`/api/comments/${third}`);
    expect((await list('scope=unanswered')).map(({ id }) => id)).toEqual([postId]);
  });

  it('are the only posts with a chosen answer', async () => {
    const post = await buildPost(app.em(), { userId: reader.user?.id ?? '' });
    const comment = await reader.post('/api/comments', { body: { postId: post.id, content: 'Not a question' } });
    expect((await reader.put(`/api/comments/${String(comment.body['id'])}/answer`)).status).toBe(404);
  });
});

describe('GET /api/posts/:id/history', () => {
  it('lists every version, newest first, to users who can see the post', async () => {
    const author = app.visitor();
    await author.signUp('teacher');
    const postId = String((await author.post('/api/posts', { body: { content: 'First' } })).body['id']);
    for (const content of ['Second', 'Third']) await author.patch(`/api/posts/${postId}`, { body: { content } });
    const versions = (await reader.get(`/api/posts/${postId}/history`)).body as unknown as PostVersion[];
    expect(versions.map(({ content }) => content)).toEqual(['Third', 'Second', 'First']);
    expect(
      versions
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    ).toEqual(versions.map(({ at }) => at));
    await buildBlock(app.em(), { blockerId: author.user?.id ?? '', blockedId: reader.user?.id ?? '' });
    expect((await reader.get(`/api/posts/${postId}/history`)).status).toBe(404);
  });
});
