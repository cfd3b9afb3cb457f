import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, patternOf, type Timestamp } from '../../db/read.ts';
import { decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from './user.view.ts';

/** Whom to list. */
export interface UsersRequest {
  q?: string | undefined;
  role?: Role | undefined;
  institution?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What narrows the list, each by a parameter of its own. */
const FILTERS = {
  role: (value: string) => `u.role = ${value}`,
  institution: (value: string) => `u.is_institution_public and lower(u.institution) = lower(${value})`,
  pattern: (value: string) => `(u.full_name collate "und-x-icu" ilike ${value} or u.username ilike ${value})`,
} as const;
type Filter = keyof typeof FILTERS;

/**
 * The list narrowed by these filters ($4 and on, then the text itself with a pattern). Each set has its own statement:
 * a plan that also serves a filter left open expects so few rows that it sorts all people instead of walking an index.
 */
function statementOf(filters: readonly Filter[]): Statement {
  const conditions = filters.map((filter, index) => FILTERS[filter](`$${index + 4}`));
  const isFound = filters.includes('pattern') ? `(${FINDABLE} or lower(u.username) = lower($${filters.length + 4}))` : FINDABLE;
  return {
    name: ['users-list', ...filters].join('-'),
    text: `select ${USER_CARD_COLUMNS}, u.created_at as key_at from users u
      where ${['u.deactivated_at is null', `u.role <> 'creator'`, `u.id not in (${HIDDEN_FROM_VIEWER})`, '(u.created_at, u.id) < ($2::timestamptz, $3::uuid)', ...conditions, isFound].join(' and ')}
      order by u.created_at desc, u.id desc limit ${PROFILE_LIMITS.pageMaxItems + 1}`,
  };
}

const SETS: readonly Filter[][] = [[], ['role'], ['institution'], ['role', 'institution'], ['pattern'], ['role', 'pattern'], ['institution', 'pattern'], ['role', 'institution', 'pattern']];
const STATEMENTS = new Map(SETS.map((filters) => [filters.join(), statementOf(filters)]));

/** Lists people whom the viewer may find, newest first; a student's username written out finds them whatever they chose. */
export async function listUsers(pool: Pool, viewerId: string, request: UsersRequest): Promise<Page<UserCard>> {
  const { q, role, institution } = request;
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const given = Object.entries({ role, institution, pattern: patternOf(q) }).filter(([, value]) => value);
  const statement = STATEMENTS.get(given.map(([filter]) => filter).join());
  if (!statement) throw new Error('these filters have no statement');
  const values = [viewerId, at, id, ...given.map(([, value]) => value), ...(q ? [q.replace(/^@/, '')] : [])];
  const rows = await query<UserCardRow & { key_at: Timestamp }>(pool, statement, values);
  return toPage(rows, request.limit ?? PROFILE_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.author_id }),
    view: toUserCard,
  });
}
