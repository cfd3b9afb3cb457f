import { useMutation } from '@tanstack/react-query';
import { verificationEndpoints, type VerificationState } from '#shared/api/verifications.ts';
import { call } from '../../../lib/http/api.ts';

const invalidates = [['verifications'], ['users']] as const;

/** Sends an institution a request to confirm a profile entry; the dialog shows a failure. */
export function useRequestVerification() {
  return useMutation({
    mutationFn: (body: { entryId: string; institutionId: string }) =>
      call(verificationEndpoints.createVerification, { body }),
    meta: { action: null, invalidates },
  });
}

/** Withdraws a request or a confirmation, by its id. */
export function useWithdrawVerification() {
  return useMutation({
    mutationFn: (id: string) => call(verificationEndpoints.removeVerification, { params: { id } }),
    meta: { action: 'withdraw the request', invalidates },
  });
}

/** Confirms, declines or revokes a claim as the institution that it names. */
export function useDecideVerification() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: Exclude<VerificationState, 'pending'> }) =>
      call(verificationEndpoints.decideVerification, { params: { id }, body: { status } }),
    meta: { action: 'save your decision', invalidates },
  });
}
