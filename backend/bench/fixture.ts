import pg from 'pg';
import { migrate } from '../db/commands.ts';

/** Sizes of the bench: users, accepted connections per user, bytes of a post's text. */
const USERS = 5_000;
const CONNECTIONS_EACH = 20;
/** Classes, and institutions, of a feed with audiences. */
const GROUPS = 20;

/** By default without audiences, named by the number of posts, and migrated by this revision. */
interface FeedSettings {
  hasAudiences?: boolean;
  name?: string;
  /** The file `backend/db/commands.ts` of another revision, which migrates the database. */
  commands?: string;
}

/**
 * Creates a database with 5,000 users, 50,000 connections, likes, and `posts` posts of 1 to 2 kB. With audiences every
 * user is in three of 20 classes and confirmed by one of 20 institutions, and of ten posts one is to connections and
 * one to a class or an institution.
 */
export async function makeFeedDatabase(
  adminUrl: string,
  posts: number,
  { hasAudiences = false, name = `bench_feed_${posts}`, commands }: FeedSettings = {},
): Promise<{ url: string; viewerId: string }> {
  await run(adminUrl, [`drop database if exists ${name} with (force)`, `create database ${name}`]);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const revision = commands === undefined ? { migrate } : ((await import(commands)) as { migrate: typeof migrate });
  await revision.migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await fillInBulk(client, [...FILL, ...(hasAudiences ? FILL_GROUPS : [])]);
    await client.query(
      `insert into posts (id, user_id, content, created_at, audience, course_id, institution_id)
        select gen_random_uuid(), p.id, repeat(md5(i::text) || ' ', 31 + (i % 31)), now() - (i || ' seconds')::interval,
          case when ${hasAudiences} then k.kind else 'everyone' end,
          case when ${hasAudiences} and k.kind = 'course' then c.id end,
          case when ${hasAudiences} and k.kind = 'institution' then g.id end
        from generate_series(1, ${Math.trunc(posts)}) i join bench_people p on p.number = (i * 7919) % ${USERS}
        cross join lateral (select case (i + i / ${USERS}) % 20 when 0 then 'connections' when 10 then 'connections'
          when 5 then 'course' when 15 then 'institution' else 'everyone' end as kind) k
        join bench_groups c on c.number = i / 20 % ${GROUPS} and c.kind = 'course'
        join bench_groups g on g.number = i / 20 % ${GROUPS} and g.kind = 'institution'`,
    );
    await client.query(
      `insert into post_likes (post_id, user_id, created_at)
        select p.id, b.id, now() from (select id, row_number() over (order by created_at desc) as number from posts) p
        join bench_people b on b.number = p.number % 3 where p.number <= 20000`,
    );
    await client.query('update posts set likes = 1 where id in (select post_id from post_likes)');
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ id: string }>('select id from bench_people where number = 1');
    return { url: url.href, viewerId: rows[0]?.id ?? '' };
  } finally {
    await client.end();
  }
}

/** Fills the table of sources after rows were written without triggers. */
export const FILL_SOURCES = 'insert into feed_sources select distinct * from current_feed_sources';

/** Runs statements that write consistent rows, without the checks and triggers of each row, and fills the sources. */
export async function fillInBulk(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query(`set session_replication_role = 'replica'`);
  for (const statement of statements) await client.query(statement);
  await client.query(FILL_SOURCES);
  await client.query(`set session_replication_role = 'origin'`);
}

/** Copies a database that nothing is connected to, and returns the address of the copy. */
export async function copyDatabase(adminUrl: string, databaseUrl: string): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const copy = `${name}_copy`;
  await run(adminUrl, [`drop database if exists ${copy} with (force)`, `create database ${copy} template ${name}`]);
  const url = new URL(adminUrl);
  url.pathname = `/${copy}`;
  return url.href;
}

const FILL = [
  `create table bench_people as select gen_random_uuid() as id, i - 1 as number from generate_series(1, ${USERS}) i`,
  `insert into users (id, username, email, full_name, role, password, institution, position)
    select id, 'person' || number, 'person' || number || '@example.org', 'Person Number ' || number,
      (array['student', 'teacher', 'institution'])[number % 3 + 1], 'no one signs in', 'Northfield College', 'Reader'
    from bench_people`,
  `insert into connections (id, user_id, connected_user_id, status, created_at)
    select gen_random_uuid(), a.id, b.id, 'accepted', now()
    from bench_people a cross join generate_series(1, ${CONNECTIONS_EACH / 2}) k
    join bench_people b on b.number = (a.number + k * 37) % ${USERS} where a.id <> b.id`,
  `create table bench_groups as select gen_random_uuid() as id, i as number, 'course' as kind, p.id as user_id
      from generate_series(0, ${GROUPS - 1}) i join bench_people p on p.number = i * 3 + 1
    union all select p.id, i, 'institution', p.id
      from generate_series(0, ${GROUPS - 1}) i join bench_people p on p.number = i * 3 + 2`,
];

/** The classes, and who is in which group. */
const FILL_GROUPS = [
  `insert into courses (id, user_id, title, description, price, category, status, published_at)
    select id, user_id, 'Item number ' || number, 'Ten lessons.', 0, 'Physics', 'published', now()
    from bench_groups where kind = 'course'`,
  `insert into enrollments (id, user_id, course_id)
    select gen_random_uuid(), p.id, g.id from bench_people p cross join generate_series(0, 2) k
    join bench_groups g on g.kind = 'course' and g.number = (p.number + k * 7) % ${GROUPS} and g.user_id <> p.id`,
  `insert into verifications (id, user_id, institution_id, entry_id, entry, status)
    select gen_random_uuid(), p.id, g.id, gen_random_uuid(), '{"kind": "education"}', 'confirmed' from bench_people p
    join bench_groups g on g.kind = 'institution' and g.number = p.number % ${GROUPS} and g.user_id <> p.id`,
];

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
