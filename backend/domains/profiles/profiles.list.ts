import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { parseQuery, toTsquery } from '../../db/text/text-query.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** The filters and the page of a list of users. */
export interface UsersRequest extends PageQuery {
  q?: string | undefined;
  role?: Role | undefined;
  institution?: string | undefined;
}

/** Maximum users of one name that are examined for a page. */
const NAMED_MAX = 2_000;

/** The filters of the list, each with a parameter of its own. */
const FILTERS = {
  role: (value: string) => `u.role = ${value} and not u.is_awaiting_approval`,
  institution: (value: string) => `u.is_institution_public and lower(u.institution) = lower(${value})`,
  /** Matches prefixes of the words of a name in the search index: the newest, from which the next page continues. */
  words: (value: string) => `u.id in (
      (select s.entity_id from search_index s where s.entity_type = 'user' and s.title_fts @@ ${value}::tsquery
        and s.dated_at <= $2::timestamptz
        order by s.dated_at + interval '0' desc limit ${NAMED_MAX})
      union all (select n.id from users n where lower(n.username) >= lower($4)
        and lower(n.username) < lower($4) || chr(1114111) limit ${NAMED_MAX}))`,
} as const;
type Filter = keyof typeof FILTERS;

/**
 * Builds the statement for a set of filters ($5 and on; $4 is the username as typed). Each set has its own statement: a
 * plan that also serves an unset filter expects so few rows that it sorts all users instead of walking an index.
 */
function statementOf(filters: readonly Filter[]): Statement {
  const conditions = filters.map((filter, index) => FILTERS[filter](`$${index + 5}`));
  const isFound = `(${FINDABLE} or lower(u.username) = lower($4))`;
  const isShown = `u.deactivated_at is null and u.role <> 'creator' and u.id not in (${HIDDEN_FROM_VIEWER})`;
  const isAfter = '(u.created_at, u.id) < ($2::timestamptz, $3::uuid)';
  return {
    name: ['users-list', ...filters].join('-'),
    text: `select ${USER_CARD_COLUMNS}, u.created_at as key_at from users u
      where ${[isShown, isAfter, ...conditions, isFound].join(' and ')}
      order by u.created_at desc, u.id desc limit ${PROFILE_LIMITS.pageMaxItems + 1}`,
  };
}

const SETS: readonly Filter[][] = [
  [],
  ['role'],
  ['institution'],
  ['role', 'institution'],
  ['words'],
  ['role', 'words'],
  ['institution', 'words'],
  ['role', 'institution', 'words'],
];
const STATEMENTS = new Map(SETS.map((filters) => [filters.join(), statementOf(filters)]));

/** Lists the users that the viewer may find, newest first. An exact username also finds a student who is not listed. */
export async function listUsers(pool: Pool, viewerId: string, request: UsersRequest): Promise<Page<UserCard>> {
  const { q, role, institution } = request;
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const given = Object.entries({ role, institution, words: q && toTsquery(parseQuery(q), 'A') }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const statement = STATEMENTS.get(given.map(([filter]) => filter).join());
  if (!statement) throw new Error('these filters have no statement');
  const values = [viewerId, at, id, q?.replace(/^@/, '') ?? null, ...given.map(([, value]) => value)];
  const rows = await query<UserCardRow & { key_at: Timestamp }>(pool, statement, values);
  return toPage(rows, request.limit ?? PROFILE_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.author_id }),
    view: toUserCard,
  });
}
