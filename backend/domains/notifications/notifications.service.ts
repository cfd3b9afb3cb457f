import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import {
  MUTABLE_SOURCES,
  type NotificationCategory,
  type NotificationChannel,
  type NotificationInput,
  type NotificationView,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNow, databaseNowMs, newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { appendToUserLog } from '../../db/user-log.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadNotificationView, shownTo } from './notification.view.ts';
import { Notification } from './notification.entity.ts';
import { queueNotificationEmail } from './notifications.email.ts';
import { queuePushes } from './push-subscriptions.service.ts';
import { loadRecipientSettings } from './recipient-settings.ts';

/** The user's ($1) notification ($2), and with $3 those of its group in the same state. */
const SELECTED = `m.user_id = $1 and (m.id = $2 or ($3 and m.group_key = (select n.group_key from notifications n
  where n.id = $2 and n.user_id = $1)
    and (m.done_at, m.snoozed_until) is not distinct from (select (n.done_at, n.snoozed_until) from notifications n
      where n.id = $2 and n.user_id = $1)))`;
const EDIT = {
  name: 'notification-edit',
  text: `update notifications m set
      read = coalesce($4::boolean, m.read),
      read_at = case when $4::boolean is null then m.read_at when not $4 then null else coalesce(m.read_at, now()) end,
      done_at = case when $5::boolean is null then m.done_at when $5 then coalesce(m.done_at, now()) end,
      snoozed_until = case when $6 then $7::timestamptz else m.snoozed_until end
    where ${SELECTED} and m.is_shown returning m.id`,
};
const REMOVE = {
  name: 'notification-remove',
  text: `update notifications m set is_shown = false, email_due_at = null,
    expires_at = now() + interval '${NOTIFICATION_LIMITS.undoMs} milliseconds'
    where ${SELECTED} and m.is_shown returning m.id`,
};
const RESTORE = {
  name: 'notification-restore',
  text: `update notifications m set is_shown = true, expires_at = now() + interval '30 days'
    from notifications n where n.id = $2 and n.user_id = $1 and not n.is_shown and n.expires_at > now()
      and n.expires_at <= now() + interval '${NOTIFICATION_LIMITS.undoMs} milliseconds'
      and m.user_id = $1 and m.group_key = n.group_key and not m.is_shown and m.expires_at = n.expires_at
        returning m.id`,
};
const READ_ALL = {
  name: 'notifications-read-all',
  text: `update notifications n set read = true, read_at = $4::timestamptz
    where ${shownTo('n', 'unread')} and ($2::text is null or n.category = $2)
      and ($3::uuid is null or n.listed_at <= (select l.listed_at from notifications l where l.id = $3
        and l.user_id = $1)) returning n.id`,
};
const UNREAD_AGAIN = {
  name: 'notifications-unread-again',
  text: `update notifications set read = false, read_at = null where user_id = $1 and read_at = $2::timestamptz
    returning id`,
};
const MUTE = {
  name: 'notification-mute',
  text: `insert into notification_mutes (user_id, source_type, source_id) select n.user_id, n.source_type, n.source_id
    from notifications n
    where n.id = $2 and n.user_id = $1 and n.source_type in (${MUTABLE_SOURCES.map((type) => `'${type}'`).join(', ')})
      and n.source_id is not null
      and (select count(*) from notification_mutes m where m.user_id = $1) < ${NOTIFICATION_LIMITS.mutedMax}
    on conflict (user_id, source_type, source_id) do update set created_at = notification_mutes.created_at
      returning source_id`,
};
const UNMUTE = {
  name: 'notification-unmute',
  text: `delete from notification_mutes m using notifications n
    where n.id = $2 and n.user_id = $1 and m.user_id = $1 and m.source_type = n.source_type
      and m.source_id = n.source_id returning m.source_id`,
};

/** Changes an own notification, or its group. @throws AppError NOT_FOUND. */
export async function editNotification(
  em: EntityManager,
  userId: string,
  { id, ...edit }: NotificationInput & { id: string },
): Promise<NotificationView> {
  const { read: isRead, done, snoozedUntil, isGroup = false } = edit;
  return transact(em, async (tx) => {
    const values = [
      userId,
      id,
      isGroup,
      isRead ?? null,
      done ?? null,
      snoozedUntil !== undefined,
      snoozedUntil ?? null,
    ];
    return changed(tx, userId, { id, rows: await read<{ id: string }>(tx, EDIT, values) });
  });
}

async function changed(
  tx: EntityManager,
  userId: string,
  { id, rows }: { id: string; rows: readonly { id: string }[] },
): Promise<NotificationView> {
  const view = rows.length > 0 ? await loadNotificationView(tx, id, userId) : null;
  if (!view) throw notFound('This notification');
  logNotification(tx, userId, { notificationId: id });
  return view;
}

/** Sets all as read, or with `undo` reverts that of an earlier time; `readAt` is the time to undo. */
export async function readAll(
  em: EntityManager,
  userId: string,
  {
    category,
    upToId,
    undo,
  }: { category?: NotificationCategory | undefined; upToId?: string | undefined; undo?: string | undefined },
): Promise<{ updated: number; readAt: string }> {
  return transact(em, async (tx) => {
    const readAt = undo ?? databaseNow().toISOString();
    const rows = await (undo === undefined
      ? read(tx, READ_ALL, [userId, category ?? null, upToId ?? null, readAt])
      : read(tx, UNREAD_AGAIN, [userId, undo]));
    if (rows.length > 0) logNotification(tx, userId, { notificationId: null });
    return { updated: rows.length, readAt };
  });
}

/** Deletes an own notification, or its group; it can be restored for an hour. @throws AppError NOT_FOUND. */
export async function removeNotification(
  em: EntityManager,
  userId: string,
  { id, isGroup }: { id: string; isGroup: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    const rows = await read(tx, REMOVE, [userId, id, isGroup]);
    if (rows.length === 0) throw notFound('This notification');
    logNotification(tx, userId, { notificationId: null });
  });
}

/** Restores a deleted notification with what was deleted together with it. @throws AppError NOT_FOUND. */
export async function restoreNotification(em: EntityManager, userId: string, id: string): Promise<NotificationView> {
  return transact(em, async (tx) =>
    changed(tx, userId, { id, rows: await read<{ id: string }>(tx, RESTORE, [userId, id]) }),
  );
}

/** Mutes or unmutes the source of a notification. @throws AppError NOT_FOUND, also where nothing can be muted. */
export async function setMuted(
  em: EntityManager,
  userId: string,
  { id, isMuted }: { id: string; isMuted: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    const rows = await read(tx, isMuted ? MUTE : UNMUTE, [userId, id]);
    if (rows.length === 0) throw notFound('This notification');
    logNotification(tx, userId, { notificationId: id });
  });
}

/** Sends a test by one channel, even if it is off. @throws AppError NOT_ALLOWED, NOT_FOUND without a push browser. */
export async function sendTest(em: EntityManager, userId: string, channel: NotificationChannel): Promise<void> {
  await transact(em, async (tx) => {
    const settings = await loadRecipientSettings(tx, userId);
    if (!settings) throw notFound('This account');
    if (channel === 'email' && !settings.isEmailVerified)
      throw new AppError('NOT_ALLOWED', 'Confirm your email address first');
    const { priority, category, retentionDays } = NOTIFICATION_TYPES.test;
    const id = newId();
    const isShown = channel === 'inApp';
    const expiresAt = new Date(databaseNowMs() + retentionDays * DAY_MS);
    tx.create(Notification, { id, userId, type: 'test', priority, category, groupKey: id, isShown, expiresAt });
    await tx.flush();
    if (channel === 'inApp') logNotification(tx, userId, { notificationId: id, isAlert: true });
    else if (channel === 'email')
      await queueNotificationEmail(tx, { userId, notificationIds: [id], more: 0, isTest: true });
    else {
      const pushes = settings.subscriptionIds.map((subscriptionId) => ({ subscriptionId, notificationId: id }));
      if (pushes.length === 0) throw notFound('A browser that receives push notifications');
      await queuePushes(tx, pushes);
    }
  });
}

const RETURNING = {
  name: 'notifications-returning',
  text: `update notifications n set snoozed_until = null, listed_at = n.snoozed_until, read = false, read_at = null
    where n.id in (select s.id from notifications s where s.snoozed_until <= now() order by s.snoozed_until
      limit 500 for update skip locked)
    returning n.id, n.user_id, n.is_shown and n.done_at is null as is_waiting`,
};

/** Returns what was snoozed until now to the lists, unread; it raises no alert during the user's quiet hours. */
export async function returnSnoozed(em: EntityManager): Promise<void> {
  await transact(em, async (tx) => {
    const rows = await read<{ id: string; user_id: string; is_waiting: boolean }>(tx, RETURNING, []);
    for (const { id, user_id: userId, is_waiting: isWaiting } of rows) {
      const settings = isWaiting ? await loadRecipientSettings(tx, userId) : null;
      if (settings)
        logNotification(tx, userId, {
          notificationId: id,
          isAlert: quietUntil(settings.quietHours, databaseNow()) === null,
        });
    }
  });
}

const EXPIRED = {
  name: 'notifications-expired',
  text: `delete from notifications where id in (select n.id from notifications n where n.expires_at < now()
    and (n.emailed_at is null or n.emailed_at < now() - interval '1 day') limit 10000)`,
};

const OLD_COUNTS = {
  name: 'stranger-counts-old',
  text: `delete from stranger_counts where day < (now() at time zone 'utc')::date - 1`,
};

/**
 * Deletes the expired notifications, 10,000 at most, and the counts of notifications of strangers before yesterday; the
 * time of an email is kept for a day.
 */
export async function pruneNotifications(em: EntityManager): Promise<void> {
  await read(em, EXPIRED, []);
  await read(em, OLD_COUNTS, []);
}

/**
 * Appends to a user's log that a notification arrived or changed, or with null that several changed or one was removed;
 * `isAlert` allows the client to show a toast.
 */
export function logNotification(
  tx: EntityManager,
  userId: string,
  { notificationId, isAlert = false }: { notificationId: string | null; isAlert?: boolean },
): void {
  appendToUserLog(tx, [userId], { kind: 'notification', payload: { notificationId, isAlert } });
}
