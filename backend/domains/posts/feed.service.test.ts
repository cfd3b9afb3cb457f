import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { POST_SCOPES, POST_SORTS } from '#shared/api/posts.ts';
import { ormConfig } from '../../db/mikro-orm.config.ts';
import { createPool, type Pool } from '../../db/pool.ts';
import { NIL_UUID } from '../../db/read.ts';
import { entities } from '../../entities.ts';
import {
  buildBlock,
  buildConnection,
  buildLike,
  buildPost,
  buildSavedPost,
  buildUser,
} from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { runStatement } from '../../testing/template.ts';
import type { Post } from './post.entity.ts';
import type { User } from '../users/user.entity.ts';
import { FEED_STATEMENTS, listPosts, type FeedRequest } from './feed.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let pool: Pool;
let viewer: User;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await orm.close();
  await database.drop();
});
beforeEach(async () => {
  await runStatement(database.ownerUrl, 'truncate users cascade');
  viewer = await buildUser(em());
});

const em = () => orm.em.fork();
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const page = (request: FeedRequest) => listPosts(pool, viewer, request);
const idsOf = async (request: FeedRequest) => (await page(request)).items.map((post) => post.id);

async function walk(request: FeedRequest): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page({ ...request, cursor });
    listed.push(...items.map((post) => post.id));
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return listed;
}

describe('scope all', () => {
  it('is newest first, with the reason of each post', async () => {
    const friend = await buildUser(em());
    await buildConnection(em(), { userId: friend.id, connectedUserId: viewer.id });
    const posts = [
      await buildPost(em(), { createdAt: at(1) }),
      await buildPost(em(), { createdAt: at(2), userId: friend.id }),
      await buildPost(em(), { createdAt: at(3), userId: viewer.id }),
    ];
    await buildLike(em(), { postId: posts[0]?.id ?? '', userId: viewer.id });
    const { items, nextCursor } = await page({ scope: 'all' });
    expect(items.map((post) => [post.id, post.viewer.why, post.viewer.liked])).toEqual([
      [posts[2]?.id, 'own', false],
      [posts[1]?.id, 'connection', false],
      [posts[0]?.id, 'everyone', true],
    ]);
    expect(nextCursor).toBeNull();
  });

  it('pages through equal times without gaps or duplicates', async () => {
    const author = await buildUser(em());
    for (let index = 0; index < 25; index += 1)
      await buildPost(em(), { userId: author.id, createdAt: at(Math.floor(index / 10)) });
    const listed = await walk({ scope: 'all', limit: 4 });
    expect(listed).toHaveLength(25);
    expect(new Set(listed).size).toBe(25);
    expect(await walk({ scope: 'all', limit: 50 })).toEqual(listed);
    expect(await walk({ scope: 'all' })).toEqual(listed);
  });

  it('leaves out users blocked in either direction and deactivated authors', async () => {
    const [blocked, blocker, gone] = [
      await buildUser(em()),
      await buildUser(em()),
      await buildUser(em(), { deactivatedAt: at(0) }),
    ];
    await buildBlock(em(), { blockerId: viewer.id, blockedId: blocked.id });
    await buildBlock(em(), { blockerId: blocker.id, blockedId: viewer.id });
    for (const { id } of [blocked, blocker, gone]) await buildPost(em(), { userId: id });
    const shown = await buildPost(em());
    expect(await idsOf({ scope: 'all' })).toEqual([shown.id]);
  });

  it('returns only posts newer than the newest known one, even when that is deleted', async () => {
    const old = await buildPost(em(), { createdAt: at(1) });
    const known = await buildPost(em(), { createdAt: at(2) });
    const fresh = await buildPost(em(), { createdAt: at(3) });
    expect(await idsOf({ scope: 'all', since: known.id })).toEqual([fresh.id]);
    expect(await idsOf({ scope: 'all', since: old.id })).toEqual([fresh.id, known.id]);
    const deleted = uuidv7({ msecs: at(2).getTime() + 1 });
    expect(await idsOf({ scope: 'all', since: deleted })).toEqual([fresh.id]);
  });

  it('shows the shared original, and not a hidden one', async () => {
    const author = await buildUser(em(), { fullName: 'Original Author' });
    const original = await buildPost(em(), { userId: author.id, content: 'first', createdAt: at(1) });
    await buildPost(em(), { sharedPostId: original.id, content: 'second', createdAt: at(2) });
    expect((await page({ scope: 'all' })).items[0]?.shared).toMatchObject({
      content: 'first',
      author: { fullName: 'Original Author' },
    });
    await buildBlock(em(), { blockerId: author.id, blockedId: viewer.id });
    expect((await page({ scope: 'all' })).items).toMatchObject([
      { content: 'second', sharedPostId: original.id, shared: null },
    ]);
  });
});

describe('scope network', () => {
  it('equals all posts filtered by connection', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(em())));
    const circle = new Set([viewer.id]);
    for (const [index, person] of people.entries()) {
      if (index % 3 === 0) {
        const [userId, connectedUserId] = index % 2 ? [viewer.id, person.id] : [person.id, viewer.id];
        const status = index % 9 === 0 ? 'pending' : 'accepted';
        await buildConnection(em(), { userId, connectedUserId, status });
        if (status === 'accepted') circle.add(person.id);
      }
    }
    const authors = [viewer, ...people];
    for (let index = 0; index < 120; index += 1) {
      const author = authors[(index * 7) % authors.length];
      await buildPost(em(), { userId: author?.id ?? '', createdAt: at(Math.floor(index / 3)) });
    }
    const { rows } = await pool.query<{ id: string }>(
      'select id from posts where user_id = any($1::uuid[]) order by created_at desc, id desc',
      [[...circle]],
    );
    const expected = rows.map((row) => row.id);
    expect(expected.length).toBeGreaterThan(20);
    expect(await walk({ scope: 'network' })).toEqual(expected);
    expect(await walk({ scope: 'network', limit: 3 })).toEqual(expected);
    expect(await idsOf({ scope: 'network', since: expected[2] })).toEqual(expected.slice(0, 2));
  });

  it('leaves out a connection that is blocked or deactivated', async () => {
    const [blocked, gone] = [await buildUser(em()), await buildUser(em(), { deactivatedAt: at(0) })];
    for (const { id } of [blocked, gone]) {
      await buildConnection(em(), { userId: viewer.id, connectedUserId: id });
      await buildPost(em(), { userId: id });
    }
    await buildBlock(em(), { blockerId: blocked.id, blockedId: viewer.id });
    expect(await idsOf({ scope: 'network' })).toEqual([]);
  });
});

describe('the other scopes', () => {
  it('returns the own posts for mine, and those of a given author', async () => {
    const other = await buildPost(em());
    const own = await buildPost(em(), { userId: viewer.id });
    expect(await idsOf({ scope: 'mine' })).toEqual([own.id]);
    expect(await idsOf({ scope: 'all', authorId: other.userId })).toEqual([other.id]);
    expect(await idsOf({ scope: 'mine', authorId: other.userId })).toEqual([own.id]);
  });

  it('orders and pages saved posts by the time of saving', async () => {
    const posts: Post[] = [];
    for (let index = 0; index < 5; index += 1) posts.push(await buildPost(em(), { createdAt: at(index) }));
    const order = [3, 0, 4, 1, 2].map((index) => posts[index]?.id ?? '');
    for (const [index, itemId] of order.entries()) {
      await buildSavedPost(em(), { userId: viewer.id, itemId });
      await pool.query('update saved_items set created_at = $1 where item_id = $2', [at(index), itemId]);
    }
    expect(await walk({ scope: 'saved', limit: 2 })).toEqual(order.toReversed());
    const [first] = (await page({ scope: 'saved' })).items;
    expect(first?.viewer).toMatchObject({ saved: true, why: 'saved' });
  });

  it('rejects a forged cursor', async () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    const forged = [
      `2024-01-01T00:00:00.000Z ${'-'.repeat(36)}`,
      `2023-02-30T00:00:00.000Z ${nil}`,
      `2023-02-20T24:00:00.000Z ${nil}`,
      `0000-01-01T00:00:00.000Z ${nil}`,
    ].map((text) => Buffer.from(text).toString('base64url'));
    for (const cursor of ['abc', ...forged]) {
      await expect(page({ scope: 'all', cursor })).rejects.toMatchObject({ code: 'VALIDATION' });
    }
  });

  it('accepts any id as the newest known one, even with an impossible time', async () => {
    await expect(page({ scope: 'all', since: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })).resolves.toBeDefined();
  });

  it('accepts every combination of scope, order, author and newest known post', async () => {
    for (const scope of POST_SCOPES)
      for (const sort of POST_SORTS)
        for (const authorId of [undefined, NIL_UUID])
          for (const since of [undefined, NIL_UUID])
            expect(await page({ scope, sort, authorId, since }), `${scope} ${sort}`).toBeDefined();
  });
});

it.each(['all', 'network'] as const)('scope %s reads the likes of its own posts alone', async (scope) => {
  await runStatement(
    database.ownerUrl,
    `with people as (insert into users (id, username, email, full_name, role, password)
        select gen_random_uuid(), 'person' || n, 'person' || n || '@example.org', 'Person', 'student', 'x'
          from generate_series(1, 2000) n returning id),
      written as (insert into posts (id, user_id, content) select gen_random_uuid(), id, 'Words' from people
        returning id),
      likers as (select id, row_number() over () as number from people limit 3)
      insert into post_likes (post_id, user_id, created_at)
        select w.id, l.id, now() from written w join likers l on l.number = 1 + get_byte(uuid_send(w.id), 0) % 3`,
  );
  await runStatement(database.ownerUrl, 'analyze users, posts, post_likes');
  const { text } = FEED_STATEMENTS[scope].short;
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using post_likes_pkey');
  expect(plan).not.toContain('post_likes_user_id_index');
});
