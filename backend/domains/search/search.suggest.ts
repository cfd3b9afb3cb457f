import type { Role } from '#shared/api/endpoint.ts';
import {
  INDEXED_TYPES,
  SEARCH_ACTIONS,
  type IndexedType,
  type SearchAction,
  type SearchItem,
  type SearchType,
  type Suggestions,
} from '#shared/api/search.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { Identity } from '../../http/identity.ts';
import { findNewestMessages } from '../messages/message-search.service.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { listRecent } from './search.history.ts';
import { findSteps, newestRecords } from './search.newest.ts';
import { parseQuery, toTsquery } from '../../db/text/text-query.ts';
import { CREATOR_TYPES, MEMBER_TYPES, visibleAmong } from './search.sources.ts';
import { connectedTo } from '../visibility/visibility.access.ts';

const SHOWN: Record<SearchType, number> = { user: 5, post: 3, course: 4, event: 3, message: 3 };

/** Candidates read per kind; more for users, since many of them cannot be found. */
const CANDIDATES: Record<IndexedType, number> = { user: 60, post: 6, course: 8, event: 6 };
const COLUMNS = 's.id, s.entity_type, s.entity_id, s.title, s.dated_at, s.author_id';

/** $2 holds the words, $3 a possible username, $4 and up the steps. */
const newest = (type: IndexedType) =>
  newestRecords(`newest_${type}`, {
    type,
    columns: COLUMNS,
    where: 's.title_fts @@ $2::tsquery',
    limit: String(CANDIDATES[type]),
    first: 4,
  });

/** Connections are listed first; they are few, so all are read. */
const statementOf = (name: string, types: readonly IndexedType[]) => ({
  name: `search-suggest-${name}`,
  text: `with mine as materialized (${connectedTo('$1')}),
    ${types.map((type) => newest(type).ctes).join(',\n')},
    found as materialized (${[
      ...(types.includes('user')
        ? [
            `(select 0 as rank, ${COLUMNS} from mine join search_index s on s.entity_type = 'user'
              and s.entity_id = mine.id where s.title_fts @@ $2::tsquery limit ${CANDIDATES.user})`,
          ]
        : []),
      ...types.map((type) => `select 1 as rank, n.* from (${newest(type).rows}) n`),
    ].join('\nunion all\n')})
    select s.entity_type, s.entity_id, s.title, ${USER_CARD_COLUMNS} ${visibleAmong('found', '$3')}
      and ($3::text is null or true)
    order by s.rank, s.dated_at desc, s.id desc`,
});
const MEMBER = statementOf('member', MEMBER_TYPES);
const CREATOR = statementOf('creator', CREATOR_TYPES);

interface SuggestedRow extends UserCardRow {
  entity_type: IndexedType;
  entity_id: string;
  title: string;
}

/** Suggests completions of a text: the member's searches, users, records by title, and actions of the role. */
export async function suggest(pool: Pool, viewer: Identity, text: string): Promise<Suggestions> {
  const parsed = parseQuery(text);
  const searched = toTsquery(parsed);
  const [recent, rows, messages] = await Promise.all([
    listRecent(pool, viewer.id, text),
    searched === null ? [] : findTitles(pool, viewer, { searched, username: text.replace(/^@/, '').toLowerCase() }),
    viewer.role === 'creator' ? [] : findNewestMessages(pool, viewer.id, { parsed, limit: SHOWN.message }),
  ]);
  const users = new Map(rows.filter((row) => row.entity_type === 'user').map((row) => [row.entity_id, row]));
  return {
    recent,
    people: [...users.values()].slice(0, SHOWN.user).map(toUserCard),
    items: [...INDEXED_TYPES.filter((type) => type !== 'user').flatMap((type) => itemsOf(rows, type)), ...messages],
    actions: actionsOf(viewer.role),
  };
}

async function findTitles(
  pool: Pool,
  viewer: Identity,
  { searched, username }: { searched: string; username: string },
): Promise<SuggestedRow[]> {
  return query<SuggestedRow>(pool, viewer.role === 'creator' ? CREATOR : MEMBER, [
    viewer.id,
    searched,
    username,
    ...(await findSteps(pool)),
  ]);
}

function itemsOf(rows: readonly SuggestedRow[], type: IndexedType): SearchItem[] {
  const ofType = rows.filter((row) => row.entity_type === type).slice(0, SHOWN[type]);
  return ofType.map((row) => ({ entityType: type, entityId: row.entity_id, title: row.title }));
}

/** Actions that the search box suggests to a role. */
function actionsOf(role: Role): SearchAction[] {
  const limited: readonly SearchAction[] = ['open-library', 'open-help'];
  return SEARCH_ACTIONS.filter((action) => role !== 'creator' || limited.includes(action));
}
