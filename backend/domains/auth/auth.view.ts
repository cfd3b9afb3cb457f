import type { Pool } from 'pg';
import type { CurrentUser } from '#shared/api/auth.ts';
import { query } from '../../db/pool.ts';
import type { Identity } from '../../http/identity.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { shownTo } from '../notifications/notification.view.ts';

const BESIDE = {
  name: 'auth-current-user',
  text: `select u.profile_image, u.institution, u.position,
      (select count(*)::int from messages m join conversations c on c.id = m.conversation_id and c.state = 'accepted'
        where m.receiver_id = u.id and not m.read and m.deleted_at is null and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER}))) as messages,
      coalesce((select s.last_seq from user_stream s where s.user_id = u.id), 0) as stream_cursor,
      (select count(distinct n.group_key)::int from notifications n where ${shownTo('n', 'unread')}) as notifications,
      (select count(*)::int from connections c
        where c.status = 'accepted' and (c.user_id = u.id or c.connected_user_id = u.id)) as connections
    from users u where u.id = $1`,
};

interface BesideRow {
  profile_image: string | null;
  institution: string | null;
  position: string | null;
  messages: number;
  stream_cursor: string | number;
  notifications: number;
  connections: number;
}

/** The session user with the counts of the shell. */
export async function loadCurrentUser(pool: Pool, identity: Identity): Promise<CurrentUser> {
  const [row] = await query<BesideRow>(pool, BESIDE, [identity.id]);
  const { sessionId: _sessionId, ...user } = identity;
  return {
    ...user,
    profileImage: row?.profile_image ?? null,
    institution: row?.institution ?? null,
    position: row?.position ?? null,
    unread: { messages: row?.messages ?? 0, notifications: row?.notifications ?? 0 },
    connectionCount: row?.connections ?? 0,
    streamCursor: Number(row?.stream_cursor ?? 0),
  };
}
