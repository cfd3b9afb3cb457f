import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { DayFigures, DaySetup, DayStep } from './day-load.ts';
import type { Member } from './fanout-changes.ts';
import { makeFeedDatabase } from './fixture.ts';
import { PORTS, printLoad, signIn, startAlone, type Product } from './servers.ts';

const POSTS = 2_000;
const MEMBERS = 5_000;
const POSTS_ON_SCREEN = 10;
/** The rate of the target, and where the search for the highest rate starts and ends. */
const RATES = { target: 57, first: 100, most: 3_200 } as const;
/** Steps after the doubling, each of which halves the distance between the highest good and the lowest bad rate. */
const BISECTIONS = 3;
const SECONDS = 15;
const TARGETS = { p99Ms: 500, atTargetP99Ms: 100, highest: 400 } as const;
/** An argument that names the folder of another revision, with its packages installed. */
const AGAINST = '--against=';
const PRELOAD = join(import.meta.dirname, 'fanout-server.ts');

/** One revision: its server, the load on it, and the highest rate at which p99 was good and the lowest at which not. */
interface Candidate {
  name: string;
  server: Product;
  load: ChildProcess;
  good: number;
  bad: number;
}

/**
 * `npm run bench -- day [--against=FOLDER]`: a school day of 5,000 connected members on one machine with Postgres and
 * the load. Finds the highest rate at which p99 stays under 500 ms, by doubling and halving, for this revision and for
 * another one in turn.
 */
export async function bench(adminUrl: string): Promise<void> {
  const folder = process.argv.find((argument) => argument.startsWith(AGAINST))?.slice(AGAINST.length);
  const candidates = [await prepare(adminUrl, 'this revision')];
  if (folder !== undefined) candidates.push(await prepare(adminUrl, 'the other revision', folder));
  process.stdout.write(
    `\nday: ${MEMBERS} members connected, each with the feed and ${POSTS_ON_SCREEN} posts on screen; steps of ${SECONDS} s\n`,
  );
  try {
    for (const candidate of candidates) await printStep(candidate, RATES.target);
    for (let perSecond: number = RATES.first; perSecond <= RATES.most; perSecond *= 2) {
      const open = candidates.filter(({ bad }) => bad === Infinity);
      if (open.length === 0) break;
      for (const candidate of open) await printStep(candidate, perSecond);
    }
    for (let step = 0; step < BISECTIONS; step += 1)
      for (const candidate of candidates)
        if (candidate.bad !== Infinity) await printStep(candidate, Math.round((candidate.good + candidate.bad) / 2));
    for (const { name, good } of candidates)
      process.stdout.write(
        `  ${name}: p99 stays under ${TARGETS.p99Ms} ms up to ${good} actions a second (target: ${TARGETS.highest})\n`,
      );
    const [now, before] = candidates;
    if (now && before) process.stdout.write(`  ${(now.good / before.good).toFixed(2)} times the other revision\n`);
  } finally {
    for (const { load, server } of candidates) {
      load.kill();
      await server.stop();
    }
  }
  printLoad();
}

/** Makes a database with the migrations of a revision, starts its server and connects the members. */
async function prepare(adminUrl: string, name: string, folder?: string): Promise<Candidate> {
  const root = folder ?? join(import.meta.dirname, '..', '..');
  const { url } = await makeFeedDatabase(adminUrl, POSTS, {
    hasAudiences: true,
    name: folder === undefined ? 'day' : 'day_other',
    commands: join(root, 'backend', 'db', 'commands.ts'),
  });
  const setup = await makePairs(url);
  const port = folder === undefined ? PORTS.product : PORTS.second;
  const server = await startAlone(url, { port, preload: PRELOAD, root });
  const load = fork(join(import.meta.dirname, 'day-load.ts'));
  load.send({ ...setup, port, postsOnScreen: POSTS_ON_SCREEN } satisfies DaySetup);
  await once(load, 'message');
  return { name, server, load, good: 0, bad: Infinity };
}

/** Runs a step, prints its figures, and notes whether p99 was good. */
async function printStep(candidate: Candidate, perSecond: number): Promise<void> {
  const { load, server } = candidate;
  const before = await server.processorMs();
  const answer = once(load, 'message');
  load.send({ perSecond, seconds: SECONDS } satisfies DayStep);
  const [{ done, failures, times, deliveries, lost, p99ByAction }] = (await answer) as [DayFigures];
  const processorMs = (await server.processorMs()) - before;
  const p99Ms = quantile(times, 0.99);
  if (p99Ms <= TARGETS.p99Ms) candidate.good = Math.max(candidate.good, perSecond);
  else candidate.bad = Math.min(candidate.bad, perSecond);
  const slowest = Object.entries(p99ByAction).toSorted(([, a], [, b]) => b - a)[0];
  process.stdout.write(
    `  ${candidate.name.padEnd(20)}${String(perSecond).padStart(5)}/s  p50 ${toMs(quantile(times, 0.5))}  p95 ` +
      `${toMs(quantile(times, 0.95))}  p99 ${toMs(p99Ms)}  delivery p50 ${toMs(quantile(deliveries, 0.5))}  p99 ` +
      `${toMs(quantile(deliveries, 0.99))}  node ${(processorMs / done).toFixed(2)} ms an action  slowest ` +
      `${slowest ? `${slowest[0]} ${toMs(slowest[1])}` : 'none'}  failures ${failures}, lost ${lost}\n`,
  );
}

/** Gives each two members in a row a conversation, and reads what the actions use. */
async function makePairs(url: string): Promise<Pick<DaySetup, 'members' | 'records'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of PAIRS) await client.query(statement);
    const idsOf = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
    const ids = await idsOf(`select id from bench_people order by number limit ${MEMBERS}`);
    const cookies = await signIn(url, ids);
    return {
      members: ids.map((id, at): Member => ({ id, cookie: cookies[at] ?? '' })),
      records: {
        postIds: await idsOf(`select id from posts where audience = 'everyone' order by created_at desc`),
        courseIds: await idsOf('select id from courses'),
      },
    };
  } finally {
    await client.end();
  }
}

const MESSAGES = 20;
const PAIRS = [
  `create table bench_pairs as select gen_random_uuid() as id, a.id as a_id, b.id as b_id
    from bench_people a join bench_people b on b.number = a.number + 1 where a.number % 2 = 0`,
  `insert into connections (id, user_id, connected_user_id, status) select gen_random_uuid(), a_id, b_id, 'accepted'
    from bench_pairs on conflict do nothing`,
  `insert into conversations (id, low_id, high_id, last_seq)
    select id, least(a_id, b_id), greatest(a_id, b_id), ${MESSAGES} from bench_pairs`,
  `insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq, read,
      created_at)
    select gen_random_uuid(), case when i % 2 = 0 then a_id else b_id end, case when i % 2 = 0 then b_id else a_id end,
      gen_random_uuid(), repeat(md5(i::text) || ' ', 3), id, i, i < ${MESSAGES - 3},
      now() - (${MESSAGES} - i) * interval '1 minute' from bench_pairs cross join generate_series(1, ${MESSAGES}) i`,
  `insert into conversation_state (conversation_id, user_id, last_at, has_unread)
    select id, person, now() - random() * interval '1 day', true from bench_pairs
    cross join lateral unnest(array[a_id, b_id]) person`,
  'vacuum analyze',
];

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function toMs(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
