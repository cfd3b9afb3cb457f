import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobDefinition } from '../db/job-queue.ts';
import { sendDueMail } from '../domains/notifications/notifications.mail.ts';
import { pruneNotifications, returnSnoozed } from '../domains/notifications/notifications.service.ts';
import { PUSH_JOB, sendPush, type QueuedPush } from '../domains/notifications/push-subscriptions.service.ts';
import type { WebPush } from '../gateways/web-push.ts';

/**
 * What notifications do by themselves: mail and digests that are due, snoozed ones that return, old ones that go, and
 * queued pushes.
 */
export function notificationJobs({ forkEm, push }: { forkEm: () => EntityManager; push: WebPush }): JobDefinition[] {
  return [
    { name: 'notification-mail', cron: '* * * * *', run: () => sendDueMail(forkEm()) },
    { name: 'notification-return', cron: '* * * * *', run: () => returnSnoozed(forkEm()) },
    { name: 'notification-prune', cron: '17 * * * *', run: () => pruneNotifications(forkEm()) },
    { name: PUSH_JOB, concurrency: 2, run: (data: QueuedPush) => sendPush(forkEm(), push, data) },
  ];
}
