import type { ClaimedLine, LineClaim, VerificationState, VerificationView } from '#shared/api/verifications.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';

const CLAIMS = {
  name: 'profile-claims',
  text: `select v.id, v.line_id, v.status, v.decided_at, i.id as institution_id, i.full_name as institution_name
    from verifications v join users i on i.id = v.institution_id and i.deactivated_at is null
    where v.user_id = $2 and v.line_id = any($3::uuid[]) and ($4 or (v.status = 'confirmed' and i.id not in (${HIDDEN_FROM_VIEWER}))) order by v.created_at, v.id`,
};

interface ClaimRow {
  id: string;
  line_id: string;
  status: VerificationState;
  decided_at: Timestamp | null;
  institution_id: string;
  institution_name: string;
}

/**
 * Loads what institutions say about lines of a person: confirmed ones of institutions that the viewer sees, and every
 * one for the person's own eyes.
 */
export async function loadClaims(
  reader: Reader,
  userId: string,
  { lineIds, viewerId, isOwn }: { lineIds: readonly string[]; viewerId: string; isOwn: boolean },
): Promise<LineClaim[]> {
  if (lineIds.length === 0) return [];
  const rows = await read<ClaimRow>(reader, CLAIMS, [viewerId, userId, lineIds, isOwn]);
  return rows.map((row) => ({
    id: row.id,
    lineId: row.line_id,
    status: row.status,
    institution: { id: row.institution_id, fullName: row.institution_name },
    decidedAt: isoOrNull(row.decided_at),
  }));
}

/** Columns of a claim `v` with its member `u`; read by {@link toVerificationView}. */
export const VERIFICATION_COLUMNS = `v.id, v.status, v.line, v.created_at, v.decided_at, ${USER_CARD_COLUMNS}`;

/** What {@link VERIFICATION_COLUMNS} answers. */
export interface VerificationRow extends UserCardRow {
  id: string;
  status: VerificationState;
  line: ClaimedLine;
  created_at: Timestamp;
  decided_at: Timestamp | null;
}

/** Makes the view of a claim for the institution. */
export function toVerificationView(row: VerificationRow): VerificationView {
  return {
    id: row.id,
    status: row.status,
    user: toUserCard(row),
    line: row.line,
    createdAt: isoOf(row.created_at),
    decidedAt: isoOrNull(row.decided_at),
  };
}

const BY_ID = {
  name: 'verification-by-id',
  text: `select ${VERIFICATION_COLUMNS} from verifications v join users u on u.id = v.user_id and u.deactivated_at is null
    where v.id = $2 and v.institution_id = $1 and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

/** Loads a claim for the institution it names; null for everyone else, and when the member is gone or blocked. */
export async function loadVerificationView(
  reader: Reader,
  id: string,
  institutionId: string,
): Promise<VerificationView | null> {
  const [row] = await read<VerificationRow>(reader, BY_ID, [institutionId, id]);
  return row ? toVerificationView(row) : null;
}
