import type { EntityManager } from '@mikro-orm/postgresql';
import {
  INDEXED_TYPES,
  type IndexedType,
  type PastSearch,
  type SearchFilters,
  type SearchItem,
  type SearchType,
} from '#shared/api/search.ts';
import { SEARCH_LIMITS as L } from '#shared/limits.ts';
import { databaseNow } from '../../db/clock.ts';
import { isoOf, read, type Reader, type Timestamp, MAX_UUID } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { notFound } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { nameMessages } from '../messages/message-search.service.ts';
import { visibleAmong } from './search.sources.ts';

/** One search to store; `id` is new. */
export interface NotedSearch {
  id: string;
  query: string;
  filters: SearchFilters;
  numResults: number;
}

interface Click {
  entityType: SearchType;
  entityId: string;
  position: number;
  at: string;
}

interface HistoryRow {
  id: string;
  query: string;
  filters: SearchFilters;
  num_results: number;
  clicked_results: Click[];
  created_at: Timestamp;
}

const PAUSED = { name: 'search-paused', text: 'select 1 from privacy_settings where user_id = $1 and history_paused' };
const HISTORY_COLUMNS = 'h.id, h.query, h.filters, h.num_results, h.clicked_results, h.created_at';
/** A search of a moment ago of which one query is the beginning of the other was the same search while it was typed. */
const REPLACED = {
  name: 'search-history-replaced',
  text: `delete from search_history where id = (select h.id from search_history h where h.user_id = $1
    order by h.created_at desc, h.id desc limit 1)
    and created_at > now() - ${L.sameSearchMs} * interval '1 millisecond' and clicked_results = '[]'
    and (starts_with(lower($2), lower(query)) or starts_with(lower(query), lower($2)))`,
};
const INSERT = {
  name: 'search-history-insert',
  text: 'insert into search_history (id, user_id, query, filters, num_results, created_at) values ($1, $2, $3, $4::jsonb, $5, now())',
};
const PRUNE = {
  name: 'search-history-prune',
  text: `delete from search_history where user_id = $1 and id in (select h.id from search_history h where h.user_id = $1
    order by h.created_at desc, h.id desc offset ${L.historyMax})`,
};

/** Returns whether a member has switched the search history off. */
export async function isHistoryPaused(reader: Reader, userId: string): Promise<boolean> {
  return (await read(reader, PAUSED, [userId])).length > 0;
}

/**
 * Stores a search in the member's history. It replaces the same search typed less far; the oldest entries beyond the
 * limit are deleted.
 */
export async function noteSearch(
  em: EntityManager,
  userId: string,
  { id, query, filters, numResults }: NotedSearch,
): Promise<void> {
  await transact(em, async (tx) => {
    await read(tx, REPLACED, [userId, query]);
    await read(tx, INSERT, [id, userId, query, JSON.stringify(filters), numResults]);
    await read(tx, PRUNE, [userId]);
  });
}

const CLICK = {
  name: 'search-history-click',
  text: `update search_history set clicked_results = $3::jsonb || (select coalesce(jsonb_agg(c.value
    order by c.ordinality), '[]')
      from jsonb_array_elements(clicked_results) with ordinality c where c.ordinality < ${L.clicksMax}
        and (c.value ->> 'entityType', c.value ->> 'entityId') <> ($4, $5))
    where id = $1 and user_id = $2 returning id`,
};

/** Stores what a member opened from the results of their search. @throws AppError NOT_FOUND. */
export async function noteClick(
  em: EntityManager,
  userId: string,
  { searchId, ...click }: Omit<Click, 'at'> & { searchId: string },
): Promise<void> {
  const value = JSON.stringify([{ ...click, at: databaseNow().toISOString() }]);
  const rows = await read(em, CLICK, [searchId, userId, value, click.entityType, click.entityId]);
  if (rows.length === 0) throw notFound('This search');
}

const LIST = {
  name: 'search-history-list',
  text: `select ${HISTORY_COLUMNS} from search_history h where h.user_id = $1
    and (h.created_at, h.id) < ($2::timestamptz, $3::uuid)
    order by h.created_at desc, h.id desc limit ${L.pageMaxItems + 1}`,
};

/** Lists a member's searches, latest first. */
export async function listSearches(reader: Reader, userId: string, request: PageQuery): Promise<Page<PastSearch>> {
  const cursor = decodeCursor(request.cursor);
  const rows = await read<HistoryRow>(reader, LIST, [userId, cursor?.at ?? 'infinity', cursor?.id ?? MAX_UUID]);
  const titles = await loadTitles(reader, userId, rows);
  return toPage(rows, request.limit ?? L.pageItems, {
    cursorOf: creationCursor,
    view: (row) => toPastSearch(row, titles),
  });
}

const RECENT_SHOWN = 6;
/** Each with the record that was last opened from it. */
const RECENT = {
  name: 'search-history-recent',
  text: `select h.id, h.query, h.filters, h.num_results, h.created_at,
      coalesce((select o.clicked_results from search_history o where o.user_id = $1 and lower(o.query) = lower(h.query)
        and o.clicked_results <> '[]'
        order by o.created_at desc, o.id desc limit 1), '[]') as clicked_results
    from (select distinct on (lower(n.query)) n.* from search_history n where n.user_id = $1 and ($2 = ''
      or starts_with(lower(n.query), lower($2)))
      order by lower(n.query), n.created_at desc, n.id desc) h
    order by h.created_at desc, h.id desc limit ${RECENT_SHOWN}`,
};

/** Lists the latest searches of a member that begin with a text; each query appears once. */
export async function listRecent(reader: Reader, userId: string, start: string): Promise<PastSearch[]> {
  const rows = await read<HistoryRow>(reader, RECENT, [userId, start]);
  const titles = await loadTitles(reader, userId, rows);
  return rows.map((row) => toPastSearch(row, titles));
}

const TITLES = {
  name: 'search-titles',
  text: `select s.entity_type, s.entity_id, s.title ${visibleAmong(`(select i.* from search_index i
    where i.entity_id = any($2::uuid[]) and i.entity_type = any($3::text[]))`)}`,
};

type Titles = ReadonlyMap<string, SearchItem>;

/** Loads the current titles of opened records that the member may still see. */
async function loadTitles(reader: Reader, userId: string, rows: readonly HistoryRow[]): Promise<Titles> {
  const clicks = rows.flatMap((row) => row.clicked_results);
  const idsOf = (isMessage: boolean) => [
    ...new Set(
      clicks.filter(({ entityType }) => (entityType === 'message') === isMessage).map(({ entityId }) => entityId),
    ),
  ];
  const [records, messages] = [idsOf(false), idsOf(true)];
  const found =
    records.length === 0
      ? []
      : await read<{ entity_type: IndexedType; entity_id: string; title: string }>(reader, TITLES, [
          userId,
          records,
          INDEXED_TYPES,
        ]);
  const items = [
    ...found.map((row) => ({ entityType: row.entity_type, entityId: row.entity_id, title: row.title })),
    ...(await nameMessages(reader, userId, messages)),
  ];
  return new Map(items.map((item) => [`${item.entityType} ${item.entityId}`, item]));
}

function toPastSearch(row: HistoryRow, titles: Titles): PastSearch {
  const opened = row.clicked_results.map(({ entityType, entityId }) => titles.get(`${entityType} ${entityId}`));
  return {
    id: row.id,
    query: row.query,
    filters: row.filters,
    numResults: row.num_results,
    clickedResults: opened.filter((item) => item !== undefined),
    createdAt: isoOf(row.created_at),
  };
}

const REMOVE = {
  name: 'search-history-remove',
  text: 'delete from search_history where user_id = $1 and ($2::uuid is null or id = $2) returning id',
};

/** Removes one of a member's searches. @throws AppError NOT_FOUND. */
export async function removeSearch(em: EntityManager, userId: string, id: string): Promise<void> {
  const rows = await transact(em, (tx) => read(tx, REMOVE, [userId, id]));
  if (rows.length === 0) throw notFound('This search');
}

/** Removes all of a member's searches. */
export async function removeSearches(em: EntityManager, userId: string): Promise<void> {
  await transact(em, (tx) => read(tx, REMOVE, [userId, null]));
}
