import type { AdvertisementView } from '../api/advertisements.ts';
import type { Push } from './contract.ts';

/**
 * Pushes of advertisements: one that is shown from now on, or is not as it was; of one that is gone, its id alone.
 */
export interface AdvertisementPushes {
  'advertisement-created': Push<AdvertisementView | Gone>;
  'advertisement-updated': Push<AdvertisementView | Gone>;
}

type Gone = Pick<AdvertisementView, 'id'>;

/** Intents of advertisements: a client reports a write it made; the server only checks it. */
export interface AdvertisementIntents {
  'advertisement-create': { id: string };
  'advertisement-update': { id: string };
}
