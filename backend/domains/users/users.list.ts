import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from './user.view.ts';

/** Whom to list. */
export interface UsersRequest {
  q?: string | undefined;
  role?: Role | undefined;
  institution?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const USERS = {
  name: 'users-list',
  text: `select ${USER_CARD_COLUMNS}, u.created_at as key_at from users u
    where u.deactivated_at is null and u.role <> 'creator' and u.id not in (${HIDDEN_FROM_VIEWER})
      and (u.created_at, u.id) < ($2::timestamptz, $3::uuid)
      and ($4::text is null or u.full_name collate "und-x-icu" ilike $4 or u.username ilike $4)
      and ($5::text is null or u.role = $5)
      and ($6::text is null or (u.is_institution_public and lower(u.institution) = lower($6)))
      and (${FINDABLE} or lower(u.username) = lower($7))
    order by u.created_at desc, u.id desc limit ${PROFILE_LIMITS.pageMaxItems + 1}`,
};

/** Lists people whom the viewer may find, newest first; a student's username written out finds them whatever they chose. */
export async function listUsers(pool: Pool, viewerId: string, request: UsersRequest): Promise<Page<UserCard>> {
  const cursor = decodeCursor(request.cursor);
  const pattern = request.q ? `%${request.q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const rows = await query<UserCardRow & { key_at: Timestamp }>(pool, USERS, [
    viewerId,
    cursor?.at ?? 'infinity',
    cursor?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    pattern,
    request.role ?? null,
    request.institution || null,
    request.q?.replace(/^@/, '') ?? '',
  ]);
  return toPage(rows, request.limit ?? PROFILE_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.author_id }),
    view: toUserCard,
  });
}
