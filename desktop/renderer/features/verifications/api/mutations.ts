import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { verificationEndpoints, type VerificationState } from '#shared/api/verifications.ts';
import { call } from '../../../lib/api.ts';
import { invalidatePath } from '../../../lib/query-client.ts';

/** What members and institutions do about claims. Errors as call's. */
export interface VerificationWrites {
  /** Asks an institution to confirm a line; the same key makes a repeat after a lost answer safe. */
  ask: (lineId: string, institutionId: string, idempotencyKey: string) => Promise<void>;
  takeBack: (id: string) => Promise<void>;
  decide: (id: string, status: Exclude<VerificationState, 'pending'>) => Promise<void>;
}

function createVerificationWrites(client: QueryClient): VerificationWrites {
  const refresh = async (): Promise<void> => {
    await Promise.all([
      invalidatePath(client, verificationEndpoints.listVerifications.path),
      invalidatePath(client, '/api/users'),
    ]);
  };
  return {
    async ask(lineId, institutionId, idempotencyKey) {
      await call(verificationEndpoints.createVerification, { body: { lineId, institutionId } }, { idempotencyKey });
      await refresh();
    },
    async takeBack(id) {
      await call(verificationEndpoints.removeVerification, { params: { id } });
      await refresh();
    },
    async decide(id, status) {
      await call(verificationEndpoints.decideVerification, { params: { id }, body: { status } });
      await refresh();
    },
  };
}

/** The writes over the app's cache. */
export function useVerificationWrites(): VerificationWrites {
  const client = useQueryClient();
  return useMemo(() => createVerificationWrites(client), [client]);
}
