import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobDefinition } from '../db/job-queue.ts';
import type { Mailer } from '../gateways/mail.ts';
import { forgottenPasswordJob } from './forgotten-password.job.ts';
import type { WebPush } from '../gateways/web-push.ts';
import { notificationJobs } from './notifications.job.ts';
import { sendMailJob } from './send-mail.job.ts';

/** What the jobs are made with. */
export interface JobDeps {
  mailer: Mailer;
  push: WebPush;
  forkEm: () => EntityManager;
}

/** Every background job there is: one line a job. */
export function listJobs({ mailer, push, forkEm }: JobDeps): JobDefinition[] {
  return [sendMailJob(mailer), forgottenPasswordJob(forkEm), ...notificationJobs({ push, forkEm })];
}
