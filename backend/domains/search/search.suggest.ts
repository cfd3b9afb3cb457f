import type { Role } from '#shared/api/endpoint.ts';
import { SEARCH_ACTIONS, SEARCH_TYPES, type SearchAction, type SearchItem, type SearchType, type Suggestions } from '#shared/api/search.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { Identity } from '../../http/identity.ts';
import { connectedTo } from '../connections/connection.view.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { listRecent } from './search.history.ts';
import { parseQuery, toTsquery } from './search.query.ts';
import { CREATOR_TYPES, MEMBER_TYPES, seenAmong } from './search.sources.ts';

const SHOWN: Record<SearchType, number> = { user: 5, post: 3, course: 4, event: 3 };

/** How many of each are looked at for those shown; of people more, since many cannot be found. */
const CANDIDATES: Record<SearchType, number> = { user: 60, post: 6, course: 8, event: 6 };

/** $2 are the words, $3 the username that they may be. */
const part = (type: SearchType, rank: number, narrower = '') =>
  `(select ${rank} as rank, s.id, s.entity_type, s.entity_id, s.title, s.dated_at, s.author_id from search_index s
    where s.entity_type = '${type}' and s.title_fts @@ $2::tsquery ${narrower} order by s.dated_at desc, s.id desc limit ${CANDIDATES[type]})`;

/** Connections come first: they are few, so each of them is looked at. */
const statementOf = (name: string, types: readonly SearchType[]) => ({
  name: `search-suggest-${name}`,
  text: `with mine as materialized (${connectedTo('$1')}),
    found as materialized (${[
      ...(types.includes('user') ? [part('user', 0, 'and s.entity_id in (select mine.id from mine)')] : []),
      ...types.map((type) => part(type, 1)),
    ].join('\nunion all\n')})
    select s.entity_type, s.entity_id, s.title, ${USER_CARD_COLUMNS} ${seenAmong('found', '$3')} and ($3::text is null or true)
    order by s.rank, s.dated_at desc, s.id desc`,
});
const MEMBER = statementOf('member', MEMBER_TYPES);
const CREATOR = statementOf('creator', CREATOR_TYPES);

interface SuggestedRow extends UserCardRow {
  entity_type: SearchType;
  entity_id: string;
  title: string;
}

/** Suggests for a text that is being typed: the member's own searches, people, records by title, and what the role can do. */
export async function suggest(pool: Pool, viewer: Identity, text: string): Promise<Suggestions> {
  const searched = toTsquery(parseQuery(text));
  const [recent, rows] = await Promise.all([
    listRecent(pool, viewer.id, text),
    searched === null ? [] : query<SuggestedRow>(pool, viewer.role === 'creator' ? CREATOR : MEMBER, [viewer.id, searched, text.replace(/^@/, '').toLowerCase()]),
  ]);
  const people = new Map(rows.filter((row) => row.entity_type === 'user').map((row) => [row.entity_id, row]));
  return {
    recent,
    people: [...people.values()].slice(0, SHOWN.user).map(toUserCard),
    items: SEARCH_TYPES.filter((type) => type !== 'user').flatMap((type) => itemsOf(rows, type)),
    actions: actionsOf(viewer.role),
  };
}

function itemsOf(rows: readonly SuggestedRow[], type: SearchType): SearchItem[] {
  const ofType = rows.filter((row) => row.entity_type === type).slice(0, SHOWN[type]);
  return ofType.map((row) => ({ entityType: type, entityId: row.entity_id, title: row.title }));
}

/** What a role can do from the search box. */
function actionsOf(role: Role): SearchAction[] {
  const limited: readonly SearchAction[] = ['open-library', 'open-help'];
  return SEARCH_ACTIONS.filter((action) => role !== 'creator' || limited.includes(action));
}
