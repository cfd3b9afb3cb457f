import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { PushSubscriptionInput, PushSubscriptionView } from '#shared/api/notifications.ts';
import { notificationText } from '#shared/api/notification-texts.ts';
import { PUSH_LIMITS } from '#shared/limits.ts';
import { queueJobs } from '../../db/job-queue.ts';
import { isoOf, read, type Timestamp } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { WebPush } from '../../gateways/web-push.ts';
import { invalidField, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { loadNotificationView } from './notification.view.ts';
import { PushSubscription } from './push-subscription.entity.ts';

/** Name of the job that sends one push to one browser. */
export const PUSH_JOB = 'send-push';

/** One queued push to one browser: worded when it is sent. */
export interface QueuedPush {
  subscriptionId: string;
  notificationId: string;
}

const TRIM = {
  name: 'push-subscriptions-trim',
  text: `delete from push_subscriptions where id in (select s.id from push_subscriptions s where s.user_id = $1
    order by s.created_at desc offset ${PUSH_LIMITS.subscriptionsPerUser})`,
};
const REMOVE = {
  name: 'push-subscription-remove',
  text: 'delete from push_subscriptions where id = $2 and user_id = $1 returning id',
};
const DUE = {
  name: 'push-due',
  text: `select s.endpoint, s.p256dh, s.auth, n.user_id from push_subscriptions s join notifications n on n.id = $2
    and n.user_id = s.user_id
    where s.id = $1 and not n.read and n.created_at > now() - interval '${PUSH_LIMITS.ttlMs} milliseconds'`,
};

/**
 * Registers a browser of the session in place of an earlier one with the same address; the oldest are removed when
 * there are too many.
 *
 * @throws AppError VALIDATION for an address outside the known push services.
 */
export async function subscribePush(
  em: EntityManager,
  { id: userId, sessionId }: Identity,
  { endpoint, keys, push }: PushSubscriptionInput & { push: WebPush },
): Promise<PushSubscriptionView> {
  if (!push.isAllowed(endpoint)) throw invalidField('endpoint', 'This is not a known push service');
  return transact(em, async (tx) => {
    await tx.nativeDelete(PushSubscription, { endpoint });
    const saved = tx.create(PushSubscription, { userId, sessionId, endpoint, p256dh: keys.p256dh, auth: keys.auth });
    await tx.flush();
    await read(tx, TRIM, [userId]);
    return { id: saved.id, endpoint, createdAt: isoOf(saved.createdAt as Timestamp) };
  });
}

/** Removes an own browser. @throws AppError NOT_FOUND. */
export async function unsubscribePush(em: EntityManager, userId: string, id: string): Promise<void> {
  const rows = await read(em, REMOVE, [userId, id]);
  if (rows.length === 0) throw notFound('This browser');
}

/** Queues pushes in the running transaction. */
export async function queuePushes(tx: EntityManager, pushes: readonly QueuedPush[]): Promise<void> {
  await queueJobs(tx, PUSH_JOB, pushes);
}

/** Sends one queued push unless it is read or too old; removes a browser that is gone. Rejects to be retried. */
export async function sendPush(
  em: EntityManager,
  push: WebPush,
  { subscriptionId, notificationId }: QueuedPush,
): Promise<void> {
  const [due] = await read<{ endpoint: string; p256dh: string; auth: string; user_id: string }>(em, DUE, [
    subscriptionId,
    notificationId,
  ]);
  const view = due && (await loadNotificationView(em, notificationId, due.user_id));
  if (!due || !view) return;
  const { priority } = NOTIFICATION_TYPES[view.type];
  const { title, content } = notificationText(view);
  const outcome = await push.send(
    { endpoint: due.endpoint, keys: { p256dh: due.p256dh, auth: due.auth } },
    { id: view.id, title, body: content, path: view.path ?? '/home', tag: view.groupKey },
    { isUrgent: priority === 'high' },
  );
  if (outcome === 'gone') await em.nativeDelete(PushSubscription, { id: subscriptionId });
}
