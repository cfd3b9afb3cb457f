import type { Identity } from '../../http/identity.ts';
import {
  SEARCH_TYPES,
  type SearchResponse,
  type SearchCounts,
  type SearchFilters,
  type SearchQuery,
  type SearchResult,
  type SearchSort,
  type SearchType,
  type SearchWhy,
} from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, MAX_UUID } from '../../db/read.ts';
import { rankMessages, type RankedHit } from '../messages/message-search.service.ts';
import { toUserCard } from '../users/user.view.ts';
import { decodeSearchCursor, encodeSearchCursor, type SearchCursor } from './search.cursor.ts';
import { findRanges, makeSnippet } from './search.highlight.ts';
import { findSteps } from './search.newest.ts';
import {
  describeQuery,
  matcherOf,
  parseQuery,
  replaceWords,
  toTsqueries,
  type ParsedQuery,
} from '../../db/text/text-query.ts';
import { CREATOR_TYPES, MEMBER_TYPES, typesFor } from './search.sources.ts';
import { correctWords } from './search.spelling.ts';
import { searchStatement, type SearchRow } from './search.statements.ts';
import { fold } from '../../db/text/words.ts';

/** A page of results with the number of results of the requested types, up to the count limit. */
export interface Found {
  response: SearchResponse;
  total: number;
}

const NONE: SearchCounts = { user: 0, post: 0, course: 0, event: 0, message: 0 };
const TOP_SCORE = 1e9;
/** Minimum importance of a match that is reported as the reason of a result. */
const REPORTED_IMPORTANCE = 3;

/**
 * Finds the records that the viewer may find, best or newest first. Without any match, words that lead to nothing are
 * treated as typing errors and replaced by the nearest ones that lead to something.
 */
export async function findResults(
  pool: Pool,
  viewer: Identity,
  request: SearchQuery & { searchId: string | null },
): Promise<Found> {
  const sort = request.sort ?? 'relevance';
  const cursor = request.cursor === undefined ? null : decodeSearchCursor(sort, request.cursor);
  const typed = parseQuery(request.q);
  const corrected = cursor?.isCorrected ? await correct(pool, viewer, typed) : null;
  const first = await findPage(pool, viewer, {
    request,
    cursor,
    parsed: corrected ?? typed,
    isCorrected: corrected !== null,
  });
  if (cursor || isAny(first)) return first;
  const guess = await correct(pool, viewer, typed);
  if (!guess) return first;
  const second = await findPage(pool, viewer, { request, cursor, parsed: guess, isCorrected: true });
  // A correction must not reveal a word of records that the viewer may not find.
  return isAny(second) ? second : first;
}

function isAny({ response }: Found): boolean {
  return Object.values(response.counts ?? {}).some((count) => count > 0);
}

async function correct(pool: Pool, viewer: Identity, parsed: ParsedQuery): Promise<ParsedQuery | null> {
  const isFound = async (word: string): Promise<boolean> =>
    isAny(
      await findPage(pool, viewer, {
        request: { q: word },
        cursor: null,
        parsed: parseQuery(word),
        isCorrected: false,
      }),
    );
  const words = parsed.wanted.flatMap((wanted) => wanted.words);
  const replacements = await correctWords(pool, words, isFound);
  return replacements.size > 0 ? replaceWords(parsed, replacements) : null;
}

/** Input of one page. */
export interface PageRequest {
  request: SearchQuery & { searchId?: string | null };
  cursor: SearchCursor | null;
  parsed: ParsedQuery;
  isCorrected: boolean;
}

async function findPage(
  pool: Pool,
  viewer: Identity,
  { request, cursor, parsed, isCorrected }: PageRequest,
): Promise<Found> {
  const sort = request.sort ?? 'relevance';
  const isWordless = parsed.wanted.length === 0;
  const wanted = typesOf(request).filter((type) => typesFor(viewer.role).includes(type));
  const sources = isWordless
    ? []
    : await Promise.all([
        findRecords(pool, viewer, { request, cursor, parsed, isCorrected }),
        findMessages(pool, viewer, { request, cursor, parsed, isCorrected }),
      ]);
  const onPage = sources
    .flatMap(({ ranked }) => ranked)
    .toSorted(isBefore)
    .slice(0, SEARCH_LIMITS.pageItems + 1);
  const counts = cursor ? null : { ...NONE, ...sources[0]?.counts, ...sources[1]?.counts };
  const shown = onPage.slice(0, SEARCH_LIMITS.pageItems);
  const last = shown.at(-1);
  const searchId = cursor ? cursor.searchId : (request.searchId ?? null);
  const response = {
    searchId: isWordless ? null : searchId,
    counts,
    correctedTo: isCorrected ? describeQuery(parsed) : null,
    results: shown.map(({ result }) => result),
    nextCursor:
      onPage.length > shown.length && last
        ? encodeSearchCursor({ sort, key: last.key, id: last.id, searchId, isCorrected })
        : null,
  };
  return { response, total: wanted.reduce((sum, type) => sum + (counts?.[type] ?? 0), 0) };
}

/** A result and its position in the order. */
interface Ranked {
  key: number | string;
  id: string;
  result: SearchResult;
}

interface Source {
  ranked: Ranked[];
  counts: Partial<SearchCounts>;
}

function isBefore(a: Ranked, b: Ranked): number {
  if (a.key !== b.key) return a.key > b.key ? -1 : 1;
  return a.id > b.id ? -1 : 1;
}

/** Returns the statement of a page and its values; null when no type is requested. */
export async function recordsQuery(
  pool: Pool,
  viewer: Pick<Identity, 'id' | 'role'>,
  { request, cursor, parsed }: Omit<PageRequest, 'isCorrected'>,
): Promise<{ statement: Statement; values: unknown[] } | null> {
  const sort = request.sort ?? 'relevance';
  const allowed = viewer.role === 'creator' ? CREATOR_TYPES : MEMBER_TYPES;
  const wanted = allowed.filter((type) => typesOf(request).includes(type));
  if (cursor && wanted.length === 0) return null;
  const from = fromOf(sort, cursor);
  const values = [
    ...valuesOf(viewer, request, parsed),
    cursor ? wanted : allowed,
    wanted,
    from.key,
    from.id,
    toTsqueries(parsed).exact,
  ];
  return {
    statement: searchStatement(viewer.role, sort),
    values: [...values, ...(await findSteps(pool, endOf(request, cursor)))],
  };
}

async function findRecords(pool: Pool, viewer: Identity, page: PageRequest): Promise<Source> {
  const { parsed, isCorrected } = page;
  const sort = page.request.sort ?? 'relevance';
  const wanted = await recordsQuery(pool, viewer, page);
  if (!wanted) return { ranked: [], counts: {} };
  const rows = await query<SearchRow>(pool, wanted.statement, wanted.values);
  const ranked = rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            key: sort === 'new' ? isoOf(row.dated_at) : row.score,
            id: row.id,
            result: toResult(row, matcherOf(parsed), isCorrected),
          },
        ],
  );
  return { ranked, counts: rows[0]?.counts ?? {} };
}

async function findMessages(
  pool: Pool,
  viewer: Identity,
  { request, cursor, parsed, isCorrected }: PageRequest,
): Promise<Source> {
  const sort = request.sort ?? 'relevance';
  const isWanted = typesOf(request).includes('message');
  if (viewer.role === 'creator' || request.category || (cursor && !isWanted)) return { ranked: [], counts: {} };
  const { author, from: firstDay, to } = request;
  const { count, hits } = await rankMessages(pool, viewer.id, {
    parsed,
    sort,
    from: fromOf(sort, cursor),
    limit: isWanted ? SEARCH_LIMITS.pageItems + 1 : 0,
    author,
    after: firstDay && `${firstDay}T00:00:00Z`,
    before: to && dayAfter(to),
  });
  const ranked = hits.map((hit) => ({
    key: sort === 'new' ? hit.sentAt : hit.score,
    id: hit.id,
    result: toMessageResult(hit, matcherOf(parsed), isCorrected),
  }));
  return { ranked, counts: { message: count } };
}

function fromOf(sort: SearchSort, cursor: SearchCursor | null): { key: number | string; id: string } {
  return { key: cursor?.key ?? (sort === 'new' ? 'infinity' : TOP_SCORE), id: cursor?.id ?? MAX_UUID };
}

/** Returns the upper time bound of the page; null for the present. */
function endOf({ to, sort }: SearchQuery, cursor: SearchCursor | null): string | undefined {
  if (sort === 'new' && typeof cursor?.key === 'string') return cursor.key;
  return to === undefined ? undefined : dayAfter(to);
}

/** Returns the requested types; all when none is given. */
function typesOf({ types }: { types?: string | undefined }): SearchType[] {
  if (!types) return [...SEARCH_TYPES];
  const requested = new Set(types.split(','));
  return SEARCH_TYPES.filter((type) => requested.has(type));
}

/** Returns the values $1 to $8 of a search statement. */
function valuesOf(
  viewer: Pick<Identity, 'id'>,
  { q, author, from, to, category }: SearchQuery,
  parsed: ParsedQuery,
): unknown[] {
  const { loose } = toTsqueries(parsed);
  return [
    viewer.id,
    loose,
    // Excluded words must also be absent from the content, which the vector of titles does not contain.
    parsed.unwanted.length > 0 ? null : loose,
    q.replace(/^@/, '').toLowerCase(),
    author ?? null,
    from === undefined ? null : `${from}T00:00:00Z`,
    to === undefined ? null : dayAfter(to),
    category ? fold(category) : null,
  ];
}

/** The last moment with a four-digit year; Postgres reads no ISO text beyond it. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function dayAfter(day: string): string {
  return new Date(Math.min(Date.parse(`${day}T00:00:00Z`) + DAY_MS, LAST_MS)).toISOString();
}

function toResult(row: SearchRow, isMatch: (word: string) => boolean, isCorrected: boolean): SearchResult {
  const titleRanges = findRanges(row.title, isMatch);
  const { snippet, ranges } = makeSnippet(contentOf(row), isMatch);
  return {
    entityType: row.entity_type,
    entityId: row.entity_id,
    title: row.title,
    snippet,
    ranges: { title: titleRanges, snippet: ranges },
    why: reasonsOf(row, { isMatch, isInTitle: titleRanges.length > 0, isInContent: ranges.length > 0, isCorrected }),
    author: toUserCard(row),
    date: isoOf(row.dated_at),
    category: row.category,
    with: null,
  };
}

function toMessageResult(hit: RankedHit, isMatch: (word: string) => boolean, isCorrected: boolean): SearchResult {
  const { snippet, ranges } = makeSnippet(hit.content, isMatch);
  return {
    entityType: 'message',
    entityId: hit.id,
    title: hit.with.fullName ?? '',
    snippet,
    ranges: { title: [], snippet: ranges },
    why: [
      ...(isCorrected ? [{ kind: 'spelling' as const }] : []),
      { kind: 'content' },
      ...(hit.isConnected ? [{ kind: 'connection' as const }] : []),
    ],
    author: hit.sender,
    date: hit.sentAt,
    category: null,
    with: hit.with,
  };
}

/** A post's title is its first line, so the excerpt leaves it out. */
function contentOf({ entity_type: type, title, content }: SearchRow): string {
  return type === 'post' && content.startsWith(title) ? content.slice(title.length) : content;
}

interface Matches {
  isMatch: (word: string) => boolean;
  isInTitle: boolean;
  isInContent: boolean;
  isCorrected: boolean;
}

function reasonsOf(row: SearchRow, { isMatch, isInTitle, isInContent, isCorrected }: Matches): SearchWhy[] {
  const tag = row.tags.find(isMatch);
  const keyword = row.keywords.find(isMatch);
  return [
    ...(isCorrected ? [{ kind: 'spelling' as const }] : []),
    ...(isInTitle ? [{ kind: 'title' as const }] : []),
    ...(tag === undefined ? [] : [{ kind: 'tag' as const, word: tag }]),
    ...(keyword === undefined ? [] : [{ kind: 'keyword' as const, word: keyword }]),
    ...(isInContent ? [{ kind: 'content' as const }] : []),
    ...(row.is_connected ? [{ kind: 'connection' as const }] : []),
    ...(row.importance >= REPORTED_IMPORTANCE ? [{ kind: 'importance' as const }] : []),
  ];
}

/** Returns the filters of a request in the form that the history stores. */
export function filtersOf({ types, author, from, to, category, sort }: SearchQuery): SearchFilters {
  const all = { types, author, from, to, category, sort };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
}
