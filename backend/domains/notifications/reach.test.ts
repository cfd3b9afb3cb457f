import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { transact } from '../../db/transact.ts';
import { deleteUser } from '../users/users.service.ts';
import { mayReach } from '../visibility/reach.access.ts';
import {
  buildBlock,
  buildComment,
  buildConnection,
  buildCourse,
  buildPost,
  buildUser,
  buildVerification,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { pruneNotifications } from './notifications.service.ts';
import { REACH_RULES } from './reach-rules.ts';

let app: TestApp;
let ana: TestClient;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp();
  ana = app.visitor();
  await ana.signUp('teacher');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const member = (role: Role) => {
  serial += 1;
  return buildUser(app.em(), { fullName: `Reader ${serial}`, role, username: `reader${serial}` });
};
type Member = Awaited<ReturnType<typeof member>>;
const choose = (userId: string, reach: string) =>
  app.pool.query(
    `insert into privacy_settings (id, user_id, who_can_mention) values (gen_random_uuid(), $1, $2)
      on conflict (user_id) do update set who_can_mention = excluded.who_can_mention`,
    [userId, reach],
  );
const LISTED = `insert into directory_listings (user_id, name, has_name, has_photo, has_courses, has_mutuals)
  values ($1, 'Listed', true, false, false, false)`;
const settled = () =>
  expect.poll(async () => (await app.pool.query('select count(*)::int as left from outbox')).rows[0].left).toBe(0);
async function notified(userId: string): Promise<[string, string | null][]> {
  await settled();
  const text = `select type, metadata->>'excerpt' as excerpt from notifications where user_id = $1 order by created_at, id`;
  const { rows } = await app.pool.query<{ type: string; excerpt: string | null }>(text, [userId]);
  return rows.map(({ type, excerpt }) => [type, excerpt]);
}
/** Mentions a reader in a post for everyone, or for the class of an item. */
const mention = async ({ username }: Member, courseId: string | null = null) => {
  const audience = courseId !== null && { audience: { type: 'course', id: courseId } };
  const { status, body } = await ana.post('/api/posts', { body: { content: `Hello @${username}`, ...audience } });
  expect(status).toBe(201);
  return (body['mentions'] as { userId: string }[]).map(({ userId }) => userId);
};
const enrolled = (userId: string, courseId: string) => {
  const em = app.em();
  em.create(Enrollment, { userId, courseId });
  return em.flush();
};

/** A class that a reader and ana have joined. */
const joinedByBoth = async (reader: Member) => {
  const { id } = await buildCourse(app.em(), { userId: (await member('teacher')).id, price: 0 });
  await enrolled(reader.id, id);
  expect((await ana.post(`/api/courses/${id}/enroll`)).status).toBe(201);
  return id;
};
/** A class that a reader has joined and ana teaches. */
const taughtByAna = async (reader: Member) => {
  const { id } = await buildCourse(app.em(), { userId: idOf(ana) });
  await enrolled(reader.id, id);
  return id;
};

/** What a reader can have in common with ana; it returns the class of her text, when the text has to be for one. */
const RELATIONS: [string, (reader: Member) => Promise<string | null>][] = [
  [
    'connection',
    async ({ id }) => {
      await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: id });
      return null;
    },
  ],
  [
    'learner of the author',
    async (reader) => {
      await taughtByAna(reader);
      return null;
    },
  ],
  [
    'author of an item that ana learns',
    async ({ id }) => {
      await enrolled(idOf(ana), (await buildCourse(app.em(), { userId: id })).id);
      return null;
    },
  ],
  ['classmate in a text to the class', joinedByBoth],
  [
    'member of the same institution',
    async ({ id }) => {
      const institution = await member('institution');
      const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
      for (const userId of [id, idOf(ana)])
        await buildVerification(app.em(), { userId, institutionId: institution.id, entry, status: 'confirmed' });
      return null;
    },
  ],
];

it('every type that carries the text of a member has a rule', () => {
  expect(Object.keys(REACH_RULES).toSorted()).toEqual(Object.keys(NOTIFICATION_TYPES).toSorted());
  const byRule = (rule: string) => Object.entries(REACH_RULES).flatMap(([type, of]) => (of === rule ? type : []));
  expect({ reach: byRule('reach'), text: byRule('text'), note: byRule('note'), own: byRule('own') }).toEqual({
    reach: ['post-commented', 'thread-commented', 'mentioned'],
    text: ['post-shared'],
    note: ['connection-request', 'verification-requested'],
    own: ['message'],
  });
});

it.each([
  ['student', null, false, false, false],
  ['student', null, true, false, true],
  ['student', null, false, true, true],
  ['student', 'everyone', false, false, true],
  ['teacher', null, false, false, true],
  ['teacher', 'connections', false, false, false],
  ['teacher', 'connections', true, false, true],
  ['institution', 'none', true, false, false],
  ['institution', 'none', false, true, true],
] as const)(
  'a %s who chose %s, related %s, in the thread %s: %s',
  (readerRole, whoCanMention, isRelated, hasWritten, is) => {
    expect(mayReach({ readerRole, whoCanMention, isConnected: false, isRelated, hasWritten })).toBe(is);
    if (isRelated)
      expect(mayReach({ readerRole, whoCanMention, isConnected: true, isRelated: false, hasWritten })).toBe(is);
  },
);

describe('a mention', () => {
  it('of a student by a stranger is text, neither a link nor a notification', async () => {
    const reader = await member('student');
    expect(await mention(reader)).toEqual([]);
    const listed = await member('student');
    await app.pool.query(LISTED, [listed.id]);
    expect(await mention(listed)).toEqual([listed.id]);
    expect([await notified(reader.id), await notified(listed.id)]).toEqual([[], []]);
  });

  it.each(RELATIONS)('notifies a %s, whom no view links before the directory lists them', async (_what, relate) => {
    const reader = await member('student');
    const courseId = await relate(reader);
    expect(await mention(reader, courseId)).toEqual([]);
    expect(await notified(reader.id)).toEqual([['mentioned', `Hello @${reader.username}`]]);
    await choose(reader.id, 'none');
    await mention(reader, courseId);
    expect(await notified(reader.id)).toHaveLength(1);
  });

  it('notifies no one of a class whom the text does not address, however the author came into the class', async () => {
    const reader = await member('student');
    const courseId = await joinedByBoth(reader);
    const { id: otherId } = await buildCourse(app.em(), { userId: idOf(ana) });
    await mention(reader);
    await mention(reader, otherId);
    const { id: postId } = await buildPost(app.em(), { userId: (await member('teacher')).id });
    await ana.post('/api/comments', { body: { postId, content: `@${reader.username}` } });
    expect(await notified(reader.id)).toEqual([]);
    await mention(reader, courseId);
    expect(await notified(reader.id)).toHaveLength(1);
  });

  it.each(RELATIONS.slice(1, -1))(
    'notifies three times a day, if who reads it is the %s and no connection,',
    async (_what, relate) => {
      const reader = await member('student');
      const courseId = await relate(reader);
      for (let times = 0; times < NOTIFICATION_LIMITS.strangersDay + 2; times += 1) await mention(reader, courseId);
      expect(await notified(reader.id)).toHaveLength(NOTIFICATION_LIMITS.strangersDay);
    },
  );

  it('notifies without a limit in one institution, and the author of an item in a text to its class', async () => {
    const times = NOTIFICATION_LIMITS.strangersDay + 2;
    const [colleague, author] = [await member('student'), await member('teacher')];
    await RELATIONS.at(-1)?.[1](colleague);
    const { id: courseId } = await buildCourse(app.em(), { userId: author.id, price: 0 });
    await enrolled(idOf(ana), courseId);
    for (let time = 0; time < times; time += 1) {
      await mention(colleague);
      await mention(author, courseId);
    }
    expect(await notified(colleague.id)).toHaveLength(times);
    expect(await notified(author.id)).toHaveLength(times);
  });

  it('and a comment by the author of an item notify its learners in the class without a limit', async () => {
    const reader = await member('student');
    const courseId = await taughtByAna(reader);
    const times = NOTIFICATION_LIMITS.strangersDay + 2;
    for (let time = 0; time < times; time += 1) await mention(reader, courseId);
    expect(await notified(reader.id)).toHaveLength(times);
    for (let time = 0; time < times; time += 1) {
      const { id: postId } = await buildPost(app.em(), { userId: reader.id, audience: 'course', courseId });
      expect((await ana.post('/api/comments', { body: { postId, content: 'An answer' } })).status).toBe(201);
    }
    expect(await notified(reader.id)).toHaveLength(2 * times);
    for (let time = 0; time < times; time += 1) await mention(reader);
    expect(await notified(reader.id)).toHaveLength(2 * times + NOTIFICATION_LIMITS.strangersDay);
  });

  it('notifies a member who has written in the thread', async () => {
    const reader = await member('student');
    await choose(reader.id, 'none');
    const post = await buildPost(app.em(), { userId: (await member('teacher')).id });
    const say = () => ana.post('/api/comments', { body: { postId: post.id, content: `@${reader.username}` } });
    await say();
    expect(await notified(reader.id)).toEqual([]);
    await buildComment(app.em(), { postId: post.id, userId: reader.id });
    await say();
    expect(await notified(reader.id)).toEqual([['mentioned', `@${reader.username}`]]);
  });

  it('by a stranger notifies three times a day, however many are sent at once', async () => {
    const reader = await member('teacher');
    expect(await mention(reader)).toEqual([reader.id]);
    await Promise.all(Array.from({ length: 6 }, () => mention(reader)));
    const post = await buildPost(app.em(), { userId: reader.id });
    await ana.post('/api/comments', { body: { postId: post.id, content: 'Again' } });
    expect(await notified(reader.id)).toHaveLength(NOTIFICATION_LIMITS.strangersDay);
    await app.pool.query(`update stranger_counts set day = day - 1 where user_id = $1`, [reader.id]);
    await mention(reader);
    expect(await notified(reader.id)).toHaveLength(NOTIFICATION_LIMITS.strangersDay + 1);
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: reader.id });
    for (let more = 0; more < 4; more += 1) await mention(reader);
    expect(await notified(reader.id)).toHaveLength(NOTIFICATION_LIMITS.strangersDay + 5);
  });

  it('and a comment by a stranger count when they are deleted, by their author or by the reader', async () => {
    const [mentioned, author, clearing] = [await member('teacher'), await member('teacher'), await member('teacher')];
    const { id: postId } = await buildPost(app.em(), { userId: author.id });
    const seen = { mentioned: 0, author: 0, clearing: 0 };
    for (let times = 0; times < NOTIFICATION_LIMITS.strangersDay + 2; times += 1) {
      const paths: string[] = [];
      const post = await ana.post('/api/posts', { body: { content: `Hello @${mentioned.username}` } });
      paths.push(`/api/posts/${String(post.body['id'])}`);
      const comment = await ana.post('/api/comments', { body: { postId, content: `Hello ${times}` } });
      paths.push(`/api/comments/${String(comment.body['id'])}`);
      await mention(clearing);
      seen.mentioned += (await notified(mentioned.id)).length;
      seen.author += (await notified(author.id)).length;
      seen.clearing += (await notified(clearing.id)).length;
      for (const path of paths) expect((await ana.delete(path)).status).toBe(204);
      await app.pool.query('delete from notifications where user_id = $1', [clearing.id]);
      expect([await notified(mentioned.id), await notified(author.id)]).toEqual([[], []]);
    }
    const of = NOTIFICATION_LIMITS.strangersDay;
    expect(seen).toEqual({ mentioned: of, author: of, clearing: of });
  });

  it('is counted for two days, and not after either account is deleted', async () => {
    const [reader, other] = [await member('teacher'), await member('teacher')];
    const countsOf = async () => {
      const text = 'select user_id, actor_id from stranger_counts where user_id = any($1)';
      return (await app.pool.query(text, [[reader.id, other.id]])).rows as unknown[];
    };
    await mention(reader);
    await mention(other);
    await settled();
    expect(await countsOf()).toHaveLength(2);
    await app.pool.query('update stranger_counts set day = day - 1 where user_id = $1', [reader.id]);
    await pruneNotifications(app.em());
    expect(await countsOf()).toHaveLength(2);
    await app.pool.query('update stranger_counts set day = day - 1 where user_id = $1', [reader.id]);
    await pruneNotifications(app.em());
    expect(await countsOf()).toEqual([{ user_id: other.id, actor_id: idOf(ana) }]);
    await app.pool.query(
      `insert into stranger_counts (user_id, actor_id, day, count) values ($1, $2, current_date, 1)`,
      [reader.id, other.id],
    );
    await transact(app.em(), (tx) => deleteUser(tx, other.id));
    expect(await countsOf()).toEqual([]);
  });

  it('never passes a block', async () => {
    const reader = await member('teacher');
    await choose(reader.id, 'everyone');
    await buildBlock(app.em(), { blockerId: reader.id, blockedId: idOf(ana) });
    expect(await mention(reader)).toEqual([]);
    expect(await notified(reader.id)).toEqual([]);
  });
});

describe('other notifications with a text', () => {
  it('of a share leave out the comment of a stranger', async () => {
    const reader = await member('student');
    const share = async () => {
      const post = await buildPost(app.em(), { userId: reader.id });
      return ana.post(`/api/posts/${post.id}/share`, { body: { comment: 'Look at this' } });
    };
    expect((await share()).status).toBe(201);
    expect(await notified(reader.id)).toEqual([['post-shared', null]]);
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: reader.id });
    await share();
    expect((await notified(reader.id)).at(-1)).toEqual(['post-shared', 'Look at this']);
  });

  it('of a request leave out the note where only related members may mention the reader', async () => {
    const [open, closed] = [await member('teacher'), await member('teacher')];
    await choose(closed.id, 'connections');
    for (const { id } of [open, closed])
      expect((await ana.post('/api/connections', { body: { connectedUserId: id, note: 'Hello' } })).status).toBe(201);
    expect([await notified(open.id), await notified(closed.id)]).toEqual([
      [['connection-request', 'Hello']],
      [['connection-request', null]],
    ]);
  });
});
