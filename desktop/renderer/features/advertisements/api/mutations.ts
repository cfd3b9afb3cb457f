import { useMutation } from '@tanstack/react-query';
import {
  advertisementEndpoints,
  type AdvertisementInput,
  type EditAdvertisementInput,
} from '#shared/api/advertisements.ts';
import { call } from '../../../lib/http/api.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { liveLink } from '../../../lib/live/live.ts';

const invalidates = [['advertisements']] as const;

/** Creates an advertisement; a retry creates it once. The form shows a failure. */
export function useCreateAdvertisement() {
  const once = useOnce();
  return useMutation({
    mutationFn: (body: AdvertisementInput) =>
      once(body, (options) => call(advertisementEndpoints.createAdvertisement, { body }, options)),
    onSuccess: ({ id }) => void liveLink.emit('advertisement-create', { id }),
    meta: { action: null, invalidates },
  });
}

/** Changes an own advertisement, based on the edited version; the form shows a failure. */
export function useEditAdvertisement() {
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: { id: string; version: string; body: EditAdvertisementInput }) => {
      const { id, version, body } = edit;
      return once(edit, (options) =>
        call(advertisementEndpoints.editAdvertisement, { params: { id }, body }, { ...options, ifMatch: version }),
      );
    },
    onSuccess: (_view, { id }) => void liveLink.emit('advertisement-update', { id }),
    meta: { action: null, invalidates },
  });
}

/** Pauses or resumes an own advertisement. */
export function useSetPaused(id: string) {
  return useMutation({
    mutationFn: (isPaused: boolean) =>
      call(isPaused ? advertisementEndpoints.pauseAdvertisement : advertisementEndpoints.resumeAdvertisement, {
        params: { id },
      }),
    onSuccess: () => void liveLink.emit('advertisement-update', { id }),
    meta: { action: 'change the advertisement', invalidates },
  });
}

/** Deletes an own advertisement, by its id; the dialog shows a failure. */
export function useRemoveAdvertisement() {
  return useMutation({
    mutationFn: (id: string) => call(advertisementEndpoints.removeAdvertisement, { params: { id } }),
    meta: { action: null, invalidates },
  });
}

/** Hides an advertisement from the user, by its id. */
export function useHideAdvertisement() {
  return useMutation({
    mutationFn: (id: string) => call(advertisementEndpoints.hideAdvertisement, { params: { id } }),
    meta: { action: 'hide the advertisement', invalidates },
  });
}

/** Counts an impression or a click; a failure is ignored. */
export function countAdvertisement(id: string, what: 'impression' | 'click'): void {
  const endpoint = what === 'click' ? advertisementEndpoints.countClick : advertisementEndpoints.countImpression;
  call(endpoint, { params: { id } }).catch(() => undefined);
}
