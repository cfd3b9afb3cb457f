import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { blockEndpoints, userEndpoints, type ProfileInput, type ProfileView } from '#shared/api/users.ts';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './queries.ts';

/** What a member does to profiles. Errors as call's. */
export interface ProfileWrites {
  /** Changes the own profile over the version that was edited; STALE when it is no longer the newest. */
  edit: (changes: Partial<ProfileInput>, version: string) => Promise<ProfileView>;
  block: (userId: string) => Promise<void>;
  unblock: (userId: string) => Promise<void>;
}

function createProfileWrites(client: QueryClient): ProfileWrites {
  return {
    async edit(changes, version) {
      const profile = await call(userEndpoints.editProfile, { body: changes }, { ifMatch: version });
      client.setQueryData(profileQuery(null).queryKey, profile);
      // Name and picture stand on everything the member wrote.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== profileQuery(null).queryKey[0] });
      return profile;
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
