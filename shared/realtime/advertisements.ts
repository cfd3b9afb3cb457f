import type { AdvertisementView } from '../api/advertisements.ts';
import type { Push, Spread } from './contract.ts';

/**
 * Pushes of advertisements that became visible or changed, to the room ads-{section} and the advertiser's devices; only
 * the id of one that is no longer visible, to the rooms of all sections.
 */
export interface AdvertisementPushes {
  'advertisement-created': Push<Spread<AdvertisementView | Removed>>;
  'advertisement-updated': Push<Spread<AdvertisementView | Removed>>;
}

type Removed = Pick<AdvertisementView, 'id'>;

/** Intents of advertisements: a client reports its own write; the server only checks it. */
export type AdvertisementIntents = Record<'advertisement-create' | 'advertisement-update', { id: string }>;
