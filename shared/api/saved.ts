import { endpoint, endpoints } from './endpoint.ts';
import type { savedSchemas } from './saved.schema.ts';

/** Types of records that can be saved. */
export const SAVED_TYPES = ['post', 'course'] as const;
/** One of {@link SAVED_TYPES}. */
export type SavedType = (typeof SAVED_TYPES)[number];

/** Lists with a marker of how far the member has read. */
export const MARKED_LISTS = ['feed', 'notifications'] as const;
/** One of {@link MARKED_LISTS}. */
export type MarkedList = (typeof MARKED_LISTS)[number];

/** A text that has not been sent; without one, `body` is empty and `updatedAt` null. */
export interface DraftView {
  body: string;
  updatedAt: string | null;
}

/** How far a list has been read: everything up to that time; null when it has never been read. */
export interface MarkerView {
  lastSeenId: string | null;
  lastSeenAt: string | null;
}

/**
 * Saved items, drafts and markers of the signed-in member, the same on every device. Saved items are listed by the
 * endpoints of their nouns (`scope=saved`).
 */
export const savedEndpoints = endpoints<typeof savedSchemas>()({
  saveItem: endpoint<void>()({
    method: 'PUT',
    path: '/api/saved/:type/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  unsaveItem: endpoint<void>()({
    method: 'DELETE',
    path: '/api/saved/:type/:id',
    who: 'signedIn',
  }),
  /** A key names a form and, where there are several of its kind, an id: `post`, `comment:{id}`. */
  getDraft: endpoint<DraftView>()({ method: 'GET', path: '/api/drafts/:key', who: 'signedIn' }),
  /** An empty body deletes the draft. */
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
