import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import { notificationText } from '#shared/api/notification-texts.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { queueJob } from '../../db/job-queue.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { Mailer } from '../../gateways/email.ts';
import { settingsPath } from '../auth/security.service.ts';
import { loadNotificationViews } from './notification.view.ts';
import { loadRecipientSettings } from './recipient-settings.ts';

/** Name of the job that words and sends the email of one user's notifications. */
export const NOTIFICATION_EMAIL_JOB = 'send-notification-email';

/** The notifications of one email: worded when it is sent. */
export interface QueuedNotificationEmail {
  userId: string;
  /** At most `NOTIFICATION_LIMITS.digestItems`, the latest first. */
  notificationIds: string[];
  /** How many more there are. */
  more: number;
  /** True for a requested test, which is sent even when emails are switched off. */
  isTest?: boolean;
}

const RECIPIENTS = {
  name: 'email-recipients',
  text: 'select distinct user_id from notifications where email_due_at <= now()',
};
/** The newest of each group that is not read, done or snoozed. */
const TAKE = {
  name: 'email-take',
  text: `with due as (
      update notifications set email_due_at = null, emailed_at = case
          when not read and done_at is null and snoozed_until is null then now() else emailed_at end
        where user_id = $1 and email_due_at <= now()
      returning id, group_key, listed_at, not read and done_at is null and snoozed_until is null as is_wanted
    ) select id from (select distinct on (group_key) id, listed_at from due where is_wanted
      order by group_key, listed_at desc, id desc) newest order by listed_at desc, id desc`,
};

/** Queues one email per user whose notifications are due; each notification is sent once. */
export async function queueDueEmails(em: EntityManager): Promise<void> {
  const recipients = await read<{ user_id: string }>(em, RECIPIENTS, []);
  for (const { user_id: userId } of recipients) {
    await transact(em, async (tx) => {
      const ids = (await read<{ id: string }>(tx, TAKE, [userId])).map(({ id }) => id);
      const notificationIds = ids.slice(0, NOTIFICATION_LIMITS.digestItems);
      if (ids.length > 0)
        await queueNotificationEmail(tx, { userId, notificationIds, more: ids.length - notificationIds.length });
    });
  }
}

/** Queues the email of a user's notifications in the running transaction. */
export async function queueNotificationEmail(tx: EntityManager, email: QueuedNotificationEmail): Promise<void> {
  await queueJob(tx, { name: NOTIFICATION_EMAIL_JOB, data: email });
}

/**
 * Words and sends one queued email, by the settings of its recipient at this time: one notification by itself, several
 * as a digest; those read since are left out. `id` is the email's Message-ID. Rejects when it should be tried again.
 */
export async function sendNotificationEmail(
  em: EntityManager,
  mailer: Mailer,
  { id, userId, notificationIds, more, isTest = false }: QueuedNotificationEmail & { id: string },
): Promise<void> {
  const settings = await loadRecipientSettings(em, userId);
  if (!settings?.isEmailVerified || !(isTest || settings.preferences.emailNotifications)) return;
  const loaded = await loadNotificationViews(em, notificationIds, userId);
  const views = loaded.filter((view) => isTest || !view.read);
  const [first] = views;
  if (!first) return;
  const { email: to, fullName: name, role } = settings;
  const path = settingsPath(role, 'notifications');
  const items = views.map((view) => ({ ...notificationText(view), path: view.path ?? '/home' }));
  const [item] = items;
  if (item && items.length === 1 && more === 0) {
    const reason = `Why you received this: ${NOTIFICATION_TYPES[first.type].reason}`;
    const list = NOTIFICATION_TYPES[first.type].topic === 'marketingNotifications' ? 'news' : 'notifications';
    await mailer.send(
      id,
      { to, template: 'notification', data: { ...item, name, reason, settingsPath: path } },
      { userId, list },
    );
  } else {
    await mailer.send(
      id,
      { to, template: 'digest', data: { name, items, more, settingsPath: path } },
      { userId, list: 'notifications' },
    );
  }
}
