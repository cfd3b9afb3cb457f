import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES, type NotificationTypeInfo } from '#shared/api/notifications.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import type { NotificationChange, NotificationDraft } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { planDelivery, type DeliveryPlan } from './delivery-plan.ts';
import { logNotification } from './notifications.service.ts';
import { queuePushes, type QueuedPush } from './push-subscriptions.service.ts';
import { loadSettingsOf } from './recipient-settings.ts';

/** A type with `has_daily_email` sends its email a day after the previous one of the group at the earliest. */
const INSERT = {
  name: 'notifications-insert',
  text: `insert into notifications (id, user_id, actor_id, type, source_id, source_type, priority, category, metadata,
      group_key, dedupe_key, awaits_answer, is_shown, email_due_at, expires_at, created_at, listed_at)
    select r.id, r.user_id, r.actor_id, r.type, r.source_id, r.source_type, r.priority, r.category, r.metadata,
      r.group_key, r.dedupe_key, r.awaits_answer, r.is_shown,
      case when r.email_due_at is not null then greatest(r.email_due_at, case when r.has_daily_email then (
        select max(n.emailed_at) + interval '${DAY_MS} milliseconds' from notifications n
          where n.user_id = r.user_id and n.group_key = r.group_key) end) end,
      r.expires_at, $2::timestamptz, $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as r (id uuid, user_id uuid, actor_id uuid, type text, source_id uuid,
      source_type text, priority text, category text, metadata jsonb, group_key text, dedupe_key text,
      awaits_answer boolean, is_shown boolean, email_due_at timestamptz, expires_at timestamptz,
      has_daily_email boolean)
    order by r.user_id
    on conflict (user_id, dedupe_key) do nothing returning id`,
};
const SETTLE = {
  name: 'notification-settle',
  text: `update notifications set read = true, read_at = coalesce(read_at, now()), email_due_at = null,
      awaits_answer = false
    where user_id = $1 and source_type = $2 and source_id = $3 and awaits_answer returning id`,
};
const DETACH = {
  name: 'notification-detach',
  text: `update notifications set source_id = null where user_id = $1 and source_type = $2 and source_id = $3
    returning id`,
};
const WITHDRAW = {
  name: 'notification-withdraw',
  text: 'delete from notifications where dedupe_key = $1 returning user_id',
};

/** How many changes one transaction makes; the logs of their users are locked together at its end. */
const CHANGES_PER_TRANSACTION = 50;

type Notify = Extract<NotificationChange, { kind: 'notify' }>;
type OtherChange = Exclude<NotificationChange, Notify>;

/** Applies changes, those of existing notifications first; a domain event that is published again changes nothing. */
export async function applyChanges(em: EntityManager, changes: readonly NotificationChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += CHANGES_PER_TRANSACTION) {
    const part = changes.slice(start, start + CHANGES_PER_TRANSACTION);
    const others = part.filter((change): change is OtherChange => change.kind !== 'notify');
    const planned = await planAll(
      em,
      part.filter((change): change is Notify => change.kind === 'notify'),
    );
    if (others.length + planned.length === 0) continue;
    await transact(em, async (tx) => {
      for (const change of others) await applyChange(tx, change);
      await insertAll(tx, planned);
    });
  }
}

async function applyChange(tx: EntityManager, change: OtherChange): Promise<void> {
  if (change.kind === 'withdraw') {
    for (const { user_id: userId } of await read<{ user_id: string }>(tx, WITHDRAW, [change.dedupeKey]))
      logNotification(tx, userId, { notificationId: null });
    return;
  }
  const { userId, sourceType, sourceId } = change;
  const rows = await read<{ id: string }>(tx, change.kind === 'settle' ? SETTLE : DETACH, [
    userId,
    sourceType,
    sourceId,
  ]);
  const [row] = rows;
  if (row) logNotification(tx, userId, { notificationId: rows.length === 1 ? row.id : null });
}

/** A draft that is delivered. */
interface Planned {
  id: string;
  draft: NotificationDraft;
  plan: DeliveryPlan;
  subscriptionIds: string[];
}

/** Applies the recipients' settings, which one statement loads; no one is notified of their own actions. */
async function planAll(em: EntityManager, drafts: readonly NotificationDraft[]): Promise<Planned[]> {
  const ofOthers = drafts.filter(({ userId, actorId }) => userId !== actorId);
  const settings = await loadSettingsOf(em, ofOthers);
  const now = databaseNow();
  return ofOthers.flatMap((draft, index): Planned[] => {
    const found = settings[index];
    const plan = found && planDelivery(draft.type, found, now);
    return plan ? [{ id: newId(), draft, plan, subscriptionIds: found.subscriptionIds }] : [];
  });
}

async function insertAll(tx: EntityManager, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = await read<{ id: string }>(tx, INSERT, [JSON.stringify(planned.map(toRow)), databaseNow()]);
  const inserted = new Set(rows.map(({ id }) => id));
  const pushes: QueuedPush[] = [];
  for (const { id, draft, plan, subscriptionIds } of planned) {
    if (!inserted.has(id)) continue;
    if (plan.isShown) logNotification(tx, draft.userId, { notificationId: id, isAlert: plan.isAlert });
    if (plan.isPushed)
      pushes.push(...subscriptionIds.map((subscriptionId) => ({ subscriptionId, notificationId: id })));
  }
  await queuePushes(tx, pushes);
}

function toRow({ id, draft, plan }: Planned) {
  const { priority, category, hasDailyEmail }: NotificationTypeInfo = NOTIFICATION_TYPES[draft.type];
  return {
    id,
    user_id: draft.userId,
    actor_id: draft.actorId ?? null,
    type: draft.type,
    source_id: draft.sourceId ?? null,
    source_type: draft.sourceType ?? null,
    priority,
    category,
    metadata: draft.params,
    group_key: draft.groupKey ?? id,
    dedupe_key: draft.dedupeKey,
    awaits_answer: draft.awaitsAnswer ?? false,
    is_shown: plan.isShown,
    email_due_at: plan.emailDueAt,
    expires_at: plan.expiresAt,
    has_daily_email: hasDailyEmail ?? false,
  };
}
