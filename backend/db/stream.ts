import type { PoolClient } from 'pg';
import type { StreamPushName } from '#shared/realtime/stream.ts';
import { query } from './pool.ts';
import { read, type Reader } from './read.ts';

/** What an event holds: ids and numbers; the view is read when it is told, so that nothing deleted is kept here. */
export interface StreamEvent {
  kind: StreamPushName;
  payload: Record<string, string | number | boolean | null>;
}

/**
 * The ends of a `with` that add one event to the streams of the people that `people` selects as `user_id`. Rows are
 * taken in ascending order, so that two writers never wait for each other; each stays locked until the commit, so that
 * numbers come in the order of commits. Arguments are SQL of the caller's statement. Source: trust.md 1.2.
 */
export const eventOf = ({ people, kind, payload }: { people: string; kind: string; payload: string }) => `stream as (
      insert into user_stream (user_id, last_seq) select user_id, 1 from (${people}) p order by user_id
      on conflict (user_id) do update set last_seq = user_stream.last_seq + 1 returning user_id, last_seq
    ), told as (insert into user_event (user_id, seq, kind, payload) select user_id, last_seq, ${kind}, ${payload} from stream)`;

const APPEND_ONE = {
  name: 'stream-append',
  text: `with ${eventOf({ people: 'select unnest($1::uuid[]) as user_id', kind: '$2', payload: '$3::jsonb' })} select 1`,
};
/** The same for events of many people, several of one person among them; each stream is locked once. */
const APPEND_MANY = {
  name: 'stream-append-many',
  text: `with e as (select * from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as e (user_id, kind, payload, place)),
    s as (
      insert into user_stream (user_id, last_seq) select e.user_id, count(*) from e group by e.user_id order by e.user_id
      on conflict (user_id) do update set last_seq = user_stream.last_seq + excluded.last_seq returning user_id, last_seq
    )
    insert into user_event (user_id, seq, kind, payload)
    select e.user_id, s.last_seq - count(*) over (partition by e.user_id) + row_number() over (partition by e.user_id order by e.place), e.kind, e.payload::jsonb
      from e join s on s.user_id = e.user_id`,
};

/** Adds one event to the streams of people, each named once; runs last in the transaction that makes it true. */
export async function appendEvent(
  client: PoolClient,
  userIds: readonly string[],
  { kind, payload }: StreamEvent,
): Promise<void> {
  if (userIds.length > 0) await query(client, APPEND_ONE, [userIds, kind, JSON.stringify(payload)]);
}

/** Adds events in their order, each to one person's stream; runs last in the transaction that makes them true. */
export async function appendEvents(
  reader: Reader,
  events: readonly (StreamEvent & { userId: string })[],
): Promise<void> {
  if (events.length === 0) return;
  const columns = [
    events.map(({ userId }) => userId),
    events.map(({ kind }) => kind),
    events.map(({ payload }) => JSON.stringify(payload)),
  ];
  await read(reader, APPEND_MANY, columns);
}
