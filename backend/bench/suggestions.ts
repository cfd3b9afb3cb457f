import pg from 'pg';
import { migrate } from '../db/commands.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { listSuggestions } from '../domains/connections/connections.suggestions.ts';
import { fillInBulk } from './fixture.ts';
import { CONNECTIONS, printLoad, printRounds, ROUND_SECONDS, ROUNDS, startServers } from './servers.ts';

const USERS = 100_000;
/** Accepted connections that each user requested: 1,000,000 in all, about 20 per user. */
const REQUESTS_EACH = 10;
const VIEWERS = 400;
const TARGET_MS = 50;

/**
 * `npm run bench -- suggestions`: the statement behind suggestions with 100,000 users and 1,000,000 connections, alone
 * and over HTTP.
 */
export async function bench(adminUrl: string): Promise<void> {
  const url = await makeDatabase(adminUrl);
  process.stdout.write(
    `\nsuggestions: ${USERS} users, ${(USERS * REQUESTS_EACH).toLocaleString('en')} connections, ` +
      `one request at a time\n`,
  );
  const pool = createPool(url, { planning: 'each' });
  try {
    const { rows } = await pool.query<{ id: string; kind: string }>(
      `(select id, 'ordinary' as kind from bench_people where number % 211 = 5 limit ${VIEWERS})
        union all (select id, 'with 2,000 connections' from bench_people where number = 0)`,
    );
    const viewersOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    for (const kind of ['ordinary', 'with 2,000 connections']) await printStatement(pool, kind, viewersOf(kind));
    const [viewerId = ''] = viewersOf('ordinary');
    process.stdout.write(
      `suggestions of an ordinary user, ${CONNECTIONS} connections, median of ${ROUNDS} pairs of rounds of ` +
        `${ROUND_SECONDS} s\n`,
    );
    const servers = await startServers(url, viewerId);
    try {
      printRounds('suggestions', await servers.rounds('/api/connections/suggestions'));
    } finally {
      await servers.stop();
    }
  } finally {
    await pool.end();
  }
  printLoad();
}

async function printStatement(pool: Pool, kind: string, viewers: string[]): Promise<void> {
  const repeated = Array.from({ length: VIEWERS }, (_none, at) => viewers[at % viewers.length] ?? '');
  const bare = await measure(repeated, (id) =>
    pool.query({ name: 'bench-bare', text: 'select u.* from users u where u.id = $1', values: [id] }),
  );
  const suggested = await measure(repeated, (id) => listSuggestions(pool, id));
  const [first = ''] = viewers;
  const found = await listSuggestions(pool, first);
  process.stdout.write(
    `  a user ${kind.padEnd(24)} p50 ${suggested.p50.toFixed(1)} ms  p95 ` +
      `${suggested.p95.toFixed(1)} ms  worst ${suggested.worst.toFixed(1)} ms (target: ${TARGET_MS})` +
      `  one row by its key: p50 ${bare.p50.toFixed(2)} ms  suggested: ${found.length}\n`,
  );
}

async function measure(
  ids: string[],
  run: (id: string) => Promise<unknown>,
): Promise<{ p50: number; p95: number; worst: number }> {
  for (const id of ids.slice(0, 20)) await run(id);
  const times: number[] = [];
  for (const id of ids) {
    const startedAt = performance.now();
    await run(id);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}

async function makeDatabase(adminUrl: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('drop database if exists bench_suggestions with (force)');
  await admin.query('create database bench_suggestions');
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = '/bench_suggestions';
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await fillInBulk(client, FILL);
  await client.query('vacuum analyze');
  await client.end();
  return url.href;
}

const FILL = [
  `create table bench_people as select gen_random_uuid() as id, i - 1 as number from generate_series(1, ${USERS}) i`,
  'create index on bench_people (number)',
  `insert into users (id, username, email, full_name, role, password, institution)
    select id, 'person' || number, 'person' || number || '@example.org', 'Person Number ' || number,
      (array['student', 'teacher', 'institution'])[number % 3 + 1], 'no one signs in', 'College ' || number % 500
    from bench_people`,
  `insert into connections (id, user_id, connected_user_id, status, created_at)
    select gen_random_uuid(), a.id, b.id, 'accepted', now()
    from bench_people a cross join generate_series(1, ${REQUESTS_EACH}) k
    join bench_people b on b.number = (a.number + k * k * 7919) % ${USERS} where a.id <> b.id
    on conflict do nothing`,
  // Half of the users of each college are confirmed by it.
  `insert into verifications (id, user_id, institution_id, entry_id, entry, status)
    select gen_random_uuid(), p.id, c.id, gen_random_uuid(), '{"kind": "education"}', 'confirmed' from bench_people p
      join bench_people c on c.number = p.number % 500 * 3 + 2 where p.number % 2 = 0 and p.id <> c.id`,
  // One user with very many connections.
  `insert into connections (id, user_id, connected_user_id, status, created_at)
    select gen_random_uuid(), a.id, b.id, 'accepted', now() from bench_people a join bench_people b
      on b.number between 30000 and 31999
    where a.number = 0 on conflict do nothing`,
  `insert into events (id, user_id, title, description, date, location)
    select gen_random_uuid(), p.id, 'Event ' || p.number, 'A meet-up', now(), 'Here' from bench_people p
      where p.number < 500`,
  `insert into event_attendees (event_id, user_id)
    select e.id, p.id from bench_people p join (select id, row_number() over () as number from events) e
      on e.number = p.number % 499 + 1`,
  // A third has changed a privacy setting; one in thirty accepts no requests.
  `insert into privacy_settings (id, user_id, suggestion_sources, who_can_connect)
    select gen_random_uuid(), p.id, '{"course": false}', case when p.number % 30 = 0 and p.number > 0 then 'none' end
      from bench_people p where p.number % 3 = 0`,
  `insert into courses (id, user_id, title, description, category, content_type, price)
    select gen_random_uuid(), p.id, 'Course ' || p.number, 'A course', 'general', 'course', 0 from bench_people p
      where p.number < 1000`,
  `insert into enrollments (id, user_id, course_id)
    select gen_random_uuid(), p.id, c.id from bench_people p join (select id, row_number() over () as number
      from courses) c
      on c.number in (p.number % 997 + 1, p.number % 991 + 1)
    on conflict do nothing`,
];
