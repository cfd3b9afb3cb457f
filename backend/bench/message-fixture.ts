import pg from 'pg';
import { makeFeedDatabase } from './fixture.ts';
import { signIn } from './servers.ts';
import type { Party } from './message-load.ts';

/** Users who write during the load, in connected pairs. */
export const WRITERS = 200;

/** Database of the message bench: 5,000 users. The viewer has 200 conversations and one thread of 10,000 messages. */
export interface MessageDatabase {
  url: string;
  viewerId: string;
  /** The other member of the long thread. */
  peerId: string;
  /** Writers with the product's cookies; each two in a row are a pair. */
  writers: Party[];
  /** The same writers with the bare server's cookies. */
  bareWriters: Party[];
}

/** Creates the database of the bench. */
export async function makeMessageDatabase(adminUrl: string): Promise<MessageDatabase> {
  const { url, viewerId } = await makeFeedDatabase(adminUrl, 2_000);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of FILL) await client.query(statement);
    const { rows } = await client.query<{ id: string; number: string }>(
      'select id, number from bench_people where number = 2 or number between 1000 and 1000 + $1 - 1 order by number',
      [WRITERS],
    );
    const [peer, ...people] = rows.map(({ id }) => id);
    const cookies = await signIn(url, people);
    return {
      url,
      viewerId,
      peerId: peer ?? '',
      writers: people.map((id, at) => ({ id, cookie: cookies[at] ?? '' })),
      bareWriters: people.map((id) => ({ id, cookie: `user=${id}` })),
    };
  } finally {
    await client.end();
  }
}

const FILL = [
  `create table bench_pairs as
    select gen_random_uuid() as id, a.id as a_id, b.id as b_id, case when b.number = 2 then 10000
      else 20 end as messages
      from bench_people a join bench_people b on a.number = 1 and b.number between 2 and 201
    union all select gen_random_uuid(), a.id, b.id, 20 from bench_people a join bench_people b
      on b.number = a.number + 1
      where a.number between 1000 and 1000 + ${WRITERS} - 1 and a.number % 2 = 0`,
  `insert into connections (id, user_id, connected_user_id, status) select gen_random_uuid(), a_id, b_id, 'accepted'
    from bench_pairs on conflict do nothing`,
  `insert into conversations (id, low_id, high_id, last_seq) select id, least(a_id, b_id), greatest(a_id, b_id),
    messages from bench_pairs`,
  `insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq, read,
    created_at)
    select gen_random_uuid(), case when i % 2 = 0 then a_id else b_id end, case when i % 2 = 0 then b_id
      else a_id end, gen_random_uuid(), repeat(md5(i::text) || ' ', 3), id, i,
      i < messages - 3, now() - (messages - i) * interval '1 minute' from bench_pairs cross
        join lateral generate_series(1, messages) i`,
  `insert into conversation_state (conversation_id, user_id, last_at, has_unread)
    select id, person, now() - random() * interval '1 day', true from bench_pairs cross
      join lateral unnest(array[a_id, b_id]) person`,
  'vacuum analyze',
];
