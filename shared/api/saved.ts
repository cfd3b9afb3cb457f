import { endpoint } from './endpoint.ts';

/** What can be saved so far. */
export const SAVED_TYPES = ['post'] as const;
/** One of {@link SAVED_TYPES}. */
export type SavedType = (typeof SAVED_TYPES)[number];

/** Saved items; reading them goes through the lists of their nouns (`scope=saved`). */
export const savedEndpoints = {
  saveItem: endpoint<{ params: { type: SavedType; id: string } }, void>({
    method: 'PUT', path: '/api/saved/:type/:id', who: 'member', errors: ['NOT_FOUND'],
  }),
  unsaveItem: endpoint<{ params: { type: SavedType; id: string } }, void>({
    method: 'DELETE', path: '/api/saved/:type/:id', who: 'member', errors: [],
  }),
} as const;
