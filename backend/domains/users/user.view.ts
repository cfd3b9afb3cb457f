import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';

/** Columns of a UserCard of a `users` row named `u`, limited to what everyone may see; read by {@link toUserCard}. */
export const USER_CARD_COLUMNS = `u.id as author_id, u.full_name as author_full_name, u.username as author_username,
  u.role as author_role, case when u.is_position_public then u.position end as author_position,
  case when u.is_institution_public then u.institution end as author_institution,
  u.profile_image as author_profile_image`;

/** A row of {@link USER_CARD_COLUMNS}. */
export interface UserCardRow {
  author_id: string;
  author_full_name: string;
  author_username: string;
  author_role: Role;
  author_position: string | null;
  author_institution: string | null;
  author_profile_image: string | null;
}

/** Converts a row to a UserCard, which never contains the email. */
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

const CARD = {
  name: 'user-card',
  text: `select ${USER_CARD_COLUMNS} from users u where u.id = $1 and u.deactivated_at is null`,
};

/** Loads a user's card. Returns null when the user is deactivated or deleted. */
export async function loadUserCard(reader: Reader, userId: string): Promise<UserCard | null> {
  const [row] = await read<UserCardRow>(reader, CARD, [userId]);
  return row ? toUserCard(row) : null;
}
