import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';

/** Tests whether a row of `users`, named by its alias, is an institution that an operator has approved. */
export const isApprovedInstitution = (user: string) =>
  `${user}.role = 'institution' and not ${user}.is_awaiting_approval and ${user}.deactivated_at is null`;

/** Reads the audience of a kind of entries (an SQL expression) from privacy settings `ps` of their user. */
const audienceOfKind = (kind: string) =>
  `coalesce(ps.field_visibility ->> case ${kind} when 'education' then 'educationData' else 'experienceData' end,
    'everyone')`;

/** Reads the audience of a confirmed entry (an SQL expression) from privacy settings `ps` of its user. */
export const audienceOfEntry = (entry: string) => audienceOfKind(`${entry} ->> 'kind'`);

/**
 * Selects the name of an approved institution that confirmed a public entry of the user of a row, named by its alias.
 * The row is of `users`, or has {@link VERIFIER_COLUMNS} and `id` is the expression of the user's id.
 */
export const verifierOf = (user: string, id = `${user}.id`) =>
  `case when ${user}.education_verified_by is not null or ${user}.experience_verified_by is not null then
    (select vi.full_name
      from (values (${user}.education_verified_by, 'education'), (${user}.experience_verified_by, 'experience'))
        as v (id, kind)
      join users vi on vi.id = v.id and ${isApprovedInstitution('vi')}
      left join privacy_settings ps on ps.user_id = ${id}
      where ${audienceOfKind('v.kind')} = 'everyone' limit 1) end`;

/** The institution of a `users` row named `u`, when everyone may see it. */
const PUBLIC_INSTITUTION = 'case when u.is_institution_public then u.institution end';

/** {@link USER_CARD_COLUMNS} without the name of the institution that confirmed an entry. */
export const UNVERIFIED_CARD_COLUMNS = `u.id as author_id, u.full_name as author_full_name,
  u.username as author_username, u.role as author_role, case when u.is_position_public then u.position end
  as author_position, ${PUBLIC_INSTITUTION} as author_institution,
  u.profile_image as author_profile_image, u.is_awaiting_approval as author_awaits`;

/** Columns of a `users` row named `u` that {@link verifierOf} reads, beside its id. */
export const VERIFIER_COLUMNS = 'u.education_verified_by, u.experience_verified_by';

/** Columns of a UserCard of a `users` row named `u`, limited to what everyone may see; read by {@link toUserCard}. */
export const USER_CARD_COLUMNS = `${UNVERIFIED_CARD_COLUMNS}, ${verifierOf('u')} as author_verified_by`;

/** A row of {@link USER_CARD_COLUMNS}. */
export interface UserCardRow {
  author_id: string;
  author_full_name: string;
  author_username: string;
  author_role: Role;
  author_position: string | null;
  author_institution: string | null;
  author_profile_image: string | null;
  author_awaits: boolean;
  author_verified_by: string | null;
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
    ...(row.author_verified_by !== null && { verifiedBy: row.author_verified_by }),
    ...(row.author_awaits && { isAwaitingApproval: true }),
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
