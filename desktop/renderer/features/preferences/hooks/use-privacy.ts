import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PrivacyInput } from '#shared/api/privacy.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { editPrivacyMutation, privacyQuery } from '../api/privacy.ts';

/** The member's privacy as a query, and the function that changes it at once. */
export function usePrivacy() {
  const client = useQueryClient();
  const query = useQuery(privacyQuery);
  const { mutate } = useMutation(editPrivacyMutation(client));
  const change = (input: PrivacyInput): void => {
    mutate(input, {
      onError: (error) =>
        toast({ title: 'Not saved', description: describeFailure(error).message, variant: 'destructive' }),
    });
  };
  return { ...query, change };
}
