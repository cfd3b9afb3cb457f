import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  advertisementEndpoints,
  type AdvertisementInput,
  type EditAdvertisementInput,
} from '#shared/api/advertisements.ts';
import { call } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { invalidatePath } from '../../../lib/query-client.ts';
import { ADVERTISEMENTS_PATH } from './queries.ts';

/** Everything a member does with advertisements. Errors as call's. */
export interface AdvertisementWrites {
  /** The same key makes a repeat safe (decision 20). */
  create: (input: AdvertisementInput, idempotencyKey: string) => Promise<void>;
  edit: (id: string, edit: EditAdvertisementInput) => Promise<void>;
  setPaused: (id: string, isPaused: boolean) => Promise<void>;
  remove: (id: string) => Promise<void>;
  hide: (id: string) => Promise<void>;
  /** Count without anyone waiting; what fails is not counted. */
  countImpression: (id: string) => void;
  countClick: (id: string) => void;
}

function createAdvertisementWrites(client: QueryClient): AdvertisementWrites {
  const settle = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      void invalidatePath(client, ADVERTISEMENTS_PATH);
    }
  };
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
  return {
    async create(input, idempotencyKey) {
      const { id } = await call(advertisementEndpoints.createAdvertisement, { body: input }, { idempotencyKey });
      void liveLink.emit('advertisement-create', { id });
      await invalidatePath(client, ADVERTISEMENTS_PATH);
    },
    async edit(id, edit) {
      await settle(call(advertisementEndpoints.editAdvertisement, { params: { id }, body: edit }));
      void liveLink.emit('advertisement-update', { id });
    },
    setPaused: (id, isPaused) =>
      settle(
        call(isPaused ? advertisementEndpoints.pauseAdvertisement : advertisementEndpoints.resumeAdvertisement, {
          params: { id },
        }),
      ),
    remove: (id) => settle(call(advertisementEndpoints.removeAdvertisement, { params: { id } })),
    hide: (id) => settle(call(advertisementEndpoints.hideAdvertisement, { params: { id } })),
    countImpression: (id) => quietly(call(advertisementEndpoints.countImpression, { params: { id } })),
    countClick: (id) => quietly(call(advertisementEndpoints.countClick, { params: { id } })),
  };
}

/** The writes over the app's cache. */
export function useAdvertisementWrites(): AdvertisementWrites {
  const client = useQueryClient();
  return useMemo(() => createAdvertisementWrites(client), [client]);
}
