import { hashKey, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { fileEndpoints } from '#shared/api/files.ts';
import {
  blockEndpoints,
  userEndpoints,
  type ProfileInput,
  type ProfileView,
  type BlockView,
} from '#shared/api/users.ts';
import { call, callUpload } from '../../../lib/http/api.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { profileQuery } from './queries.ts';

/** One of the two images of a profile. */
export type ImageKind = 'profile' | 'cover';

/**
 * A change of a profile image: a new file (`key` is the idempotency key of its upload), a new description, or neither.
 */
type ImageChange = { file: Blob; alt: string; key: string } | { fileId: string; alt: string } | 'remove';

const IMAGES = {
  profile: { purpose: 'profile-image', set: userEndpoints.setProfileImage, remove: userEndpoints.removeProfileImage },
  cover: { purpose: 'cover-image', set: userEndpoints.setCoverImage, remove: userEndpoints.removeCoverImage },
} as const;

/** Stores the user's profile, reports its change, and refetches the rest, since name and photo appear everywhere. */
function takeProfile(client: QueryClient, profile: ProfileView): void {
  const { queryKey } = profileQuery(null);
  client.setQueryData(queryKey, profile);
  void liveLink.emit('profile-update', { id: profile.id });
  void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(queryKey) });
}

/** Changes of the profile are sent in their order. */
const SCOPE = { id: 'profile' };

/**
 * Changes the user's profile, based on the edited version; a retry after a lost response does not conflict with it. The
 * editor shows a failure. @throws ApiError STALE
 */
export function useEditProfile() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    scope: SCOPE,
    mutationFn: (edit: { changes: Partial<ProfileInput>; version: string }) =>
      once(edit, (options) =>
        call(userEndpoints.editProfile, { body: edit.changes }, { ...options, ifMatch: edit.version }),
      ),
    onSuccess: (profile) => takeProfile(client, profile),
    meta: { action: null },
  });
}

/** Sets, describes or removes an image of the user's profile; the dialog shows a failure. */
export function useChangeImage(kind: ImageKind) {
  const client = useQueryClient();
  const { purpose, set, remove } = IMAGES[kind];
  return useMutation({
    scope: SCOPE,
    mutationFn: async (change: ImageChange) => {
      if (change === 'remove') return call(remove, {});
      if ('fileId' in change) return call(set, { body: change });
      const form = new FormData();
      form.append('file', change.file, 'picture.png');
      const upload = { form, idempotencyKey: change.key };
      const { fileId } = await callUpload(fileEndpoints.upload, { query: { purpose } }, upload);
      return call(set, { body: { fileId, alt: change.alt } });
    },
    onSuccess: (profile) => takeProfile(client, profile),
    meta: { action: null },
  });
}

/** Blocks a user, by id, and refreshes everything on screen; the dialog shows a failure. */
export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(blockEndpoints.blockUser, { params: { id: userId } }),
    onSuccess: () => client.invalidateQueries(),
    meta: { action: null },
  });
}

/** Unblocks a user and refreshes everything on screen. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: BlockView) => call(blockEndpoints.unblockUser, { params: { id } }),
    onSuccess: () => client.invalidateQueries(),
    meta: { action: 'unblock the member' },
  });
}
