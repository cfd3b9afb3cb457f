import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobDefinition } from '../db/job-queue.ts';
import { FORGOTTEN_PASSWORD_JOB, sendResetLink } from '../domains/auth/auth.recovery.ts';

/** Mails the link for a new password where the address has an account. */
export function forgottenPasswordJob(forkEm: () => EntityManager): JobDefinition {
  return {
    name: FORGOTTEN_PASSWORD_JOB,
    concurrency: 2,
    run: ({ email }: { email: string }) => sendResetLink(forkEm(), email),
  };
}
