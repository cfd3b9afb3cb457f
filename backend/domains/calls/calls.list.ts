import type { CallEndReason, CallType, CallView } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const LIMIT = CALL_LIMITS.pageMaxItems + 1;

/** Selects the calls in which the viewer ($1) has a role, newest first, from a cursor ($2, $3). */
const callsAs = (role: 'caller' | 'callee', other: 'caller' | 'callee') => `(
    select c.id, c.type, '${role}' as role, c.${other}_id as other_id, c.created_at, c.answered_at, c.ended_at,
      c.end_reason
    from calls c where c.${role}_id = $1 and (c.created_at, c.id) < ($2::timestamptz, $3::uuid)
      and (c.${other}_id is null or c.${other}_id not in (${HIDDEN_FROM_VIEWER}))
    order by c.created_at desc, c.id desc limit ${LIMIT})`;

const CALLS = {
  name: 'calls-list',
  text: `select c.id, c.type, c.role, c.created_at, c.answered_at, c.ended_at, c.end_reason, ${USER_CARD_COLUMNS}
    from (${callsAs('caller', 'callee')} union all ${callsAs('callee', 'caller')}) c
    left join users u on u.id = c.other_id and u.deactivated_at is null
    order by c.created_at desc, c.id desc limit ${LIMIT}`,
};

interface CallRow extends Omit<UserCardRow, 'author_id'> {
  id: string;
  type: CallType;
  role: 'caller' | 'callee';
  created_at: Timestamp;
  answered_at: Timestamp | null;
  ended_at: Timestamp | null;
  end_reason: CallEndReason | null;
  author_id: string | null;
}

/** Lists a member's calls, newest first, without those with users whom a block hides. */
export async function listCalls(
  reader: Reader,
  viewerId: string,
  { cursor, limit = CALL_LIMITS.pageMaxItems }: PageQuery,
): Promise<Page<CallView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await read<CallRow>(reader, CALLS, [viewerId, at, id]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toCallView });
}

function toCallView(row: CallRow): CallView {
  const { author_id: userId } = row;
  return {
    id: row.id,
    type: row.type,
    role: row.role,
    user: userId === null ? null : toUserCard({ ...row, author_id: userId }),
    createdAt: isoOf(row.created_at),
    answeredAt: isoOrNull(row.answered_at),
    endedAt: isoOrNull(row.ended_at),
    endReason: row.end_reason,
  };
}
