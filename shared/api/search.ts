import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { searchSchemas } from './search.schema.ts';
import type { UserCard } from './users.ts';

/** Types of records in the search index. */
export const INDEXED_TYPES = ['user', 'post', 'course', 'event'] as const;
/** One of {@link INDEXED_TYPES}. */
export type IndexedType = (typeof INDEXED_TYPES)[number];

/** What can be found, in the order in which groups are shown; messages are one's own. */
export const SEARCH_TYPES = [...INDEXED_TYPES, 'message'] as const;
/** One of {@link SEARCH_TYPES}. */
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Orders of results: best first, or newest first (events: latest date first). */
export const SEARCH_SORTS = ['relevance', 'new'] as const;
/** One of {@link SEARCH_SORTS}. */
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Filters of a search: `types` separated by commas, first and last day as `YYYY-MM-DD` in UTC, both included. */
export type SearchFilters = Omit<SearchQuery, 'q' | 'cursor'>;

/** Query of a search: every word must match, "quoted words" match as a phrase, -word excludes. */
export type SearchQuery = z.infer<typeof searchSchemas.search.query>;

/** A part of a text that matched: from and up to, in UTF-16 code units. */
export type TextRange = readonly [from: number, to: number];

/** Why a result was found: where the words occur, and what else raises its rank. */
export interface SearchWhy {
  kind: 'title' | 'tag' | 'keyword' | 'content' | 'spelling' | 'connection' | 'importance';
  /** The word that matched, for tags and keywords. */
  word?: string;
}

/** The other of a conversation; once they have left, the conversation's id and no name. */
export interface SearchPeer {
  id: string;
  fullName: string | null;
  conversationSeq: number;
}

/** One result. All texts are plain. */
export interface SearchResult {
  entityType: SearchType;
  entityId: string;
  title: string;
  /** The part of the content around the first match; may be empty. */
  snippet: string;
  ranges: { title: TextRange[]; snippet: TextRange[] };
  why: SearchWhy[];
  /** Who made it; for a person, the person. Null for a message of someone who has left. */
  author: UserCard | null;
  /** When it was made, for an event when it takes place, in ISO 8601. */
  date: string;
  category: string | null;
  /** For a message, whom it was written with. */
  with: SearchPeer | null;
}

/**
 * How many there are of each type; {@link SearchCounts} stop at SEARCH_LIMITS.countMax, which means that many or more.
 */
export type SearchCounts = Record<SearchType, number>;

/** One page of results. */
export interface SearchResponse {
  /** Id for reporting which result was opened; null while the history is paused and for a search without words. */
  searchId: string | null;
  /** Of all types that the member may find, whatever type is asked for; null after the first page. */
  counts: SearchCounts | null;
  /** What was searched instead, where the words as written are found nowhere. */
  correctedTo: string | null;
  results: SearchResult[];
  nextCursor: string | null;
}

/** A record by name; a message by its beginning, with whom it was written with. */
export interface SearchItem {
  entityType: SearchType;
  entityId: string;
  title: string;
  with?: SearchPeer;
}

/** An earlier search of one's own. */
export interface PastSearch {
  id: string;
  query: string;
  filters: SearchFilters;
  numResults: number;
  /** What was opened from its results and may still be seen, latest first. */
  clickedResults: SearchItem[];
  createdAt: string;
}

/** What the member's role can do from the search box; labels are the client's. */
export const SEARCH_ACTIONS = ['write-post', 'open-library', 'open-settings', 'open-help'] as const;
/** One of {@link SEARCH_ACTIONS}. */
export type SearchAction = (typeof SEARCH_ACTIONS)[number];

/** Suggestions while the member types. */
export interface Suggestions {
  recent: PastSearch[];
  people: UserCard[];
  items: SearchItem[];
  actions: SearchAction[];
}

/** Search and its history. */
export const searchEndpoints = endpoints<typeof searchSchemas>()({
  /** Stores the search in the member's history unless that is paused. Creators find courses alone. */
  search: endpoint<SearchResponse>()({
    method: 'GET',
    path: '/api/search',
    who: 'signedIn',
    limit: 'searches',
  }),
  /** Beginnings of words count; without `q`, earlier searches and actions. */
  suggest: endpoint<Suggestions>()({
    method: 'GET',
    path: '/api/search/suggest',
    who: 'signedIn',
    limit: 'suggestions',
  }),
  listSearches: endpoint<PastSearch[]>()({
    method: 'GET',
    path: '/api/search/history',
    who: 'signedIn',
    isPage: true,
  }),
  removeSearches: endpoint<void>()({
    method: 'DELETE',
    path: '/api/search/history',
    who: 'signedIn',
  }),
  removeSearch: endpoint<void>()({
    method: 'DELETE',
    path: '/api/search/history/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Notes what was opened from the results of one's own search; `position` counts from 0. */
  noteClick: endpoint<void>()({
    method: 'POST',
    path: '/api/search/:id/click',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
});
