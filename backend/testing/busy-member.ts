import type { TestApp } from './test-app.ts';

/** How much one member has. */
export interface Belongings {
  /** Also the number of conversations, each with 18 read and two unread messages. */
  connections: number;
  /** Posts with three unread likes each, one of another day than the others. */
  likedPosts: number;
  /** Items with ten learners each, at most. */
  items: number;
}

/** Accounts besides the members under test: at least as many as one of these has connections. */
const PEOPLE = 2_500;

const PEOPLE_TABLE = `create temporary table people as
  select id, row_number() over (order by id)::int as n from users where username like 'person%';`;

/** Fills the database with students who are listed in the directory and connected with twenty others each. */
export async function addPeople({ runAsOwner }: TestApp): Promise<void> {
  await runAsOwner(`
    insert into users (id, username, password, email, full_name, role, email_verified_at)
      select gen_random_uuid(), 'person' || n, 'x', 'person' || n || '@example.test', 'Person ' || n, 'student', now()
      from generate_series(1, ${PEOPLE}) n;
    ${PEOPLE_TABLE}
    insert into connections (id, user_id, connected_user_id, status, responded_at)
      select gen_random_uuid(), p.id, o.id, 'accepted', now()
      from people p cross join generate_series(1, 10) k join people o on o.n = (p.n + k * 37) % ${PEOPLE} + 1;
    insert into directory_listings (user_id, name, has_name, has_photo, has_courses, has_mutuals)
      select p.id, 'Person ' || p.n, true, false, true, true from people p;
    analyze;`);
}

/** Gives a member connections, conversations, posts, notifications, items and learners. */
export async function addBelongings({ runAsOwner }: TestApp, userId: string, has: Belongings): Promise<void> {
  const me = `'${userId}'::uuid`;
  await runAsOwner(`
    ${PEOPLE_TABLE}
    insert into connections (id, user_id, connected_user_id, status, responded_at)
      select gen_random_uuid(), ${me}, p.id, 'accepted', now() from people p where p.n <= ${has.connections};
    insert into conversations (id, low_id, high_id, last_seq)
      select gen_random_uuid(), least(p.id, ${me}), greatest(p.id, ${me}), 20
      from people p where p.n <= ${has.connections};
    insert into messages (id, sender_id, receiver_id, client_id, content, read, conversation_id, conversation_seq)
      select gen_random_uuid(), case when c.low_id = ${me} then c.high_id else c.low_id end, ${me}, gen_random_uuid(),
        'Message ' || s, s <= 18, c.id, s
      from conversations c, generate_series(1, 20) s where ${me} in (c.low_id, c.high_id);
    insert into conversation_state (conversation_id, user_id, has_unread)
      select c.id, ${me}, true from conversations c where ${me} in (c.low_id, c.high_id);
    create temporary table liked as select gen_random_uuid() as id, n from generate_series(1, ${has.likedPosts}) n;
    insert into posts (id, user_id, content) select l.id, ${me}, 'Post ' || l.n from liked l;
    insert into notifications (id, user_id, type, category, source_type, source_id, group_key, actor_id, listed_at)
      select gen_random_uuid(), ${me}, 'post-liked', 'posts', 'post', l.id, 'post-liked:' || l.id, p.id,
        now() - l.n * interval '1 minute' - (p.n % 3 / 2) * interval '1 day'
      from liked l join people p on (p.n - 1) / 3 = l.n % ${Math.floor(PEOPLE / 3)};
    create temporary table items as select gen_random_uuid() as id, n from generate_series(1, ${has.items}) n;
    insert into courses (id, user_id, title, description, price, status, published_at)
      select i.id, ${me}, 'Item ' || i.n, 'About', 0, 'published', now() from items i;
    insert into enrollments (id, user_id, course_id, created_at)
      select gen_random_uuid(), p.id, i.id, now() - (p.n * 31 % 997) * interval '1 minute'
      from items i join people p on p.n % ${PEOPLE / 10} = i.n % ${PEOPLE / 10};
    analyze;`);
  // An index contains all of what is counted, once its pages are known to have no other versions of rows.
  for (const table of ['connections', 'users', 'posts', 'courses', 'enrollments']) await runAsOwner(`vacuum ${table}`);
}
