import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';

/** Columns of a UserCard, with what everyone may see alone, of a `users` row named `u`; read by {@link toUserCard}. */
export const USER_CARD_COLUMNS = `u.id as author_id, u.full_name as author_full_name, u.username as author_username,
  u.role as author_role, case when u.is_position_public then u.position end as author_position,
  case when u.is_institution_public then u.institution end as author_institution,
  u.profile_image as author_profile_image`;

/** What {@link USER_CARD_COLUMNS} answers. */
export interface UserCardRow {
  author_id: string;
  author_full_name: string;
  author_username: string;
  author_role: Role;
  author_position: string | null;
  author_institution: string | null;
  author_profile_image: string | null;
}

/** Makes a UserCard of a row; never holds e-mail or password. */
export function toUserCard(row: UserCardRow): UserCard {
  return {
    id: row.author_id,
    fullName: row.author_full_name,
    username: row.author_username,
    role: row.author_role,
    position: row.author_position,
    institution: row.author_institution,
    profileImage: row.author_profile_image,
  };
}

/** A viewer who is nobody, for what everyone may see: no person has the nil UUID (RFC 9562, section 5.9). */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Those whom a viewer ($1) never sees and who never see the viewer: blocks in both directions. It stands in a `not in
 * (...)`, which Postgres reads once per statement and then probes as a hash.
 */
export const HIDDEN_FROM_VIEWER = `select b.blocked_id from blocks b where b.blocker_id = $1
  union all select b.blocker_id from blocks b where b.blocked_id = $1`;

/**
 * Whether the person that an SQL expression names keeps their connections to themself; then nobody learns which they
 * share with them, nor how many.
 */
export const keepsConnections = (person: string) =>
  `exists (select 1 from privacy_settings kc where kc.user_id = ${person} and kc.field_visibility->>'connections' = 'me')`;

/**
 * Whether the viewer ($1) may come upon a person `u` in lists: students stand there when they show their name in the
 * directory or are connected with the viewer (decision 9), everyone else always. The directory is asked by a value, not
 * by `exists`, for which Postgres would read it whole.
 */
export const FINDABLE = `(u.role <> 'student' or u.id = $1
  or (select dl.has_name from directory_listings dl where dl.user_id = u.id)
  or exists (select 1 from connections c where c.status = 'accepted' and least(c.user_id, c.connected_user_id) = least($1::uuid, u.id)
    and greatest(c.user_id, c.connected_user_id) = greatest($1::uuid, u.id)))`;
