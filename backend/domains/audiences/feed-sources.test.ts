import pg from 'pg';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { runStatement } from '../../testing/template.ts';

/** The table feed_sources equals the view current_feed_sources after every commit. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let first: pg.Client;
let second: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  [first, second] = [database.url, database.url].map((connectionString) => new pg.Client({ connectionString })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([first.connect(), second.connect()]);
});
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  await database.drop();
});

const id = (kind: number, number: number) =>
  `'00000000-0000-7000-8000-${String(kind * 1000 + number).padStart(12, '0')}'`;
const user = (number: number) => id(1, number);
const course = (number: number) => id(2, number);
const confirmation = (number: number) => id(3, number);

/** Five users, of whom the first two are institutions; the third and the fourth have an item each. */
beforeEach(async () => {
  await runStatement(
    database.ownerUrl,
    `truncate users cascade; truncate feed_sources;
    ${[0, 1, 2, 3, 4].map((number) => addUser(number)).join(';')};
    ${[2, 3].map((number) => addCourse(number)).join(';')}`,
  );
});

const addUser = (number: number) => `insert into users (id, username, email, full_name, role, password)
  values (${user(number)}, 'user${number}', 'user${number}@example.org', 'User',
    '${number < 2 ? 'institution' : 'teacher'}', 'x') on conflict do nothing`;
const addCourse = (number: number) => `insert into courses (id, user_id, title, description, price, content_type)
  select ${course(number)}, id, 'Item', 'Words', 0, 'course' from users where id = ${user(number)}
  on conflict do nothing`;
const enroll = (learner: number, item: number) => `insert into enrollments (id, user_id, course_id)
  select gen_random_uuid(), u.id, c.id from users u, courses c where u.id = ${user(learner)} and c.id = ${course(item)}
  on conflict do nothing`;
const block = (blocker: number, blocked: number) => `insert into blocks (blocker_id, blocked_id)
  select a.id, b.id from users a, users b where a.id = ${user(blocker)} and b.id = ${user(blocked)} and a.id <> b.id
  on conflict do nothing`;
const connect = (one: number, other: number, status: string) =>
  `insert into connections (id, user_id, connected_user_id, status)
  select gen_random_uuid(), a.id, b.id, '${status}' from users a, users b
  where a.id = ${user(one)} and b.id = ${user(other)} and a.id <> b.id on conflict do nothing`;
const confirm = ([institution, member]: readonly [number, number], entry: number, status = 'confirmed') =>
  `insert into verifications (id, user_id, institution_id, entry_id, entry, status)
  select ${confirmation(entry)}, m.id, i.id, ${confirmation(entry)}, '{}', '${status}' from users m, users i
  where m.id = ${user(member)} and i.id = ${user(institution)} and m.id <> i.id on conflict do nothing`;
const between = (columns: readonly [string, string], one: number, other: number) =>
  `${columns[0]} in (${user(one)}, ${user(other)}) and ${columns[1]} in (${user(one)}, ${user(other)})`;

const CONNECTED = ['user_id', 'connected_user_id'] as const;
const BLOCKED = ['blocker_id', 'blocked_id'] as const;

/** Every kind of write that changes who is connected or in a group. */
const writes: fc.Arbitrary<string> = (() => {
  const person = fc.nat({ max: 4 });
  const item = fc.constantFrom(2, 3);
  const status = fc.constantFrom('pending', 'accepted', 'rejected');
  const decision = fc.constantFrom('pending', 'confirmed', 'revoked');
  const entry = fc.nat({ max: 3 });
  return fc.oneof(
    fc.tuple(person, item).map(([learner, of]) => enroll(learner, of)),
    fc.tuple(person, item, fc.constantFrom('free', 'purchase')).map(
      ([learner, of, source]) => `update enrollments set source = '${source}'
        where user_id = ${user(learner)} and course_id = ${course(of)}`,
    ),
    person.map((learner) => `delete from enrollments where user_id = ${user(learner)}`),
    fc.tuple(person, person).map(([blocker, blocked]) => block(blocker, blocked)),
    fc.tuple(person, person).map(([one, other]) => `delete from blocks where ${between(BLOCKED, one, other)}`),
    fc.tuple(person, person, status).map(([one, other, state]) => connect(one, other, state)),
    fc
      .tuple(person, person, status)
      .map(
        ([one, other, state]) => `update connections set status = '${state}' where ${between(CONNECTED, one, other)}`,
      ),
    fc.tuple(person, person).map(([one, other]) => `delete from connections where ${between(CONNECTED, one, other)}`),
    fc
      .tuple(fc.constantFrom(0, 1), person, entry, decision)
      .map(([institution, member, number, state]) => confirm([institution, member], number, state)),
    fc
      .tuple(entry, decision)
      .map(([number, state]) => `update verifications set status = '${state}' where id = ${confirmation(number)}`),
    entry.map((number) => `delete from verifications where id = ${confirmation(number)}`),
    item.map(addCourse),
    item.map((number) => `delete from courses where id = ${course(number)}`),
    fc.tuple(item, person).map(
      ([number, author]) => `update courses set user_id = u.id from users u
        where courses.id = ${course(number)} and u.id = ${user(author)}`,
    ),
    person.map(addUser),
    person.map((number) => `delete from users where id = ${user(number)}`),
    fc
      .tuple(person, fc.constantFrom('now()', 'null'))
      .map(([number, at]) => `update users set deactivated_at = ${at} where id = ${user(number)}`),
    fc
      .tuple(person, fc.boolean())
      .map(([number, awaits]) => `update users set is_awaiting_approval = ${awaits} where id = ${user(number)}`),
    fc
      .tuple(person, fc.constantFrom('institution', 'teacher'))
      .map(([number, role]) => `update users set role = '${role}' where id = ${user(number)}`),
  );
})();

const DIFFERENCES = `(select 'stale' as what, t.* from (table feed_sources except table current_feed_sources) t)
  union all (select 'missing', t.* from (table current_feed_sources except table feed_sources) t)`;

async function expectCurrent(): Promise<void> {
  expect((await first.query(DIFFERENCES)).rows).toEqual([]);
}

it('sources are current after any writes, alone and several in a transaction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(writes, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 20 }),
      async (commits) => {
        for (const statements of commits) {
          await first.query(`begin; ${statements.join(';')}; commit`);
          await expectCurrent();
        }
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

/** Two writes of which each decides whether what the other one does makes a source, and what must be there first. */
const CONFLICTS: [string, { before: string; writes: [string, string] }][] = [
  ['a free enrollment and a block of its author', { before: '', writes: [enroll(4, 2), block(2, 4)] }],
  [
    'a free enrollment and the deactivation of its author',
    { before: '', writes: [enroll(4, 2), `update users set deactivated_at = now() where id = ${user(2)}`] },
  ],
  [
    'a confirmation and the deactivation of its institution',
    {
      before: '',
      writes: [confirm([0, 4], 0), `update users set deactivated_at = now() where id = ${user(0)}`],
    },
  ],
  [
    'the ends of two confirmations of one institution',
    {
      before: `${confirm([0, 4], 0)}; ${confirm([0, 4], 1)}`,
      writes: [0, 1].map((entry) => `delete from verifications where id = ${confirmation(entry)}`) as [string, string],
    },
  ],
  [
    'the end of a confirmation and a second one',
    {
      before: confirm([0, 4], 0),
      writes: [`delete from verifications where id = ${confirmation(0)}`, confirm([0, 4], 1)],
    },
  ],
  ['two connections of one user', { before: '', writes: [connect(4, 2, 'accepted'), connect(3, 4, 'accepted')] }],
];

it.each(CONFLICTS)(
  'sources are current after two transactions at once: %s',
  async (_what, { before, writes: [one, other] }) => {
    await first.query(`begin; ${before}; commit`);
    await Promise.all([first.query('begin'), second.query('begin')]);
    await first.query(one);
    await second.query(other);
    // The first refreshes the sources now. The second must not do so before the first has committed.
    await first.query('set constraints all immediate');
    let hasCommitted = false;
    const committed = second.query('commit').then(() => (hasCommitted = true));
    const isWaiting = `select exists (select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())) as yes`;
    await expect
      .poll(async () => hasCommitted || (await first.query<{ yes: boolean }>(isWaiting)).rows[0]?.yes)
      .toBe(true);
    await first.query('commit');
    await committed;
    await expectCurrent();
  },
);
