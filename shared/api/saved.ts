import { endpoint } from './endpoint.ts';

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
export const savedEndpoints = {
  saveItem: endpoint<{ params: { type: SavedType; id: string } }, void>({
    method: 'PUT',
    path: '/api/saved/:type/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  unsaveItem: endpoint<{ params: { type: SavedType; id: string } }, void>({
    method: 'DELETE',
    path: '/api/saved/:type/:id',
    who: 'member',
    errors: [],
  }),
} as const;

type ByKey = { params: { key: string } };
type ByList = { params: { list: MarkedList } };

/** Drafts and markers of the signed-in member, on every device the same. Source: product.md 4.4. */
export const placeEndpoints = {
  /** A key is a place and, where there are many of its kind, an id: `post`, `comment:{id}`. */
  getDraft: endpoint<ByKey, DraftView>({ method: 'GET', path: '/api/drafts/:key', who: 'signedIn', errors: [] }),
  /** An empty body is as good as a deletion. */
  setDraft: endpoint<ByKey & { body: { body: string } }, DraftView>({
    method: 'PUT',
    path: '/api/drafts/:key',
    who: 'signedIn',
    errors: [],
  }),
  removeDraft: endpoint<ByKey, void>({ method: 'DELETE', path: '/api/drafts/:key', who: 'signedIn', errors: [] }),
  getMarker: endpoint<ByList, MarkerView>({ method: 'GET', path: '/api/markers/:list', who: 'signedIn', errors: [] }),
  /** Moves forward only; the answer says where the marker stands. */
  setMarker: endpoint<ByList & { body: { lastSeenId: string } }, MarkerView>({
    method: 'PUT',
    path: '/api/markers/:list',
    who: 'signedIn',
    errors: [],
  }),
} as const;
