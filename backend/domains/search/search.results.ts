import type { Identity } from '../../http/identity.ts';
import { SEARCH_TYPES, type SearchAnswer, type SearchCounts, type SearchFilters, type SearchQuery, type SearchResult, type SearchType, type SearchWhy } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf } from '../../db/read.ts';
import { toUserCard } from '../users/user.view.ts';
import { decodeSearchCursor, encodeSearchCursor, type SearchCursor } from './search.cursor.ts';
import { findRanges, makeSnippet } from './search.highlight.ts';
import { describeQuery, matcherOf, parseQuery, replaceWords, toTsqueries, type ParsedQuery } from './search.query.ts';
import { CREATOR_TYPES, MEMBER_TYPES } from './search.sources.ts';
import { correctWords } from './search.spelling.ts';
import { searchStatement, type SearchRow } from './search.statements.ts';
import { fold } from './search.words.ts';

/** A query as the schema lets it through. */
export type SearchRequest = { [Key in keyof SearchQuery]: SearchQuery[Key] | undefined } & { q: string };

/** What was found, with how many results of the types asked for there are, as far as counts go. */
export interface Found {
  answer: SearchAnswer;
  total: number;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const TOP_SCORE = 1e9;
/** From this importance on it is worth telling. */
const TOLD_IMPORTANCE = 3;

/**
 * Finds what the viewer may find, best or newest first. Where nothing holds the words as written, words that nobody
 * uses are taken for typing errors and the nearest ones are looked for.
 */
export async function findResults(pool: Pool, viewer: Identity, request: SearchRequest & { searchId: string | null }): Promise<Found> {
  const sort = request.sort ?? 'relevance';
  const cursor = request.cursor === undefined ? null : decodeSearchCursor(sort, request.cursor);
  const asked = parseQuery(request.q);
  const corrected = cursor?.isCorrected ? await correct(pool, asked) : null;
  const first = await findPage(pool, viewer, { request, cursor, parsed: corrected ?? asked, isCorrected: corrected !== null });
  if (cursor || isAny(first)) return first;
  const guess = await correct(pool, asked);
  if (!guess) return first;
  const second = await findPage(pool, viewer, { request, cursor, parsed: guess, isCorrected: true });
  // A word of what the viewer may not find is not given away.
  return isAny(second) ? second : first;
}

function isAny({ answer }: Found): boolean {
  return Object.values(answer.counts ?? {}).some((count) => count > 0);
}

async function correct(pool: Pool, parsed: ParsedQuery): Promise<ParsedQuery | null> {
  const replacements = await correctWords(pool, parsed.wanted.flatMap(({ words }) => words));
  return replacements.size > 0 ? replaceWords(parsed, replacements) : null;
}

interface PageRequest {
  request: SearchRequest & { searchId: string | null };
  cursor: SearchCursor | null;
  parsed: ParsedQuery;
  isCorrected: boolean;
}

async function findPage(pool: Pool, viewer: Identity, { request, cursor, parsed, isCorrected }: PageRequest): Promise<Found> {
  const sort = request.sort ?? 'relevance';
  const allowed = viewer.role === 'creator' ? CREATOR_TYPES : MEMBER_TYPES;
  const wanted = typesOf(request).filter((type) => allowed.includes(type));
  const { loose: searched } = toTsqueries(parsed);
  const values = valuesOf(viewer, request, parsed);
  const places = [cursor ? wanted : allowed, wanted, cursor?.key ?? (sort === 'new' ? 'infinity' : TOP_SCORE), cursor?.id ?? LAST_ID];
  const rows = searched === null ? [] : await query<SearchRow>(pool, searchStatement(viewer.role, sort), [...values, ...places, toTsqueries(parsed).exact]);
  const onPage = rows.filter((row) => row.id !== null);
  const counts = cursor ? null : toCounts(rows[0]?.counts);
  const shown = onPage.slice(0, SEARCH_LIMITS.pageItems);
  const last = shown.at(-1);
  const searchId = cursor ? cursor.searchId : request.searchId;
  const answer = {
    searchId: searched === null ? null : searchId,
    counts,
    correctedTo: isCorrected ? describeQuery(parsed) : null,
    results: shown.map((row) => toResult(row, matcherOf(parsed), isCorrected)),
    nextCursor:
      onPage.length > shown.length && last?.id
        ? encodeSearchCursor({ sort, key: sort === 'new' ? isoOf(last.dated_at) : last.score, id: last.id, searchId, isCorrected })
        : null,
  };
  return { answer, total: wanted.reduce((sum, type) => sum + (counts?.[type] ?? 0), 0) };
}

/** The types asked for; all where none is. */
function typesOf({ types }: { types?: string | undefined }): SearchType[] {
  if (!types) return [...SEARCH_TYPES];
  const asked = new Set(types.split(','));
  return SEARCH_TYPES.filter((type) => asked.has(type));
}

/** Values $1 to $8 of a search statement. */
function valuesOf(viewer: Identity, { q, author, from, to, category }: SearchRequest, parsed: ParsedQuery): unknown[] {
  const { loose } = toTsqueries(parsed);
  return [
    viewer.id,
    loose,
    // Left-out words must be missing from the content too, which the vector of titles does not know.
    parsed.unwanted.length > 0 ? null : loose,
    q.replace(/^@/, '').toLowerCase(),
    author ?? null,
    from === undefined ? null : `${from}T00:00:00Z`,
    to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString(),
    category ? fold(category) : null,
  ];
}

function toCounts(counts: Partial<SearchCounts> = {}): SearchCounts {
  return { user: 0, post: 0, course: 0, event: 0, ...counts };
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
  };
}

/** A post's title is its first line, which need not stand there twice. */
function contentOf({ entity_type: type, title, content }: SearchRow): string {
  return type === 'post' && content.startsWith(title) ? content.slice(title.length) : content;
}

interface Places {
  isMatch: (word: string) => boolean;
  isInTitle: boolean;
  isInContent: boolean;
  isCorrected: boolean;
}

function reasonsOf(row: SearchRow, { isMatch, isInTitle, isInContent, isCorrected }: Places): SearchWhy[] {
  const tag = row.tags.find(isMatch);
  const keyword = row.keywords.find(isMatch);
  return [
    ...(isCorrected ? [{ kind: 'spelling' as const }] : []),
    ...(isInTitle ? [{ kind: 'title' as const }] : []),
    ...(tag === undefined ? [] : [{ kind: 'tag' as const, word: tag }]),
    ...(keyword === undefined ? [] : [{ kind: 'keyword' as const, word: keyword }]),
    ...(isInContent ? [{ kind: 'content' as const }] : []),
    ...(row.is_connected ? [{ kind: 'connection' as const }] : []),
    ...(row.importance >= TOLD_IMPORTANCE ? [{ kind: 'importance' as const }] : []),
  ];
}

/** The filters of a request as the history keeps them. */
export function filtersOf({ types, author, from, to, category, sort }: SearchRequest): SearchFilters {
  const all = { types, author, from, to, category, sort };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
}
