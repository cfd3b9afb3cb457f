import pg from 'pg';
import { INDEXED_TYPES, type IndexedType } from '#shared/api/search.ts';
import { migrate } from '../db/commands.ts';
import { seededRandom } from '../db/seeds/context.ts';
import { isSpelt, variantsOf } from '../domains/search/search.spelling.ts';
import { FILL_SOURCES } from './fixture.ts';

/** Documents of each type: 1,000,000 in all. */
export const DOCUMENTS: Record<IndexedType, number> = { user: 100_000, post: 750_000, course: 100_000, event: 50_000 };
const CONTENT_WORDS: Record<IndexedType, number> = { user: 12, post: 55, course: 80, event: 40 };
const TITLE_WORDS: Record<IndexedType, number> = { user: 2, post: 7, course: 4, event: 5 };
/** Number of messages. */
export const MESSAGES = 1_000_000;
const MESSAGE_WORDS = 12;
const VOCABULARY = 60_000;
const NAMES = 8_000;
const BATCH = 5_000;

const STARTS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const ENDS = ['', '', '', 'n', 'r', 's', 'l', 't', 'm'];

/** Distinct words, the most frequent first. */
export interface Vocabulary {
  words: string[];
  names: string[];
}

/** Creates the words of the bench, the same on each run: short ones are frequent, long ones rare. */
export function makeVocabulary(): Vocabulary {
  const random = seededRandom(7);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const made = new Set<string>();
  while (made.size < VOCABULARY + NAMES) {
    const syllables = 1 + Math.floor(Math.log10(10 + made.size) - 0.5 + random() * 1.5);
    made.add(Array.from({ length: syllables }, () => pick(STARTS) + pick(MIDDLES) + pick(ENDS)).join(''));
  }
  const all = [...made];
  return { words: all.slice(0, VOCABULARY), names: all.slice(VOCABULARY) };
}

/** Draws words by Zipf's law: the second half as often as the first, the third a third as often. */
function zipf(words: readonly string[], random: () => number): string {
  return words[Math.floor(words.length ** random()) - 1] ?? '';
}

/** Creates a database with 1,000,000 documents. Returns a teacher with 60 connections and 10 blocks. */
export async function makeSearchDatabase(
  adminUrl: string,
  name = 'bench_search',
): Promise<{ url: string; viewerId: string }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return { url: url.href, viewerId: await fill(client) };
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client): Promise<string> {
  // The rows are consistent by construction; foreign keys are checked once at the end.
  await client.query(`set session_replication_role = 'replica'`);
  for (const table of ['search_index', 'posts', 'messages', 'message_index'])
    await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  for (const statement of USERS) await client.query(statement);
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'search_index' and indexdef not like '%UNIQUE%'`,
  );
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  const vocabulary = makeVocabulary();
  for (const type of INDEXED_TYPES) await fillType(client, type, vocabulary);
  for (const statement of RECORDS) await client.query(statement);
  await client.query(FILL_SOURCES);
  await fillMessages(client, vocabulary);
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { indexdef } of indexes) await client.query(indexdef);
  const words = [...vocabulary.words, ...vocabulary.names].filter(isSpelt);
  await client.query(
    `insert into search_words (word, variants, documents) select n.word, string_to_array(n.variants, ' '),
      1000000 / n.at from unnest($1::text[], $2::text[]) with ordinality n (word, variants, at)`,
    [words, words.map((word) => variantsOf(word).join(' '))],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string }>('select id from bench_people where number = 1');
  return rows[0]?.id ?? '';
}

async function fillType(client: pg.Client, type: IndexedType, { words, names }: Vocabulary): Promise<void> {
  const random = seededRandom(INDEXED_TYPES.indexOf(type) + 1);
  const text = (count: number, from: readonly string[]) =>
    Array.from({ length: count }, () => zipf(from, random)).join(' ');
  for (let start = 0; start < DOCUMENTS[type]; start += BATCH) {
    const titles: string[] = [];
    const contents: string[] = [];
    for (let i = 0; i < BATCH; i += 1) {
      titles.push(text(TITLE_WORDS[type], type === 'user' ? names : words));
      contents.push(text(Math.ceil(CONTENT_WORDS[type] * (0.5 + random())), words));
    }
    await client.query(FILL, [type, start, titles, contents]);
  }
}

/** Inserts messages: 100,000 of the viewer in 200 conversations, the others among all other users. */
async function fillMessages(client: pg.Client, { words }: Vocabulary): Promise<void> {
  const random = seededRandom(21);
  await client.query('drop index message_index_words');
  await client.query(CONVERSATIONS);
  await client.query('create index on bench_conversations (number)');
  for (let start = 0; start < MESSAGES; start += BATCH) {
    const texts = Array.from({ length: BATCH }, () =>
      Array.from({ length: Math.ceil(MESSAGE_WORDS * (0.3 + 1.4 * random())) }, () => zipf(words, random)).join(' '),
    );
    await client.query(FILL_MESSAGES, [start, texts]);
  }
  await client.query(
    'create index message_index_words on message_index using gin (scopes, fts, time_buckets) with (fastupdate = off)',
  );
}

const CONVERSATIONS = `create table bench_conversations as
  with pairs as (select i - 1 as number, gen_random_uuid() as id, a.id as one, b.id as other
    from generate_series(1, 20000) i
    join bench_people a on a.number = case when i <= 200 then 1 else 5000 + i end join bench_people b on b.number =
      case when i <= 200 then 2000 + i else 40000 + i end),
  made as (insert into conversations (id, low_id, high_id, last_seq) select id, least(one, other), greatest(one,
    other), 500 from pairs)
  select * from pairs`;
/** Every tenth message is the viewer's. */
const FILL_MESSAGES = `with made as (select gen_random_uuid() as id, $1::int + n.at as number, n.content,
      case when n.at % 10 = 0 then (($1::int + n.at) / 10) % 200
        else 200 + (($1::int + n.at) * 7919) % 19800 end as conversation
    from unnest($2::text[]) with ordinality n (content, at)),
  stored as (insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq,
    created_at, read)
    select m.id, case when m.number % 2 = 0 then c.one else c.other end, case when m.number % 2 = 0 then c.other
      else c.one end, gen_random_uuid(), m.content, c.id, m.number,
      now() - (1000000 - m.number) * interval '41 seconds', true
    from made m join bench_conversations c on c.number = m.conversation)
  insert into message_index (message_id, scopes, sent_at, fts)
    select m.id, array[c.id, c.one, c.other], now() - (1000000 - m.number) * interval '41 seconds',
      setweight(to_tsvector('simple', m.content), 'D') from made m join bench_conversations c
      on c.number = m.conversation`;

/** The vectors equal those of the server, because every word of these texts is plain ASCII. */
const FILL = `insert into search_index (id, entity_id, entity_type, title, content, tags, author_id, dated_at,
  category, version, fts, title_fts)
  select gen_random_uuid(), case when $1 = 'user' then p.id
    else gen_random_uuid() end, $1, n.title, n.content, '{}', p.id,
    now() - ($2::int + n.at) * interval '41 seconds', case when $1 = 'course' then 'category ' || (n.at % 20) end, 1,
    setweight(to_tsvector('simple', n.title), 'A') || setweight(to_tsvector('simple', n.content), 'D'),
      setweight(to_tsvector('simple', n.title), 'A')
  from unnest($3::text[], $4::text[]) with ordinality n (title, content, at)
  join bench_people p on p.number = case when $1 = 'user' then $2::int + n.at - 1
    else (($2::int + n.at) * 7919) % 100000 end`;

const USERS = [
  `create table bench_people as select gen_random_uuid() as id, i - 1 as number
    from generate_series(1, ${DOCUMENTS.user}) i`,
  'create index on bench_people (number)',
  'analyze bench_people',
  `insert into users (id, username, email, full_name, role, password, institution)
    select id, 'person' || number, 'person' || number || '@example.org', 'Person Number ' || number,
      (array['student', 'teacher', 'student', 'institution', 'student'])[number % 5 + 1], 'no one signs in',
        'College ' || number % 500 from bench_people`,
  `insert into directory_listings (user_id, name, has_name, has_photo, has_courses, has_mutuals)
    select id, 'Person Number ' || number, number % 3 = 0, false, false, false from bench_people where number % 2 = 0`,
  `insert into connections (id, user_id, connected_user_id, status, created_at)
    select gen_random_uuid(), a.id, b.id, 'accepted', now() from bench_people a cross join generate_series(1, 5) k
    join bench_people b on b.number = (a.number + k * k * 7919) % ${DOCUMENTS.user} where a.id <> b.id
      on conflict do nothing`,
  `insert into connections (id, user_id, connected_user_id, status, created_at)
    select gen_random_uuid(), a.id, b.id, 'accepted', now() from bench_people a join bench_people b
      on b.number between 2000 and 2049 where a.number = 1 on conflict do nothing`,
  `insert into blocks (blocker_id, blocked_id) select a.id, b.id from bench_people a join bench_people b
    on b.number between 3000 and 3009 where a.number = 1`,
];

const RECORDS = [
  `insert into posts (id, user_id, content, created_at) select entity_id, author_id, title, dated_at from search_index
    where entity_type = 'post'`,
  `insert into courses (id, user_id, title, description, price, status, created_at, published_at)
    select entity_id, author_id, title, '', 0, 'published', dated_at, dated_at
    from search_index where entity_type = 'course'`,
  `insert into events (id, user_id, title, description, date, location) select entity_id, author_id, title, '',
    dated_at, 'Here' from search_index where entity_type = 'event'`,
];
