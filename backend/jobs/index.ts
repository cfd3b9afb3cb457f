import type { JobDefinition } from '../db/job-queue.ts';
import type { Mailer } from '../gateways/mail.ts';
import { sendMailJob } from './send-mail.job.ts';

/** What the jobs are made with. */
export interface JobDeps {
  mailer: Mailer;
}

/** Every background job there is: one line a job. */
export function listJobs({ mailer }: JobDeps): JobDefinition[] {
  return [sendMailJob(mailer)];
}
