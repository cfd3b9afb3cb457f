import type { TestApp } from './test-app.ts';

/** How much one member has. */
export interface Belongings {
  /** Also the number of conversations, each with 18 read and two unread messages. */
  connections: number;
  /** Posts with three unread likes each, one of another day than the others. */
  likedPosts: number;
}

/** Accounts besides the members under test: at least as many as one of these has connections. */
const PEOPLE = 2_500;

/** Fills the database with other members. */
export async function addPeople({ runAsOwner }: TestApp): Promise<void> {
  await runAsOwner(`
    insert into users (id, username, password, email, full_name, role, email_verified_at)
      select gen_random_uuid(), 'person' || n, 'x', 'person' || n || '@example.test', 'Person ' || n, 'student', now()
      from generate_series(1, ${PEOPLE}) n;
    analyze;`);
}

/** Gives a member connections, conversations and notifications. */
export async function addBelongings({ runAsOwner }: TestApp, userId: string, has: Belongings): Promise<void> {
  const me = `'${userId}'::uuid`;
  await runAsOwner(`
    create temporary table people as
      select id, row_number() over (order by id)::int as n from users where username like 'person%';
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
    analyze;`);
}
