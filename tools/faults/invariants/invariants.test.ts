import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemplate } from '../../../backend/testing/create-template.ts';
import { findPort } from '../../../backend/testing/ports.ts';
import { TEMPLATE_DATABASE, urlOf } from '../../../backend/testing/template.ts';
import { startTestPostgres, type TestPostgres } from '../../postgres.ts';
import { checkInvariants, INVARIANTS } from './index.ts';

/** Each invariant finds a violation that is planted into correct records, and nothing in them before. */

let server: TestPostgres;
let client: pg.Client;
beforeAll(async () => {
  server = await startTestPostgres({ firstPort: await findPort() });
  await createTemplate(server);
  client = new pg.Client({ connectionString: urlOf(server.adminUrl, TEMPLATE_DATABASE) });
  await client.connect();
  await client.query(CORRECT);
});
afterAll(async () => {
  await client.end();
  server.stop();
});

const id = (number: number): string => `'00000000-0000-7000-8000-${String(number).padStart(12, '0')}'`;
const [ADA, BEN, EVENT, AD, CONVERSATION] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string];
const SESSION = id(6);
const [COURSE, SOLD, PURCHASE, CALL] = [id(7), id(8), id(9), id(10)];
const user = (userId: string, name: string): string =>
  `insert into users (id, username, password, email, full_name, role)
     values (${userId}, '${name}', 'x', '${name}@example.org', '${name}', 'teacher');
   insert into search_index (id, entity_id, entity_type, title, content)
     values (uuidv7(), ${userId}, 'user', '${name}', '');`;
const postId = (content: string): string => `(select id from posts where content = '${content}')`;
const notification = (fields: Record<string, string>): string => {
  const all: Record<string, string> = { id: 'uuidv7()', user_id: ADA, type: `'test'`, group_key: `'g'`, ...fields };
  return `insert into notifications (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
};
const indexEntry = (type: string, entity: string): string =>
  `insert into search_index (id, entity_id, entity_type, title, content)
     values (uuidv7(), ${entity}, '${type}', '', '');`;
const entry = (owner: string, seq: number, message: string): string =>
  `insert into user_log_entries (user_id, seq, kind, payload)
     select ${owner}, ${seq}, 'new-message', jsonb_build_object('messageId', ${message});`;
const [MESSAGE, CALL_MESSAGE] = [1, 2].map((seq) => `(select id from messages where conversation_seq = ${seq})`) as [
  string,
  string,
];
const file = (name: string): string =>
  `insert into files (id, owner_id, purpose, sha256, mime, name, size_bytes)
     values (uuidv7(), ${ADA}, 'message-file', repeat('a', 64), 'text/plain', '${name}', 5);`;
const response = (key: string, status: string, scope = SESSION): string =>
  `insert into idempotency_keys (scope, key, method, path, body_hash, status, expires_at)
     values (${scope}, '${key}', 'POST', '/api/posts', 'x', ${status}, now() + interval '1 day');`;

const purchase = (purchaseId: string, number: number): string =>
  `insert into purchases (id, buyer_id, seller_id, course_id, title, content_type, amount, currency, provider, status,
       expires_at, check_at, paid_at, receipt_number)
     values (${purchaseId}, ${BEN}, ${ADA}, ${SOLD}, 'sold', 'course', 900, 'USD', 'test', 'paid', now(), now(), now(),
       ${number});`;

/**
 * Ada has a post, an event and an item; Ben likes the post, comments on it, shares it, is connected to Ada, learns with
 * the item, has bought another one, and has called Ada.
 */
const CORRECT = `
  ${user(ADA, 'ada')} ${user(BEN, 'ben')}
  insert into sessions (id, token_hash, user_id, expires_at) values (${SESSION}, 'x', ${ADA}, now() + interval '1 day');
  insert into posts (id, user_id, content, likes, comments, shares) values (uuidv7(), ${ADA}, 'post', 1, 1, 1);
  insert into posts (id, user_id, content, shared_post_id) select uuidv7(), ${BEN}, 'share', id from posts;
  insert into search_index (id, entity_id, entity_type, title, content)
    select uuidv7(), id, 'post', content, content from posts;
  insert into post_likes (post_id, user_id) select id, ${BEN} from posts where content = 'post';
  insert into comments (id, post_id, user_id, content)
    select uuidv7(), id, ${BEN}, 'comment' from posts where content = 'post';
  insert into connections (id, user_id, connected_user_id, note, status)
    values (uuidv7(), ${BEN}, ${ADA}, 'hello', 'pending');
  insert into notifications (id, user_id, actor_id, type, source_type, source_id, group_key, dedupe_key, awaits_answer)
    select uuidv7(), ${ADA}, ${BEN}, n.type, n.source_type, n.source_id, n.key, n.key, n.awaits_answer from (
      select 'post-commented' as type, 'post' as source_type, post_id as source_id, 'comment:' || id as key,
        false as awaits_answer from comments
      union all select 'post-liked', 'post', post_id, 'like:' || post_id || ':' || user_id, false from post_likes
      union all select 'post-shared', 'post', shared_post_id, 'share:' || id, false from posts where content = 'share'
      union all select 'connection-request', 'connection', id, 'connection-request:' || id, true from connections) n;
  insert into events (id, user_id, title, description, date, location, capacity)
    values (${EVENT}, ${ADA}, 'event', 'text', now() + interval '1 day', 'here', 1);
  insert into search_index (id, entity_id, entity_type, title, content)
    values (uuidv7(), ${EVENT}, 'event', 'event', 'text');
  insert into event_attendees (event_id, user_id, status) values (${EVENT}, ${BEN}, 'going');
  insert into conversations (id, low_id, high_id, last_seq) values (${CONVERSATION}, ${ADA}, ${BEN}, 2);
  insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq)
    values (uuidv7(), ${ADA}, ${BEN}, uuidv7(), 'hello', ${CONVERSATION}, 1);
  insert into message_index (message_id, scopes, fts) select id, array[${CONVERSATION}]::uuid[], '' from messages;
  insert into conversation_state (conversation_id, user_id, has_unread)
    values (${CONVERSATION}, ${ADA}, false), (${CONVERSATION}, ${BEN}, true);
  insert into user_logs (user_id, last_seq) values (${ADA}, 2), (${BEN}, 2);
  ${entry(ADA, 1, MESSAGE)} ${entry(BEN, 1, MESSAGE)}
  ${file('notes.txt')}
  insert into upload_sessions (id, owner_id, purpose, name, size_bytes, state, file_id, expires_at)
    select uuidv7(), owner_id, purpose, name, 5, 'done', id, now() + interval '1 day' from files;
  insert into advertisements (id, user_id, title, description, state) values (${AD}, ${ADA}, 'ad', 'text', 'active');
  insert into ad_views (user_id, advertisement_id, day, count, is_followed) values (${BEN}, ${AD}, now(), 2, true);
  insert into ad_stats_daily (advertisement_id, day, impressions, clicks) values (${AD}, now(), 2, 1);
  insert into courses (id, user_id, title, description, price, enrollments, downloads)
    values (${COURSE}, ${ADA}, 'item', 'text', 0, 1, 1);
  insert into enrollments (id, user_id, course_id) values (uuidv7(), ${BEN}, ${COURSE});
  insert into course_files (id, course_id, file_id, title, position)
    select ${COURSE}, ${COURSE}, id, 'file', 0 from files;
  insert into course_downloads (user_id, course_file_id, course_id, day) values (${BEN}, ${COURSE}, ${COURSE}, now());
  insert into file_positions (user_id, course_file_id, course_id, percent, position)
    values (${BEN}, ${COURSE}, ${COURSE}, 0.5, '');
  insert into courses (id, user_id, title, description, price, enrollments)
    values (${SOLD}, ${ADA}, 'sold', 'text', 900, 1);
  insert into course_sections (id, course_id, title, position) values (${SOLD}, ${SOLD}, 'Basics', 0);
  insert into course_lessons (id, course_id, section_id, title, kind, text, position)
    select uuidv7(), ${SOLD}, ${SOLD}, 'Lesson', 'text', 'text', at from generate_series(1, 3) at;
  ${purchase(PURCHASE, 1)}
  insert into enrollments (id, user_id, course_id, source, purchase_id, progress)
    values (uuidv7(), ${BEN}, ${SOLD}, 'purchase', ${PURCHASE}, 33);
  insert into lesson_progress (user_id, lesson_id, course_id)
    select ${BEN}, id, course_id from course_lessons where position = 1;
  insert into calls (id, caller_id, callee_id, type, route, created_at, answered_at, ended_at, end_reason)
    values (${CALL}, ${BEN}, ${ADA}, 'voice', 'direct', now(), now(), now(), 'completed');
  insert into messages (id, sender_id, receiver_id, client_id, content, read, kind, call, conversation_id,
      conversation_seq)
    values (uuidv7(), ${BEN}, ${ADA}, uuidv7(), '', true, 'call',
      jsonb_build_object('callId', ${CALL}::text, 'endReason', 'completed'), ${CONVERSATION}, 2);
  ${entry(ADA, 2, CALL_MESSAGE)} ${entry(BEN, 2, CALL_MESSAGE)}
  ${response('faults-1', '201')}
  insert into auth_tokens (id, user_id, purpose, token_hash, email, expires_at)
    values (uuidv7(), ${ADA}, 'verify', 'x', 'ada@example.org', now() + interval '1 day');
  insert into user_preferences (id, user_id) values (uuidv7(), ${ADA});`;

const REVIEW = `insert into reviews (id, user_id, course_id, rating, text)
  values (uuidv7(), ${BEN}, ${COURSE}, 5, 'Good');`;

/** What violates each invariant, and what must be dropped before, because the schema forbids it as well. */
const PLANTED: Record<string, string> = {
  'likes are counted': `update posts set likes = 2 where content = 'post'`,
  'comments are counted': `update posts set comments = 0 where content = 'post'`,
  'shares are counted': `update posts set shares = 0 where content = 'post'`,
  'posts are unique': `insert into posts (id, user_id, content) values (uuidv7(), ${ADA}, 'post')`,
  'comments are unique': `insert into comments (id, post_id, user_id, content)
    select uuidv7(), post_id, user_id, content from comments`,
  'likes are unique': `alter table post_likes drop constraint post_likes_pkey;
    insert into post_likes select * from post_likes`,
  'saved posts are unique': `alter table saved_items drop constraint saved_items_pkey;
    insert into saved_items (user_id, type, item_id)
      select ${ADA}, 'post', id from posts cross join generate_series(1, 2)`,
  'versions of a post are unique': `update posts set edited_at = now(); insert into post_edits (id, post_id, content)
    select uuidv7(), id, 'before' from posts cross join generate_series(1, 2)`,
  'edited posts have their versions': `update posts set edited_at = now()`,
  'comments have their posts': `update comments set post_id = ${id(99)}`,
  'likes have their posts': `update post_likes set post_id = ${id(99)}`,
  'saved posts exist': `insert into saved_items (user_id, type, item_id) values (${ADA}, 'post', ${id(99)})`,
  'shared posts exist': `update posts set shared_post_id = ${id(99)} where content = 'share'`,
  'shares are of originals': `insert into posts (id, user_id, content, shared_post_id)
    select uuidv7(), ${ADA}, 'share of a share', id from posts where content = 'share'`,
  'images of posts are files of their authors': `update posts set image_file_id = (select id from files)`,
  'drafts have a text': `insert into drafts (user_id, key, body) values (${ADA}, 'post', '')`,
  'posts are found by search': `update posts set content = 'edited' where content = 'post'`,
  'events are found by search': `update events set title = 'edited'`,
  'members are found by search': `update users set full_name = 'edited'`,
  'search finds no removed post': indexEntry('post', id(99)),
  'search entries are unique': `alter table search_index drop constraint search_index_entity_unique;
    ${indexEntry('user', ADA)}`,
  'finished uploads have their file': `delete from files`,
  'no upload failed': `update upload_sessions set state = 'failed', failure = '{}'`,
  'files are unique': file('notes.txt'),
  'files are described': `update files set sha256 = ''`,
  'displays of advertisements are counted': `update ad_stats_daily set impressions = 3`,
  'clicks on advertisements are counted': `update ad_stats_daily set clicks = 2`,
  'enrollments are counted': `update courses set enrollments = 2`,
  'reviews are counted': `update courses set reviews = reviews + 1, rating_sum = rating_sum + 5`,
  'downloads are counted': `update courses set downloads = 0`,
  'progress is of users who are enrolled': `update file_positions set user_id = ${ADA}`,

  'enrollments are unique': `alter table enrollments drop constraint enrollments_user_course_unique;
    insert into enrollments (id, user_id, course_id) select uuidv7(), user_id, course_id from enrollments`,
  'reviews are unique': `alter table reviews drop constraint reviews_user_course_unique;
    ${REVIEW} ${REVIEW}`,
  'progress is that of the lessons': `update enrollments set progress = 50`,
  'class posts are of the class': `insert into posts (id, user_id, content, audience, course_id)
    values (uuidv7(), ${id(98)}, 'class post', 'course', ${COURSE})`,
  'receipts are numbered without gaps': `update purchases set receipt_number = 2`,
  'an item is paid once': purchase(id(96), 2),
  'paid purchases have their item': `delete from enrollments where source = 'purchase'`,
  'items that were bought are paid': `update purchases set status = 'refunded', refunded_at = now()`,
  'calls have an end': `update calls set ended_at = null, end_reason = null`,
  'calls end after their answer': `update calls set ended_at = answered_at - interval '1 second'`,
  'calls have one message': `delete from messages where kind = 'call'`,
  'messages of calls have their call': `update calls set end_reason = 'lost'`,

  'a pair has one connection': `drop index connections_pair_unique;
    insert into connections (id, user_id, connected_user_id) values (uuidv7(), ${ADA}, ${BEN})`,
  'connections are of two members': `alter table connections drop constraint connections_pair_check;
    insert into connections (id, user_id, connected_user_id) values (uuidv7(), ${ADA}, ${ADA})`,
  'answered requests have a time': `update connections set status = 'rejected'`,
  'the sources of feeds are current': `delete from feed_sources where is_group`,
  'seats are within the capacity': `insert into event_attendees (event_id, user_id) values (${EVENT}, ${ADA})`,
  'free seats are offered': `update event_attendees set status = 'waitlisted', waiting_number = 1`,
  'positions in a waiting list are unique': `update events set capacity = 1;
    insert into event_attendees (event_id, user_id, status, waiting_number)
      values (${EVENT}, ${ADA}, 'waitlisted', 1), (${EVENT}, ${id(98)}, 'waitlisted', 1)`,
  'answers are unique': `alter table event_attendees drop constraint event_attendees_pkey;
    insert into event_attendees (event_id, user_id, status) values (${EVENT}, ${BEN}, 'interested')`,
  'held seats are announced': `update event_attendees set status = 'held', held_until = now()`,
  'edited events have a revision': `update events set revision = 1`,
  'a comment notifies the author of the post': `delete from notifications where type = 'post-commented'`,
  'a like notifies the author of the post': `delete from notifications where type = 'post-liked'`,
  'a share notifies the author of the post': `delete from notifications where type = 'post-shared'`,
  'a request notifies its addressee': `delete from notifications where type = 'connection-request'`,
  'an answer notifies the requester': `update connections set status = 'accepted', responded_at = now()`,
  'notifications are unique': `alter table notifications drop constraint notifications_dedupe_unique;
    ${notification({ dedupe_key: `'twice'` })} ${notification({ dedupe_key: `'twice'` })}`,
  'own actions notify no one': notification({ actor_id: ADA }),
  'notifications of removed comments are withdrawn': notification({
    type: `'post-commented'`,
    source_type: `'post'`,
    source_id: postId('post'),
    dedupe_key: `'comment:removed'`,
  }),
  'answered requests await no answer': `update connections set status = 'rejected', responded_at = now()`,
  'open requests await an answer': `update notifications set awaits_answer = false`,
  'read notifications have a time': `update notifications set read = true`,

  'user logs are dense': `update user_logs set last_seq = 3 where user_id = ${ADA}`,
  'entries belong to a user log': `delete from user_logs where user_id = ${ADA}`,
  'conversations are dense': `update conversations set last_seq = 3`,
  'messages are unique': `alter table messages drop constraint messages_client_id_unique;
    insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq)
      select uuidv7(), sender_id, receiver_id, client_id, content, conversation_id, conversation_seq + 2 from messages`,
  'messages are between the members of their conversation': `update messages set receiver_id = ${id(98)}`,
  'messages are in both user logs once': entry(ADA, 3, MESSAGE),
  'messages up to the cursor are read': `insert into read_cursors (user_id, conversation_id, seq)
    values (${BEN}, ${CONVERSATION}, 1)`,
  'read cursors are within their conversation': `insert into read_cursors (user_id, conversation_id, seq)
    values (${ADA}, ${CONVERSATION}, 9)`,
  'unread conversations are marked': `update conversation_state set has_unread = false`,
  'messages are found by search': `delete from message_index`,
  'stored responses are complete': response('faults-2', 'null'),
  'stored responses are successes': response('faults-2', '404'),
  'an Idempotency-Key was used in one session': response('faults-1', '201', id(97)),
  'stored responses belong to a session': `delete from sessions`,
  'each account has one verification': `insert into auth_tokens (id, user_id, purpose, token_hash, email, expires_at)
    values (uuidv7(), ${ADA}, 'verify', 'y', 'ada@example.org', now())`,
  'preferences are unique': `alter table user_preferences drop constraint user_preferences_user_id_unique;
    insert into user_preferences (id, user_id) values (uuidv7(), ${ADA})`,
  'the outbox is empty': `insert into outbox (id, name, payload) values (uuidv7(), 'post-created', '{}')`,
  'no domain event is parked': `insert into outbox (id, name, payload, attempts)
    values (uuidv7(), 'post-created', '{}', 25)`,
  'no job failed': `insert into pgboss.job (name, state) values ('send-email', 'failed')`,
  'times are those of the database': `update comments set created_at = now() + interval '3 hours'`,
  'ids are ordered by the clock of the database': `update comments set created_at = now() - interval '3 hours'`,
};

it('finds nothing in correct records', async () => {
  expect(await checkInvariants(client)).toEqual([]);
});

it('has a planted violation for each invariant', () => {
  expect(Object.keys(PLANTED).toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
});

it.each(Object.keys(PLANTED))('finds a violation of: %s', async (name) => {
  await client.query('begin');
  try {
    // Without this, the foreign keys would refuse most violations.
    await client.query('set local session_replication_role = replica');
    await client.query(PLANTED[name] ?? '');
    expect((await checkInvariants(client)).map((violation) => violation.name)).toContain(name);
  } finally {
    await client.query('rollback');
  }
});
