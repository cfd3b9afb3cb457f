import type { Pool } from 'pg';
import type { CurrentUser } from '#shared/api/auth.ts';
import { query } from '../../db/pool.ts';
import type { Identity } from '../../http/identity.ts';
import { shownTo } from '../notifications/notification.view.ts';

const BESIDE = {
  name: 'auth-current-user',
  text: `select u.profile_image, u.institution, u.position,
      (select count(*)::int from messages m where m.receiver_id = u.id and not m.read) as messages,
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
  };
}
