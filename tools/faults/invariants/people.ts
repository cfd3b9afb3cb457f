import { notified, twice, type Invariant } from './invariant.ts';

/** Connections, sources of feeds, events and notifications. */
export const PEOPLE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a pair has one connection',
    means: 'two members are connected twice',
    sql: twice('least(user_id, connected_user_id), greatest(user_id, connected_user_id)', 'connections'),
  },
  {
    name: 'connections are of two members',
    means: 'a member is connected with themselves',
    sql: `select id::text as what from connections where user_id = connected_user_id`,
  },
  {
    name: 'answered requests have a time',
    means: 'the waiting period after a refusal is wrong',
    sql: `select id::text as what from connections where (status = 'pending') <> (responded_at is null)`,
  },
  {
    name: 'the sources of feeds are current',
    means: 'a feed shows posts that its member may not see, or leaves some out',
    sql: `select user_id || ' ' || source_id as what from (
      (table feed_sources except table current_feed_sources)
      union all (table current_feed_sources except table feed_sources)) s`,
  },

  {
    name: 'seats are within the capacity',
    means: 'more members than seats',
    sql: `select e.id || ': ' || count(*) as what from events e join event_attendees a on a.event_id = e.id
      where a.status in ('going', 'held') and e.capacity is not null group by e.id having count(*) > e.capacity`,
  },
  {
    name: 'free seats are offered',
    means: 'a member waits beside a free seat',
    sql: `select e.id::text as what from events e join event_attendees a on a.event_id = e.id
      where e.capacity is not null group by e.id, e.capacity
      having count(*) filter (where a.status = 'waitlisted') > 0
        and count(*) filter (where a.status in ('going', 'held')) < e.capacity`,
  },
  {
    name: 'positions in a waiting list are unique',
    means: 'two members are next',
    sql: twice('event_id, waiting_number', 'event_attendees where waiting_number is not null'),
  },
  { name: 'answers are unique', means: 'a member takes two seats', sql: twice('event_id, user_id', 'event_attendees') },
  {
    name: 'held seats are announced',
    means: 'a member does not know of their seat',
    sql: `select a.event_id || ' ' || a.user_id as what from event_attendees a where a.status = 'held'
      and not exists (select 1 from notifications n where n.user_id = a.user_id and n.type = 'event-promoted'
        and n.source_id = a.event_id and n.awaits_answer)`,
  },
  {
    name: 'edited events have a revision',
    means: 'a calendar does not update',
    sql: `select id::text as what from events where (revision > 0) <> (edited_at is not null)`,
  },

  {
    name: 'a comment notifies the author of the post',
    means: 'a notification is missing',
    sql: notified(
      `select k.id, p.user_id as author_id from comments k join posts p on p.id = k.post_id
        where k.user_id <> p.user_id`,
      'x.author_id',
      `'comment:' || x.id`,
    ),
  },
  {
    name: 'a like notifies the author of the post',
    means: 'a notification is missing',
    sql: notified(
      `select l.post_id, l.user_id, p.user_id as author_id from post_likes l join posts p on p.id = l.post_id
        where l.user_id <> p.user_id`,
      'x.author_id',
      `'like:' || x.post_id || ':' || x.user_id`,
    ),
  },
  {
    name: 'a share notifies the author of the post',
    means: 'a notification is missing',
    sql: notified(
      `select s.id, p.user_id as author_id from posts s join posts p on p.id = s.shared_post_id
        where s.user_id <> p.user_id`,
      'x.author_id',
      `'share:' || x.id`,
    ),
  },
  {
    name: 'a request notifies its addressee',
    means: 'a notification is missing',
    sql: notified(
      `select id, connected_user_id from connections where note is not null and status = 'pending'`,
      'x.connected_user_id',
      `'connection-request:' || x.id`,
    ),
  },
  {
    name: 'an answer notifies the requester',
    means: 'a notification is missing',
    sql: notified(
      `select id, user_id, status from connections where note is not null and status <> 'pending'`,
      'x.user_id',
      `'connection-' || x.status || ':' || x.id`,
    ),
  },
  {
    name: 'notifications are unique',
    means: 'a member is notified twice',
    sql: twice('dedupe_key, user_id', 'notifications where dedupe_key is not null'),
  },
  {
    name: 'own actions notify no one',
    means: 'a member is notified of their own action',
    sql: `select id::text as what from notifications where actor_id = user_id`,
  },
  {
    name: 'notifications of removed comments are withdrawn',
    means: 'a notification leads to nothing',
    sql: `select n.dedupe_key as what from notifications n join posts p on p.id = n.source_id
      where n.type in ('post-commented', 'thread-commented')
        and not exists (select 1 from comments k where n.dedupe_key = 'comment:' || k.id)`,
  },
  {
    name: 'answered requests await no answer',
    means: 'a notification still asks for an answer',
    sql: `select n.dedupe_key as what from notifications n join connections k on k.id = n.source_id
      where n.source_type = 'connection' and n.awaits_answer and k.status <> 'pending'`,
  },
  {
    name: 'open requests await an answer',
    means: 'a request cannot be answered where it is announced',
    sql: `select k.id::text as what from connections k join notifications n
      on n.dedupe_key = 'connection-request:' || k.id
      where k.status = 'pending' and k.ignored_at is null and not n.awaits_answer`,
  },
  {
    name: 'read notifications have a time',
    means: 'reading cannot be undone',
    sql: `select id::text as what from notifications where read <> (read_at is not null)`,
  },
];
