import { DOMAIN_EVENT_ATTEMPTS } from '../../../backend/domain-events.ts';
import { missing, twice, type Invariant } from './invariant.ts';

/** Tables with the time of their records, which the database must have set. */
const TIMED = ['posts', 'comments', 'post_likes', 'connections', 'events', 'event_attendees', 'messages'];
const TIMED_TOO = ['notifications', 'files', 'saved_items', 'idempotency_keys', 'user_log_entries', 'upload_sessions'];
/** Difference that no clock of a node may cause, in minutes. */
const SKEW_MIN = 60;

/** User logs, messages, stored responses, the outbox and the clock. */
export const DELIVERY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'user logs are dense',
    means: 'a device waits for an entry that does not exist',
    sql: `select l.user_id || ': ' || l.last_seq as what from user_logs l cross join lateral
      (select count(*) as n, max(e.seq) as last, min(e.seq) as first from user_log_entries e
        where e.user_id = l.user_id) e
      where (e.n, e.last, e.first) is distinct from (l.last_seq, l.last_seq, 1::bigint)`,
  },
  {
    name: 'entries belong to a user log',
    means: 'an entry is never delivered',
    sql: `select distinct e.user_id::text as what from user_log_entries e
      where not exists (select 1 from user_logs l where l.user_id = e.user_id)`,
  },
  {
    name: 'conversations are dense',
    means: 'a message is missing or out of order',
    sql: `select c.id || ': ' || c.last_seq as what from conversations c cross join lateral
      (select count(*) as n, coalesce(max(m.conversation_seq), 0) as last from messages m
        where m.conversation_id = c.id) m
      where m.n <> c.last_seq or m.last <> c.last_seq`,
  },
  {
    name: 'messages are unique',
    means: 'a retry sent a message twice',
    sql: twice('sender_id, client_id', 'messages'),
  },
  {
    name: 'messages are between the members of their conversation',
    means: 'a message is shown to a third member',
    sql: `select m.id::text as what from messages m join conversations c on c.id = m.conversation_id
      where (least(m.sender_id, m.receiver_id), greatest(m.sender_id, m.receiver_id)) <> (c.low_id, c.high_id)`,
  },
  {
    name: 'messages are in both user logs once',
    means: 'a device never receives a message, or twice',
    sql: `select m.id::text as what from messages m cross join lateral unnest(array[m.sender_id, m.receiver_id]) u
      left join (select user_id, (payload->>'messageId')::uuid as id, count(*) as n from user_log_entries
        where kind = 'new-message' group by 1, 2) e on e.user_id = u and e.id = m.id where coalesce(e.n, 0) <> 1`,
  },
  {
    name: 'messages up to the cursor are read',
    means: 'an unread badge is wrong',
    // A call is read from the beginning.
    sql: `select m.id::text as what from messages m left join read_cursors r on r.conversation_id = m.conversation_id
      and r.user_id = m.receiver_id where m.kind <> 'call' and m.read <> (m.conversation_seq <= coalesce(r.seq, 0))`,
  },
  {
    name: 'read cursors are within their conversation',
    means: 'new messages count as read',
    sql: `select r.user_id::text as what from read_cursors r join conversations c on c.id = r.conversation_id
      where r.seq > c.last_seq`,
  },
  {
    name: 'unread conversations are marked',
    means: 'a list shows a wrong badge',
    sql: `select s.user_id::text as what from conversation_state s where s.has_unread <> exists (
      select 1 from messages m where m.conversation_id = s.conversation_id
        and m.receiver_id = s.user_id and not m.read)`,
  },
  {
    name: 'messages are found by search',
    means: 'a message is not found',
    sql: `select m.id::text as what from messages m where m.kind = 'text' and m.deleted_at is null
      and not exists (select 1 from message_index i where i.message_id = m.id)`,
  },

  {
    name: 'stored responses are complete',
    means: 'a retry gets no response',
    sql: `select key as what from idempotency_keys where status is null`,
  },
  {
    name: 'stored responses are successes',
    means: 'a retry repeats an error',
    sql: `select key || ': ' || status as what from idempotency_keys where status not between 200 and 299`,
  },
  {
    name: 'an Idempotency-Key was used in one session',
    means: 'a write was carried out twice',
    sql: twice('key', 'idempotency_keys'),
  },
  {
    name: 'stored responses belong to a session',
    means: 'a response that no one can get',
    sql: missing('idempotency_keys', 'scope', 'sessions'),
  },
  {
    name: 'each account has one verification',
    means: 'a member got two verification emails',
    sql: twice('user_id', `auth_tokens where purpose = 'verify'`),
  },
  { name: 'preferences are unique', means: 'settings change by chance', sql: twice('user_id', 'user_preferences') },

  {
    name: 'the outbox is empty',
    means: 'a domain event was never handled',
    sql: `select name || ' ' || id as what from outbox`,
  },
  {
    name: 'no domain event is parked',
    means: 'an operator must act',
    sql: `select name || ' ' || id as what from outbox where attempts >= ${DOMAIN_EVENT_ATTEMPTS}`,
  },
  {
    name: 'no job failed',
    means: 'an email or a push is lost',
    sql: `select name || ' ' || id as what from pgboss.job j where state = 'failed'
      and not exists (select 1 from pgboss.schedule s where s.name = j.name)`,
  },
  {
    name: 'times are those of the database',
    means: "a node's wrong clock orders a list",
    sql: [...TIMED, ...TIMED_TOO]
      .map(
        (table) => `select '${table}: ' || created_at as what from ${table}
          where created_at not between now() - interval '${SKEW_MIN} minutes' and now() + interval '5 seconds'`,
      )
      .join(' union all '),
  },
  {
    name: 'ids are ordered by the clock of the database',
    means: "a node's wrong clock orders a list",
    sql: ['posts', 'comments', 'notifications', 'messages', 'files']
      .map(
        (table) => `select '${table}: ' || id as what from ${table} where abs(extract(epoch from
          uuid_extract_timestamp(id) - created_at)) > ${SKEW_MIN * 60}`,
      )
      .join(' union all '),
  },
];
