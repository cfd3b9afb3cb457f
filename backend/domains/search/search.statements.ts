import type { Role } from '#shared/api/endpoint.ts';
import type { IndexedType, SearchSort } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import type { Statement } from '../../db/pool.ts';
import type { Timestamp } from '../../db/read.ts';
import { USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { newestRecords } from './search.newest.ts';
import { scoreOf } from '../../db/text/score.ts';
import { CREATOR_TYPES, MEMBER_TYPES, visibleAmong } from './search.sources.ts';
import { connectedTo } from '../visibility/visibility.access.ts';

/** Maximum count of results. */
const COUNTED = SEARCH_LIMITS.countMax;

/**
 * Numbers of newest matches per type that are read: with the words in title or tags, and with them anywhere. More names
 * are read, since many users cannot be found.
 */
const CANDIDATES = { title: 100, names: 400, others: COUNTED + 20 } as const;
/** The same when the query ($13) contains quoted words. */
const QUOTED_CANDIDATES = 1_000;

/** $5 to $7: author, first day, end of the last day. */
const FILTERS =
  `($5::uuid is null or s.author_id = $5) and ($6::timestamptz is null or s.dated_at >= $6) and ` +
  `($7::timestamptz is null or s.dated_at < $7)`;
const KEY = 's.id, s.entity_type, s.entity_id, s.author_id, s.dated_at, s.importance, s.fts';

/** $8 is a category, which courses have; $9 holds the searched types: the planner removes the parts of the others. */
const part = (type: IndexedType, name: string, { where, limit }: { where: string; limit: number }) =>
  newestRecords(`${type}_${name}`, {
    type,
    columns: KEY,
    where:
      `'${type}' = any($9::text[]) and ${FILTERS} and ($8::text is ` +
      `null${type === 'course' ? ' or s.category = $8' : ''}) and ${where}`,
    limit: `case when $13::tsquery is null then ${limit} else ${QUOTED_CANDIDATES} end`,
    first: 14,
  });

/** The vector without content ($3) finds the best results; the other part would read too many rows. */
const relevantParts = (type: IndexedType) => [
  part(type, 'title', {
    where: 's.title_fts @@ $3::tsquery',
    limit: type === 'user' ? CANDIDATES.names : CANDIDATES.title,
  }),
  part(type, 'any', { where: 's.fts @@ $2::tsquery', limit: CANDIDATES.others }),
];
const newParts = (type: IndexedType) => [
  part(type, 'any', {
    where: 's.fts @@ $2::tsquery and (s.dated_at, s.id) < ($11::timestamptz, $12::uuid)',
    limit: CANDIDATES.others,
  }),
];
/** Parameters that an order or a role does not use are named here, so that they have a type. */
const UNUSED = 'and ($3::tsquery is null or true) and ($4::text is null or true)';
const EXACT = 'and ($13::tsquery is null or s.fts @@ $13::tsquery)';

const SCORE = scoreOf({
  fts: 'h.fts',
  words: '$2',
  author: 'h.author_id',
  datedAt: 'h.dated_at',
  importance: 'h.importance',
});

const SHOWN = `s.entity_type, s.entity_id, s.title, s.content, s.tags, s.keywords, s.dated_at, s.category,
  s.importance, page.id, page.score,
  s.author_id in (select mine.id from mine) as is_connected, ${USER_CARD_COLUMNS}`;
const ORDER = { relevance: 'score desc, id desc', new: 'dated_at desc, id desc' } as const;

function textOf(types: readonly IndexedType[], sort: SearchSort): string {
  const parts = types.flatMap(sort === 'new' ? newParts : relevantParts);
  const scored =
    sort === 'new'
      ? 'select h.*, 0::float8 as score from hits h'
      : `select h.id, h.entity_type, h.dated_at, ${SCORE} as score from hits h`;
  const after = sort === 'new' ? '' : 'and (k.score, k.id) < ($11::float8, $12::uuid)';
  return `with mine as materialized (${connectedTo('$1')}),
    ${parts.map(({ ctes }) => ctes).join(',\n')},
    found as materialized (${parts.map(({ rows }) => rows).join('\nunion all\n')}),
    hits as materialized (select distinct on (s.id) s.* ${visibleAmong('found', '$4')} ${EXACT} ${UNUSED})
    select c.counts, ${SHOWN}
    from (select coalesce(json_object_agg(t.entity_type, t.n), '{}') as counts
      from (select h.entity_type, least(count(*), ${COUNTED})::int as n from hits h group by h.entity_type) t) c
    left join (select k.* from (${scored}) k where k.entity_type = any($10::text[]) ${after} order by ${ORDER[sort]}
      limit ${SEARCH_LIMITS.pageItems + 1}) page on true
    left join search_index s on s.id = page.id
    left join users u on u.id = s.author_id
    order by page.${ORDER[sort].replace(', ', ', page.')}`;
}

const both = (name: string, types: readonly IndexedType[]) => ({
  relevance: { name: `search-${name}-relevance`, text: textOf(types, 'relevance') },
  new: { name: `search-${name}-new`, text: textOf(types, 'new') },
});
const MEMBER = both('member', MEMBER_TYPES);
const CREATOR = both('creator', CREATOR_TYPES);

/** Returns the statement of an order for a role; search.results.ts makes its values. */
export function searchStatement(role: Role, sort: SearchSort): Statement {
  return (role === 'creator' ? CREATOR : MEMBER)[sort];
}

/** Row of a search statement: at least one, with nulls beside the counts when the page is empty. */
export interface SearchRow extends UserCardRow {
  counts: Partial<Record<IndexedType, number>>;
  id: string | null;
  score: number;
  entity_type: IndexedType;
  entity_id: string;
  title: string;
  content: string;
  tags: string[];
  keywords: string[];
  dated_at: Timestamp;
  category: string | null;
  importance: number;
  is_connected: boolean;
}
