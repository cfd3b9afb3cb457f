import { endpoint, endpoints } from './endpoint.ts';
import type { savedSchemas } from './saved.schema.ts';
import type { placeSchemas } from './saved.schema.ts';

/** What can be saved so far. */
export const SAVED_TYPES = ['post'] as const;
/** One of {@link SAVED_TYPES}. */
export type SavedType = (typeof SAVED_TYPES)[number];

/** What is read from the newest backwards, with a mark of how far. */
export const MARKED_LISTS = ['feed', 'notifications'] as const;
/** One of {@link MARKED_LISTS}. */
export type MarkedList = (typeof MARKED_LISTS)[number];

/** A text not sent yet; empty, with null, where there is none. */
export interface DraftView {
  body: string;
  updatedAt: string | null;
}

/** How far a list was read: everything up to that moment; null where it never was. */
export interface MarkerView {
  lastSeenId: string | null;
  lastSeenAt: string | null;
}

/** Saved items; reading them goes through the lists of their nouns (`scope=saved`). */
export const savedEndpoints = endpoints<typeof savedSchemas>()({
  saveItem: endpoint<void>()({
    method: 'PUT',
    path: '/api/saved/:type/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  unsaveItem: endpoint<void>()({
    method: 'DELETE',
    path: '/api/saved/:type/:id',
    who: 'member',
  }),
});

/** Drafts and markers of the signed-in member, on every device the same. */
export const placeEndpoints = endpoints<typeof placeSchemas>()({
  /** A key is a place and, where there are many of its kind, an id: `post`, `comment:{id}`. */
  getDraft: endpoint<DraftView>()({ method: 'GET', path: '/api/drafts/:key', who: 'signedIn' }),
  /** An empty body is as good as a deletion. */
  setDraft: endpoint<DraftView>()({
    method: 'PUT',
    path: '/api/drafts/:key',
    who: 'signedIn',
  }),
  removeDraft: endpoint<void>()({ method: 'DELETE', path: '/api/drafts/:key', who: 'signedIn' }),
  getMarker: endpoint<MarkerView>()({ method: 'GET', path: '/api/markers/:list', who: 'signedIn' }),
  /** Moves forward only; the response contains the position of the marker. */
  setMarker: endpoint<MarkerView>()({
    method: 'PUT',
    path: '/api/markers/:list',
    who: 'signedIn',
  }),
});
