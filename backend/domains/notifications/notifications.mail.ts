import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES } from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import { queueMail } from '../../gateways/mail.ts';
import { loadNotificationView } from './notification.view.ts';
import { loadWishes } from './wishes.view.ts';

const WAITING = {
  name: 'mail-waiting',
  text: 'select distinct user_id from notifications where mail_due_at <= now() limit 500',
};
/** The newest of each group that nobody read, did or put off meanwhile. */
const TAKE = {
  name: 'mail-take',
  text: `with due as (
      update notifications set mail_due_at = null where user_id = $1 and mail_due_at <= now()
      returning id, group_key, listed_at, not read and done_at is null and snoozed_until is null as is_wanted
    ) select id from (select distinct on (group_key) id, listed_at from due where is_wanted order by group_key, listed_at desc, id desc) newest order by listed_at desc, id desc`,
};

/** Sends the mail that is due: one notification by itself, several of one person gathered. Each goes out once. */
export async function sendDueMail(em: EntityManager): Promise<void> {
  const people = await read<{ user_id: string }>(em, WAITING, []);
  for (const { user_id: userId } of people) await transact(em, (tx) => sendTo(tx, userId));
}

async function sendTo(tx: EntityManager, userId: string): Promise<void> {
  const ids = (await read<{ id: string }>(tx, TAKE, [userId])).map(({ id }) => id);
  const wishes = await loadWishes(tx, userId);
  if (!wishes?.preferences.emailNotifications || ids.length === 0) return;
  const { email: to, fullName: name } = wishes;
  const views = [];
  for (const id of ids.slice(0, NOTIFICATION_LIMITS.digestItems)) {
    const view = await loadNotificationView(tx, id, userId);
    if (view) views.push(view);
  }
  const items = views.map(({ title, content, path }) => ({ title, content, path: path ?? '/home' }));
  const [first] = items;
  const [view] = views;
  if (!first || !view) return;
  const more = Math.max(0, ids.length - NOTIFICATION_LIMITS.digestItems);
  if (items.length === 1 && more === 0) {
    await queueMail(tx, {
      to,
      template: 'notification',
      data: { ...first, name, reason: `Why you get this: ${NOTIFICATION_TYPES[view.type].reason}` },
    });
  } else {
    await queueMail(tx, { to, template: 'digest', data: { name, items, more } });
  }
}
