import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { POST_LIMITS } from '#shared/limits.ts';
import { POST_SCOPES, POST_SORTS, type PostSort } from '#shared/api/posts.ts';
import { ormConfig } from '../../db/mikro-orm.config.ts';
import { createPool, type Pool } from '../../db/pool.ts';
import { NIL_UUID } from '../../db/read.ts';
import { entities } from '../../entities.ts';
import {
  buildBlock,
  buildConnection,
  buildCourse,
  buildEnrollment,
  buildLike,
  buildPost,
  buildSavedPost,
  buildUser,
  buildVerification,
} from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { runStatement } from '../../testing/template.ts';
import type { Post } from './post.entity.ts';
import type { User } from '../users/user.entity.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
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

  it('shows one post of each of many connections, all of the same time', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => buildUser(em())));
    for (const { id } of people) await buildConnection(em(), { userId: viewer.id, connectedUserId: id });
    for (const { id } of people) await buildPost(em(), { userId: id, createdAt: at(1) });
    for (const sort of POST_SORTS) expect(await walk({ scope: 'network', sort })).toHaveLength(25);
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

/** Restricted posts among 20. Only `most` makes All read them by source. */
const RESTRICTED = { few: 3, many: 15, most: 19 };

describe.each(Object.entries(RESTRICTED))('a viewer with more sources than a page has posts, of %s', (_name, part) => {
  /**
   * Writes 500 posts to everyone, connections, classes and institutions, by the viewer, two institutions and 40 others,
   * of whom 30 are connected. Returns the id of the institution that does not confirm the viewer.
   */
  async function write(): Promise<string> {
    const own = await buildUser(em(), { role: 'institution' });
    const other = await buildUser(em(), { role: 'institution' });
    const entry = { kind: 'education', what: 'Physics', place: 'Northfield', start: '2024', end: null } as const;
    await buildVerification(em(), { userId: viewer.id, institutionId: own.id, entry, status: 'confirmed' });
    const { courseId } = await buildEnrollment(em(), { userId: viewer.id });
    const { id: foreignId } = await buildCourse(em());
    // Connected to the other institution, the viewer sees its own posts, and not those to its members.
    await buildConnection(em(), { userId: viewer.id, connectedUserId: other.id });
    await runStatement(
      database.ownerUrl,
      `create temporary table authors as select gen_random_uuid() as id, n from generate_series(1, 40) n;
      insert into authors values ('${own.id}', 0), ('${other.id}', 41), ('${viewer.id}', 42);
      insert into users (id, username, email, full_name, role, password, deactivated_at)
        select id, 'author' || n, 'author' || n || '@example.org', 'Author', 'student', 'x',
          case when n % 13 = 0 then now() end from authors where n between 1 and 40;
      insert into connections (id, user_id, connected_user_id, status)
        select gen_random_uuid(), case n % 2 when 0 then '${viewer.id}' else id end,
          case n % 2 when 0 then id else '${viewer.id}' end, 'accepted' from authors where n between 1 and 30;
      insert into blocks (blocker_id, blocked_id) select id, '${viewer.id}' from authors where n = 35;
      insert into posts (id, user_id, content, likes, created_at, audience, course_id, institution_id)
        select gen_random_uuid(), a.id, 'Words', case when i % 5 = 0 then i % 90 else 0 end,
          '2026-01-01'::timestamptz + (i % 130) * interval '1 minute', kind,
          case kind when 'course' then case i % 3 when 0 then '${foreignId}'::uuid else '${courseId}' end end,
          case kind when 'institution' then case i % 2 when 0 then '${own.id}'::uuid else '${other.id}' end end
        from generate_series(1, 500) i cross join lateral (values (case when (i * 7 + i / 9) % 20 < ${part}
          then (array['connections', 'course', 'institution'])[1 + (i + i / 20) % 3] else 'everyone' end)) k (kind)
        join authors a on a.n = i % 43`,
    );
    return other.id;
  }

  /** Lists the ids of the posts that a statement's condition and the rule of audiences let the viewer see. */
  async function expectedIds(sort: PostSort, condition: string): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      `select p.id from posts p join users u on u.id = p.user_id and u.deactivated_at is null
        where p.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('p')} and ${condition}
        order by p.${BY[sort]} desc, p.id desc`,
      [viewer.id],
    );
    expect(rows.length).toBeGreaterThan(60);
    return rows.map((row) => row.id);
  }

  const BY = { recent: 'created_at', top: 'rank_ms' };
  const SCOPES = {
    all: 'true',
    network: `(p.audience_id is not null or p.user_id = $1 or ${connectedWith('p.user_id', '$1')})`,
  };

  it.each(POST_SORTS.flatMap((sort) => (['all', 'network'] as const).map((scope) => [scope, sort] as const)))(
    'sees in scope %s, sorted by %s, what the rule of audiences lets them see',
    async (scope, sort) => {
      const otherId = await write();
      // The author of a post to an institution that they left finds it on their profile alone.
      const hasLeft = `(p.user_id = $1 and p.institution_id = '${otherId}')`;
      const expected = await expectedIds(sort, `${SCOPES[scope]} and ${hasLeft} is not true`);
      for (const limit of [undefined, 7, 50]) expect(await walk({ scope, sort, limit })).toEqual(expected);
      const fresh = sort === 'recent' ? expected.slice(0, 9) : expected;
      expect(await walk({ scope, sort, since: sort === 'recent' ? expected[9] : undefined })).toEqual(fresh);
    },
  );

  it('sees nothing of connections in scope all when this reason is switched off, but posts to groups', async () => {
    const otherId = await write();
    await runStatement(
      database.ownerUrl,
      `insert into feed_settings (user_id, hidden_reasons) values ('${viewer.id}', '{connection}')`,
    );
    const expected = await expectedIds(
      'recent',
      `(p.user_id = $1 and p.institution_id is distinct from '${otherId}' or p.user_id <> $1
        and (p.audience_id is not null or not ${connectedWith('p.user_id', '$1')}))`,
    );
    expect(await walk({ scope: 'all' })).toEqual(expected);
  });
});

describe('a viewer who has switched off the reason of almost all posts', () => {
  /** Posts to everyone: reading them takes four scans. */
  const POSTS = 3.3 * POST_LIMITS.scanMax;

  /**
   * Writes posts to everyone by a connection, one of `every` by a stranger, and for each 100 of them, with the time of
   * the first, one to connections or a class by the viewer, the connection or the stranger.
   */
  async function write({ every, hasRestricted }: { every: number; hasRestricted: boolean }): Promise<void> {
    const [friend, stranger] = [await buildUser(em()), await buildUser(em())];
    await buildConnection(em(), { userId: viewer.id, connectedUserId: friend.id });
    const { courseId } = await buildEnrollment(em(), { userId: viewer.id });
    await runStatement(
      database.ownerUrl,
      `insert into feed_settings (user_id, hidden_reasons) values ('${viewer.id}', '{connection}');
      insert into posts (id, user_id, content, likes, created_at)
        select gen_random_uuid(), case i % ${every} when 1 then '${stranger.id}'::uuid else '${friend.id}' end, 'Words',
          case i % 7 when 0 then i % 90 else 0 end, '2026-01-01'::timestamptz + i / 100 * interval '1 minute'
        from generate_series(1, ${POSTS}) i;
      insert into posts (id, user_id, content, created_at, audience, course_id)
        select gen_random_uuid(), (array['${viewer.id}', '${friend.id}', '${stranger.id}']::uuid[])[1 + i % 3], 'Words',
          '2026-01-01'::timestamptz + i * interval '1 minute', k.kind,
          case k.kind when 'course' then '${courseId}'::uuid end
        from generate_series(1, ${hasRestricted ? POSTS / 100 : 0}) i
        cross join lateral (values (case i / 3 % 2 when 0 then 'course' else 'connections' end)) k (kind)`,
    );
  }

  async function expectedIds(sort: PostSort): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      `select p.id from posts p where ${isInAudience('p')} and (p.user_id = $1 or p.audience_id is not null
        or not ${connectedWith('p.user_id', '$1')})
        order by p.${{ recent: 'created_at', top: 'rank_ms' }[sort]} desc, p.id desc`,
      [viewer.id],
    );
    return rows.map((row) => row.id);
  }

  it('sees all others in order, also those newer than a known post', async () => {
    await write({ every: 700, hasRestricted: true });
    for (const sort of POST_SORTS) {
      const expected = await expectedIds(sort);
      expect(expected.length).toBeGreaterThan(50);
      for (const limit of [undefined, 3, 50]) expect(await walk({ scope: 'all', sort, limit })).toEqual(expected);
      if (sort === 'recent')
        expect(await walk({ scope: 'all', since: expected.at(-1) })).toEqual(expected.slice(0, -1));
    }
  });

  it.each(POST_SORTS)('gets empty pages up to the next post, sorted by %s', async (sort) => {
    await write({ every: POSTS, hasRestricted: false });
    const first = await page({ scope: 'all', sort });
    expect(first).toEqual({ items: [], nextCursor: expect.any(String) });
    expect(await walk({ scope: 'all', sort })).toEqual(await expectedIds(sort));
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

const INDEX_OF_SHAPE = {
  all: {
    all: 'posts_restricted_newest',
    allTop: 'posts_restricted_highest',
    allBySource: 'posts_restricted_list',
    allTopBySource: 'posts_restricted_top',
    allByReason: 'posts_restricted_list',
    allTopByReason: 'posts_restricted_top',
  },
  network: { network: 'posts_source_list', networkTop: 'posts_source_top' },
};

it.each(['all', 'network'] as const)('scope %s reads posts by its indexes, and only its likes', async (scope) => {
  await runStatement(
    database.ownerUrl,
    `with people as (insert into users (id, username, email, full_name, role, password)
        select gen_random_uuid(), 'person' || n, 'person' || n || '@example.org', 'Person', 'student', 'x'
          from generate_series(1, 2000) n returning id),
      written as (insert into posts (id, user_id, content, audience) select gen_random_uuid(), id, 'Words',
        case get_byte(uuid_send(id), 0) % 5 when 0 then 'connections' else 'everyone' end from people returning id),
      likers as (select id, row_number() over () as number from people limit 3)
      insert into post_likes (post_id, user_id, created_at)
        select w.id, l.id, now() from written w join likers l on l.number = 1 + get_byte(uuid_send(w.id), 0) % 3`,
  );
  await runStatement(database.ownerUrl, 'analyze users, posts, post_likes');
  const planOf = async (shape: keyof typeof FEED_STATEMENTS): Promise<string> => {
    const { text } = FEED_STATEMENTS[shape].short;
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const plans = INDEX_OF_SHAPE[scope];
  for (const [shape, index] of Object.entries(plans) as [keyof typeof FEED_STATEMENTS, string][]) {
    const plan = await planOf(shape);
    expect(plan).toMatch(new RegExp(`(using|on) ${index}`));
    // The floor bounds the scan.
    expect(plan).toMatch(/Index Cond: .*>= COALESCE\(/);
    expect(plan).toContain('using post_likes_pkey');
    expect(plan).not.toContain('post_likes_user_id_index');
  }
  expect(await planOf('unanswered')).toMatch(/(using|on) posts_restricted_list/);
});
