import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { privacyQuery } from '../../../lib/me.ts';
import { editPrivacyMutation } from '../api/mutations.ts';

/** Returns the query of the signed-in user's privacy settings and the function that changes them optimistically. */
export function usePrivacy() {
  const { mutate } = useMutation(editPrivacyMutation(useQueryClient()));
  return { ...useQuery(privacyQuery), change: mutate };
}
