import type { JobDefinition } from '../db/job-queue.ts';
import { MAIL_JOB, type Mailer, type QueuedMail } from '../gateways/mail.ts';

/** Sends what queueMail() queued. */
export function sendMailJob(mailer: Mailer): JobDefinition {
  return { name: MAIL_JOB, concurrency: 2, run: (mail: QueuedMail, { id }) => mailer.send(id, mail) };
}
