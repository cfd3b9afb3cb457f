import type { JobDefinition } from '../db/job-queue.ts';
import type { ExportDeps } from '../domains/account/exports.service.ts';
import type { Mailer } from '../gateways/mail.ts';
import { accountJobs } from './account.jobs.ts';
import { advertisementJobs } from './advertisements.job.ts';
import { eventJobs } from './events.job.ts';
import { forgottenPasswordJob } from './forgotten-password.job.ts';
import type { WebPush } from '../gateways/web-push.ts';
import { notificationJobs } from './notifications.job.ts';
import { searchJobs } from './search.job.ts';
import { sendMailJob } from './send-mail.job.ts';

/** What the jobs are made with. */
export interface JobDeps extends ExportDeps {
  mailer: Mailer;
  push: WebPush;
}

/** Every background job there is: one line a job. */
export function listJobs({ mailer, push, forkEm, files, archives }: JobDeps): JobDefinition[] {
  return [
    sendMailJob(mailer),
    forgottenPasswordJob(forkEm),
    ...accountJobs({ forkEm, files, archives }),
    ...eventJobs(forkEm),
    ...advertisementJobs(forkEm),
    ...notificationJobs({ push, forkEm }),
    ...searchJobs(forkEm),
  ];
}
