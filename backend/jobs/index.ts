import { databaseNow } from '../db/clock.ts';
import type { JobDefinition } from '../db/job-queue.ts';
import type { MetricParts } from '../db/metric-source.ts';
import type { SearchSources } from '../db/search-document.ts';
import { deleteDueAccounts, type DeletionDeps } from '../domains/account/deletion.service.ts';
import { buildExport, EXPORT_JOB, removeOldExports } from '../domains/account/exports.service.ts';
import { forgetAdViews } from '../domains/advertisements/advertisements.service.ts';
import { countAnswerTimes } from '../domains/analytics/answer-times.service.ts';
import { countMembers } from '../domains/analytics/members.service.ts';
import { countMetrics } from '../domains/analytics/metrics.service.ts';
import { removeOldEntries } from '../domains/audit/audit.service.ts';
import { FORGOTTEN_PASSWORD_JOB, sendResetLink, type ResetRequest } from '../domains/auth/recovery.service.ts';
import { PROGRESS_JOB, recountProgress } from '../domains/courses/progress-recount.service.ts';
import { cleanUpFiles } from '../domains/files/file-cleanup.ts';
import type { CleanupReport } from '../domains/files/instance.entity.ts';
import { notifyOfEdits, remindOfEvents } from '../domains/events/events.reminders.ts';
import { passOnSeats } from '../domains/events/rsvp.service.ts';
import { remindOfMessages } from '../domains/messages/messages.reminders.ts';
import {
  NOTIFICATION_EMAIL_JOB,
  queueDueEmails,
  sendNotificationEmail,
  type QueuedNotificationEmail,
} from '../domains/notifications/notifications.email.ts';
import { pruneNotifications, returnSnoozed } from '../domains/notifications/notifications.service.ts';
import { PUSH_JOB, sendPush, type QueuedPush } from '../domains/notifications/push-subscriptions.service.ts';
import { sendAnnouncements } from '../domains/operator/announcements.service.ts';
import { careForRefunds, checkPurchases, handleLostReports } from '../domains/purchases/purchases.checks.ts';
import { REFUND_JOB } from '../domains/purchases/purchases.states.ts';
import { sendRefund } from '../domains/purchases/refunds.service.ts';
import { findActive } from '../domains/presence/presence.view.ts';
import { pruneUsernames } from '../domains/users/released-usernames.service.ts';
import { EMAIL_JOB, type Mailer, type QueuedEmail } from '../gateways/email.ts';
import type { Payments } from '../gateways/payments.ts';
import type { WebPush } from '../gateways/web-push.ts';
import { searchJobs } from './search.job.ts';

/** Dependencies of the jobs. */
export interface JobDeps extends DeletionDeps {
  mailer: Mailer;
  push: WebPush;
  /** Null: nothing can be bought. */
  payments: Payments | null;
  /** Currency of prices, as an ISO 4217 code. */
  currency: string;
  searchSources: SearchSources;
  metricParts: readonly MetricParts[];
  /** How long entries of the audit log are stored. */
  auditMonths: number;
  /** Receives the report of each clean-up of stored files. */
  onCleanup: (report: CleanupReport) => void;
}

/** One hour: an archive may contain gigabytes of files, and an item has a million learners. */
const ACCOUNT_SECONDS = 3_600;

/** Six hours: each of a million objects of a bucket may have to be moved. */
const CLEANUP_SECONDS = 6 * ACCOUNT_SECONDS;

/** Lists every background job: one entry per job. */
export function listJobs(deps: JobDeps): JobDefinition[] {
  const { mailer, push, payments, forkEm, files, archives, erasers, searchSources } = deps;
  const exports = { forkEm, files, archives };
  const deletion = { ...exports, erasers };
  return [
    { name: EMAIL_JOB, batch: 5, run: (email: QueuedEmail, { id }) => mailer.send(id, email) },
    {
      name: FORGOTTEN_PASSWORD_JOB,
      batch: 5,
      run: (request: ResetRequest, { id }) => sendResetLink(forkEm(), request, id),
    },
    {
      name: EXPORT_JOB,
      expireSeconds: ACCOUNT_SECONDS,
      run: ({ exportId }: { exportId: string }) => buildExport(exports, exportId),
    },
    {
      name: 'account-care',
      cron: '17 * * * *',
      expireSeconds: ACCOUNT_SECONDS,
      run: async () => {
        await deleteDueAccounts(deletion, databaseNow());
        await removeOldExports(exports, databaseNow());
        await pruneUsernames(forkEm());
      },
    },
    {
      name: 'file-cleanup',
      cron: '41 3 * * *',
      expireSeconds: CLEANUP_SECONDS,
      run: async () => deps.onCleanup(await cleanUpFiles(forkEm(), files)),
    },
    { name: 'event-reminders', cron: '* * * * *', run: () => remindOfEvents(forkEm()) },
    { name: 'event-edits', cron: '* * * * *', run: () => notifyOfEdits(forkEm()) },
    { name: 'event-seats', cron: '* * * * *', run: () => passOnSeats(forkEm()) },
    { name: 'advertisement-views', cron: '7 * * * *', run: () => forgetAdViews(forkEm()) },
    { name: 'notification-email', cron: '* * * * *', run: () => queueDueEmails(forkEm()) },
    {
      name: NOTIFICATION_EMAIL_JOB,
      batch: 10,
      run: (email: QueuedNotificationEmail, { id }) => sendNotificationEmail(forkEm(), mailer, { ...email, id }),
    },
    { name: 'audit-retention', cron: '23 3 * * *', run: () => removeOldEntries(forkEm(), deps.auditMonths) },
    { name: 'announcements', cron: '* * * * *', run: () => sendAnnouncements(forkEm()) },
    { name: 'message-reminders', cron: '* * * * *', run: () => remindOfMessages(forkEm(), findActive) },
    { name: 'notification-return', cron: '* * * * *', run: () => returnSnoozed(forkEm()) },
    { name: 'notification-prune', cron: '17 * * * *', run: () => pruneNotifications(forkEm()) },
    { name: PUSH_JOB, batch: 10, run: (data: QueuedPush) => sendPush(forkEm(), push, data) },
    {
      name: REFUND_JOB,
      run: ({ purchaseId }: { purchaseId: string }) => sendRefund(forkEm(), payments, purchaseId),
    },
    { name: 'purchase-checks', cron: '*/5 * * * *', run: () => checkPurchases(forkEm(), payments, deps.currency) },
    { name: 'lost-reports', cron: '11 4 * * *', run: () => handleLostReports(forkEm(), payments, deps.currency) },
    { name: 'refund-care', cron: '37 * * * *', run: () => careForRefunds(forkEm(), payments) },
    ...countingJobs(deps),
    ...searchJobs(forkEm, searchSources),
  ];
}

function countingJobs({ forkEm, metricParts }: JobDeps): JobDefinition[] {
  const expireSeconds = ACCOUNT_SECONDS;
  return [
    {
      name: PROGRESS_JOB,
      expireSeconds,
      run: ({ courseId }: { courseId: string }) => recountProgress(forkEm(), courseId),
    },
    { name: 'metrics', cron: '11 * * * *', expireSeconds, run: () => countMetrics(forkEm(), metricParts) },
    { name: 'member-groups', cron: '29 4 * * *', expireSeconds, run: () => countMembers(forkEm(), metricParts) },
    { name: 'answer-times', cron: '43 4 * * *', expireSeconds, run: () => countAnswerTimes(forkEm(), metricParts) },
  ];
}
