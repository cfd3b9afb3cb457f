import type { EntityManager } from '@mikro-orm/postgresql';
import { NOTIFICATION_TYPES } from '#shared/api/notifications.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import type { NotificationChange, NotificationDraft, NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { DomainEventName, DomainEvents } from '../../domain-events.ts';
import { planDelivery } from './delivery-plan.ts';
import { logNotification } from './notifications.service.ts';
import { queuePushes } from './push-subscriptions.service.ts';
import { loadRecipientSettings } from './recipient-settings.ts';

const INSERT = {
  name: 'notification-insert',
  text: `insert into notifications (id, user_id, actor_id, type, source_id, source_type, priority, category, metadata,
      group_key, dedupe_key, awaits_answer, is_shown, email_due_at, expires_at, created_at, listed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14::timestamptz, $15::timestamptz,
      $16::timestamptz, $16::timestamptz)
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
  text: 'delete from notifications where user_id = $1 and dedupe_key = $2 returning id',
};

/** How many changes one transaction makes; the logs of their users are locked together at its end. */
const CHANGES_PER_TRANSACTION = 50;

/** Applies changes; a domain event that is published again changes nothing more. */
async function applyChanges(em: EntityManager, changes: readonly NotificationChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += CHANGES_PER_TRANSACTION) {
    await transact(em, async (tx) => {
      for (const change of changes.slice(start, start + CHANGES_PER_TRANSACTION)) await applyChange(tx, change);
    });
  }
}

async function applyChange(tx: EntityManager, change: NotificationChange): Promise<void> {
  if (change.kind === 'notify') return notify(tx, change);
  const { userId } = change;
  const rows = await (change.kind === 'withdraw'
    ? read<{ id: string }>(tx, WITHDRAW, [userId, change.dedupeKey])
    : read<{ id: string }>(tx, change.kind === 'settle' ? SETTLE : DETACH, [
        userId,
        change.sourceType,
        change.sourceId,
      ]));
  const [row] = rows;
  if (row) {
    const isOne = rows.length === 1 && change.kind !== 'withdraw';
    logNotification(tx, userId, { notificationId: isOne ? row.id : null });
  }
}

async function notify(tx: EntityManager, draft: NotificationDraft): Promise<void> {
  if (draft.userId === draft.actorId) return;
  const now = databaseNow();
  const settings = await loadRecipientSettings(tx, draft.userId, draft);
  const plan = settings && planDelivery(draft.type, settings, now);
  if (!plan) return;
  const id = newId();
  const { priority, category } = NOTIFICATION_TYPES[draft.type];
  const rows = await read(tx, INSERT, [
    id,
    draft.userId,
    draft.actorId ?? null,
    draft.type,
    draft.sourceId ?? null,
    draft.sourceType ?? null,
    priority,
    category,
    JSON.stringify(draft.params),
    draft.groupKey ?? id,
    draft.dedupeKey,
    draft.awaitsAnswer ?? false,
    plan.isShown,
    plan.emailDueAt,
    plan.expiresAt,
    now,
  ]);
  if (rows.length === 0) return;
  if (plan.isShown) logNotification(tx, draft.userId, { notificationId: id, isAlert: plan.isAlert });
  if (plan.isPushed) await queuePushes(tx, { notificationId: id, userId: draft.userId });
}

const awaited = (changes: readonly NotificationChange[]): NotificationDraft[] =>
  changes.flatMap((change) => (change.kind === 'notify' && change.awaitsAnswer ? [change] : []));

/** Settles the drafts that a second read no longer returns, because the user answered before they were stored. */
function settleAnswered(
  drafts: readonly NotificationDraft[],
  again: readonly NotificationChange[],
): NotificationChange[] {
  const open = new Set(awaited(again).map(({ userId, dedupeKey }) => `${userId} ${dedupeKey}`));
  return drafts.flatMap(({ userId, dedupeKey, sourceType, sourceId }): NotificationChange[] =>
    !sourceType || !sourceId || open.has(`${userId} ${dedupeKey}`)
      ? []
      : [{ kind: 'settle', userId, sourceType, sourceId }],
  );
}

/** Binds the rules of the nouns to their domain events. */
export function registerNotifications(
  events: Pick<DomainEvents, 'on'>,
  { forkEm, rules }: { forkEm: () => EntityManager; rules: readonly NotificationRules[] },
): void {
  const bind = <Name extends DomainEventName>(name: Name, rule: NonNullable<NotificationRules[Name]>): void =>
    events.on(name, async (payload) => {
      const em = forkEm();
      const changes = await rule(em, payload);
      await applyChanges(em, changes);
      const drafts = awaited(changes);
      if (drafts.length > 0) await applyChanges(em, settleAnswered(drafts, await rule(em, payload)));
    });
  for (const part of rules) {
    // Object.entries loses which rule belongs to which name.
    for (const [name, rule] of Object.entries(part)) bind(name as DomainEventName, rule as never);
  }
  // A block hides the notifications of the other user, and its end shows them again.
  events.on('block-changed', ({ userId, blockedId }) =>
    transact(forkEm(), async (tx) => {
      for (const side of [userId, blockedId]) logNotification(tx, side, { notificationId: null });
    }),
  );
}
