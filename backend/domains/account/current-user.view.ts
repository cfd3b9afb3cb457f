import type { Role } from '#shared/api/endpoint.ts';
import type { CurrentUser } from '#shared/api/auth.ts';
import { query, type Pool } from '../../db/pool.ts';
import { lacksSecondFactor, type Identity } from '../../http/identity.ts';
import { connectionCountOf } from '../connections/connection.view.ts';
import { UNREAD_MESSAGES } from '../messages/message.view.ts';
import { UNREAD_NOTIFICATIONS } from '../notifications/notification.view.ts';
import { cursorOf } from '../sync/sync.service.ts';

const CURRENT_USER = {
  name: 'auth-current-user',
  text: `select u.profile_image, u.institution, u.position,
      ${UNREAD_MESSAGES} as messages, ${cursorOf('u.id')} as stream_cursor,
      ${UNREAD_NOTIFICATIONS} as notifications,
      ${connectionCountOf('u.id')} as connections
    from users u where u.id = $1`,
};

interface CurrentUserRow {
  profile_image: string | null;
  institution: string | null;
  position: string | null;
  messages: number;
  stream_cursor: string | number;
  notifications: number;
  connections: number;
}

/** Loads the session user with the counts that the shell shows. */
export async function loadCurrentUser(
  pool: Pool,
  identity: Identity,
  twoFactorRoles: readonly Role[],
): Promise<CurrentUser> {
  const [row] = await query<CurrentUserRow>(pool, CURRENT_USER, [identity.id]);
  const { id, username, email, fullName, role } = identity;
  return {
    id,
    username,
    email,
    fullName,
    role,
    ...(lacksSecondFactor(identity, twoFactorRoles) && { mustSetUpTwoFactor: true }),
    profileImage: row?.profile_image ?? null,
    institution: row?.institution ?? null,
    position: row?.position ?? null,
    unread: { messages: row?.messages ?? 0, notifications: row?.notifications ?? 0 },
    connectionCount: row?.connections ?? 0,
    userLogCursor: Number(row?.stream_cursor ?? 0),
  };
}
