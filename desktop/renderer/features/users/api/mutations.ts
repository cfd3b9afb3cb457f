import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fileEndpoints } from '#shared/api/files.ts';
import { blockEndpoints, userEndpoints, type ProfileInput, type ProfileView } from '#shared/api/users.ts';
import { call, callUpload } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { profileQuery } from './queries.ts';

/** One of the two pictures of a profile. */
export type Picture = 'profile' | 'cover';

/** What a member does to profiles. Errors as call's. */
export interface ProfileWrites {
  /** Changes the own profile over the version that was edited; STALE when it is no longer the newest. */
  edit: (changes: Partial<ProfileInput>, version: string) => Promise<ProfileView>;
  /** Sends a picture up and shows it; the same key makes a repeat after a lost answer safe. */
  setPicture: (picture: Picture, file: Blob, about: { alt: string; idempotencyKey: string }) => Promise<void>;
  /** Describes the picture that is there. */
  describePicture: (picture: Picture, fileId: string, alt: string) => Promise<void>;
  removePicture: (picture: Picture) => Promise<void>;
  block: (userId: string) => Promise<void>;
  unblock: (userId: string) => Promise<void>;
}

const PICTURES = {
  profile: { purpose: 'profile-image', set: userEndpoints.setProfileImage, remove: userEndpoints.removeProfileImage },
  cover: { purpose: 'cover-image', set: userEndpoints.setCoverImage, remove: userEndpoints.removeCoverImage },
} as const;

/** Makes the writes over a cache; after a change of the profile the live link is told as spec section 7 lists. */
export function createProfileWrites(client: QueryClient): ProfileWrites {
  const ownPath = profileQuery(null).queryKey[0];
  const show = (profile: ProfileView): void => {
    client.setQueryData(profileQuery(null).queryKey, profile);
    void liveLink.emit('profile-update', { id: profile.id });
    // Name and picture stand on everything the member wrote.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownPath });
  };
  return {
    async edit(changes, version) {
      const profile = await call(userEndpoints.editProfile, { body: changes }, { ifMatch: version });
      show(profile);
      return profile;
    },
    async setPicture(picture, file, { alt, idempotencyKey }) {
      const form = new FormData();
      form.append('file', file, 'picture.png');
      const { fileId } = await callUpload(
        fileEndpoints.upload,
        { query: { purpose: PICTURES[picture].purpose } },
        { form, idempotencyKey },
      );
      show(await call(PICTURES[picture].set, { body: { fileId, alt } }));
    },
    async describePicture(picture, fileId, alt) {
      show(await call(PICTURES[picture].set, { body: { fileId, alt } }));
    },
    async removePicture(picture) {
      show(await call(PICTURES[picture].remove, {}));
    },
    async block(userId) {
      await call(blockEndpoints.blockUser, { params: { id: userId } });
      await client.invalidateQueries();
    },
    async unblock(userId) {
      await call(blockEndpoints.unblockUser, { params: { id: userId } });
      await client.invalidateQueries();
    },
  };
}

/** The writes over the app's cache. */
export function useProfileWrites(): ProfileWrites {
  const client = useQueryClient();
  return useMemo(() => createProfileWrites(client), [client]);
}
