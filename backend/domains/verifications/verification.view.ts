import type { ClaimedEntry, EntryClaim, VerificationState, VerificationView } from '#shared/api/verifications.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { isApprovedInstitution, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Tests whether one of two users, each named by an SQL expression, is an institution that has confirmed the other. */
export const isOfInstitution = (user: string, other: string) =>
  `exists (select 1 from verifications v
    join users vi on vi.id = v.institution_id and ${isApprovedInstitution('vi')} where v.status = 'confirmed'
    and ((v.user_id = ${user} and v.institution_id = ${other})
      or (v.user_id = ${other} and v.institution_id = ${user})))`;

/** Tests as {@link isOfInstitution}, and whether one institution has confirmed both users. */
export const isColleague = (user: string, other: string) => `(${isOfInstitution(user, other)}
  or exists (select 1 from verifications x join verifications y on y.institution_id = x.institution_id
    and y.status = 'confirmed' join users xi on xi.id = x.institution_id and ${isApprovedInstitution('xi')}
    where x.user_id = ${user} and x.status = 'confirmed' and y.user_id = ${other}))`;

/** Selects the ids (`institution_id`) of the institutions that confirmed the user of an SQL expression, once each. */
export const institutionsOf = (user: string) =>
  `select distinct x.institution_id from verifications x join users i on i.id = x.institution_id
    and ${isApprovedInstitution('i')} where x.user_id = ${user} and x.status = 'confirmed'`;

/** Selects who (`user_id`) belongs to which approved institution (`group_id`): itself and those that it confirmed. */
export const INSTITUTION_MEMBERS = 'select m.group_id, m.user_id from institution_members m';

/** Selects the users (`user_id`) and entries that the institution of an SQL expression confirmed, newest first. */
export const membersOf = (institution: string) =>
  `select y.user_id, y.entry from verifications y where y.institution_id = ${institution} and y.status = 'confirmed'
    order by y.created_at desc, y.id desc`;

/** Selects the institutions `i` that confirmed an entry `a` of one user and `b` of another, as `from ... where ...`. */
export const sharedInstitutions = (user: string, other: string) =>
  `from verifications a join verifications b on b.institution_id = a.institution_id and b.user_id = ${other}
    and b.status = 'confirmed' join users i on i.id = a.institution_id and ${isApprovedInstitution('i')}
    where a.user_id = ${user} and a.status = 'confirmed'`;

const CLAIMS = {
  name: 'profile-claims',
  text: `select v.id, v.entry_id, v.status, v.decided_at, i.id as institution_id, i.full_name as institution_name
    from verifications v join users i on i.id = v.institution_id and i.deactivated_at is null
    where v.user_id = $2 and v.entry_id = any($3::uuid[]) and ($4 or (v.status = 'confirmed'
      and ${isApprovedInstitution('i')} and i.id not in (${HIDDEN_FROM_VIEWER}))) order by v.created_at, v.id`,
};

interface ClaimRow {
  id: string;
  entry_id: string;
  status: VerificationState;
  decided_at: Timestamp | null;
  institution_id: string;
  institution_name: string;
}

/** Loads the claims of a user's profile entries: all for the user, else confirmed ones of visible institutions. */
export async function loadClaims(
  reader: Reader,
  userId: string,
  { entryIds, viewerId, isOwn }: { entryIds: readonly string[]; viewerId: string; isOwn: boolean },
): Promise<EntryClaim[]> {
  if (entryIds.length === 0) return [];
  const rows = await read<ClaimRow>(reader, CLAIMS, [viewerId, userId, entryIds, isOwn]);
  return rows.map((row) => ({
    id: row.id,
    entryId: row.entry_id,
    status: row.status,
    institution: { id: row.institution_id, fullName: row.institution_name },
    decidedAt: isoOrNull(row.decided_at),
  }));
}

/** Columns of a claim `v` with its member `u`; read by {@link toVerificationView}. */
export const VERIFICATION_COLUMNS = `v.id, v.status, v.entry, v.created_at, v.decided_at, ${USER_CARD_COLUMNS}`;

/** A row of {@link VERIFICATION_COLUMNS}. */
export interface VerificationRow extends UserCardRow {
  id: string;
  status: VerificationState;
  entry: ClaimedEntry;
  created_at: Timestamp;
  decided_at: Timestamp | null;
}

/** Converts a claim to its view for the institution. */
export function toVerificationView(row: VerificationRow): VerificationView {
  return {
    id: row.id,
    status: row.status,
    user: toUserCard(row),
    entry: row.entry,
    createdAt: isoOf(row.created_at),
    decidedAt: isoOrNull(row.decided_at),
  };
}

const BY_ID = {
  name: 'verification-by-id',
  text: `select ${VERIFICATION_COLUMNS} from verifications v join users u on u.id = v.user_id
    and u.deactivated_at is null
    where v.id = $2 and v.institution_id = $1 and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

/** Loads a claim for its institution. Returns null for every other user, and when the user is deleted or hidden. */
export async function loadVerificationView(
  reader: Reader,
  id: string,
  institutionId: string,
): Promise<VerificationView | null> {
  const [row] = await read<VerificationRow>(reader, BY_ID, [institutionId, id]);
  return row ? toVerificationView(row) : null;
}
