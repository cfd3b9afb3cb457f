import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { searchSchemas } from './search.schema.ts';
import type { UserCard } from './users.ts';

/** Types of records in the search index. */
export const INDEXED_TYPES = ['user', 'post', 'course', 'event'] as const;
/** One of {@link INDEXED_TYPES}. */
export type IndexedType = (typeof INDEXED_TYPES)[number];

/** Types of search results, in the order of their groups; messages are those of the member. */
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

/** A matching part of a text: start and end (exclusive) in UTF-16 code units. */
export type TextRange = readonly [from: number, to: number];

/** Why a result was found: where the words occur, and what else increases its score. */
export interface SearchWhy {
  kind: 'title' | 'tag' | 'keyword' | 'content' | 'spelling' | 'connection' | 'importance';
  /** The word that matched, for tags and keywords. */
  word?: string;
}

/** The other member of a conversation; once that account is deleted, the conversation's id without a name. */
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
  /** The author; for a user, the user. Null for a message whose sender deleted their account. */
  author: UserCard | null;
  /** Creation time, or for an event its start, in ISO 8601. */
  date: string;
  category: string | null;
  /** For a message, the other member of its conversation. */
  with: SearchPeer | null;
}

/**
 * Number of results of each type; SEARCH_LIMITS.countMax means that many or more.
 */
export type SearchCounts = Record<SearchType, number>;

/** One page of results. */
export interface SearchResponse {
  /** Id for reporting which result was opened; null while the history is paused and for a search without words. */
  searchId: string | null;
  /** Counts of all types that the member can search, regardless of `types`; null after the first page. */
  counts: SearchCounts | null;
  /** The corrected query, when the original has no results. */
  correctedTo: string | null;
  results: SearchResult[];
  nextCursor: string | null;
}

/** A record with its name, or a message with its start and the other member of its conversation. */
export interface SearchItem {
  entityType: SearchType;
  entityId: string;
  title: string;
  with?: SearchPeer;
}

/** An earlier search of the member. */
export interface PastSearch {
  id: string;
  query: string;
  filters: SearchFilters;
  numResults: number;
  /** Opened results that are still visible to the member, latest first. */
  clickedResults: SearchItem[];
  createdAt: string;
}

/** Actions of the search box; the client provides the labels. */
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
  /** Stores the search in the member's history unless that is paused. Creators find courses only. */
  search: endpoint<SearchResponse>()({
    method: 'GET',
    path: '/api/search',
    isCounted: true,
    who: 'signedIn',
    limit: 'searches',
  }),
  /** Matches the beginnings of words; without `q`, returns earlier searches and actions. */
  suggest: endpoint<Suggestions>()({
    method: 'GET',
    path: '/api/search/suggest',
    isCounted: true,
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
  /** Stores which result of an own search was opened; `position` counts from 0. */
  noteClick: endpoint<void>()({
    method: 'POST',
    path: '/api/search/:id/click',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
});
