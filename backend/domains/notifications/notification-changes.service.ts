import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationTypeInfo } from '#shared/api/notification-type-info.ts';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import type { NotificationChange, NotificationDraft } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { signalAfterCommit, userLogSql } from '../../db/user-log.ts';
import { mayReach } from '../visibility/reach.access.ts';
import { planDelivery, type DeliveryPlan } from './delivery-plan.ts';
import { isWithheld } from './notification.view.ts';
import { logNotification } from './notifications.service.ts';
import { queuePushes } from './push-subscriptions.service.ts';
import { LIMITED_TYPES, REACH_RULES } from './reach-rules.ts';
import { loadSettingsOf, type RecipientSettings } from './recipient-settings.ts';

const TODAY = `($2::timestamptz at time zone 'utc')::date`;
/** How many notifications of a stranger's texts a user was sent today before the row `r`, with those of its batch. */
const SENT_TODAY = `(coalesce((select s.count from stranger_counts s where s.user_id = r.user_id
        and s.actor_id = r.actor_id and s.day = ${TODAY}), 0) + (select count(*) from r b where b.is_limited
        and b.user_id = r.user_id and b.actor_id = r.actor_id and b.id < r.id and not exists (select 1
          from notifications n where n.user_id = b.user_id and n.dedupe_key = b.dedupe_key)))`;
/** Whether a like was not taken back before its notification is stored. */
const IS_STILL_LIKED = `(r.type <> 'post-liked' or exists (select 1 from post_likes k where k.post_id = r.source_id
        and k.user_id = r.actor_id))`;
/**
 * Stores the notifications of which a user has no other with the same dedupe key and whose record is not withheld,
 * appends those that are shown to the user logs, and returns their ids. A type with `has_daily_email` sends its email a
 * day after the previous one of the group at the earliest. Those of a stranger's texts are counted apart: a text that
 * is deleted takes its notifications with it, and not their count. One that was retracted is shown again, as read.
 */
const INSERT = {
  name: 'notifications-insert',
  text: `with r as (
      select * from jsonb_to_recordset($1::jsonb) as r (id uuid, user_id uuid, actor_id uuid, type text, source_id uuid,
        source_type text, priority text, category text, metadata jsonb, group_key text, dedupe_key text,
        awaits_answer boolean, is_shown boolean, is_alert boolean, email_due_at timestamptz, expires_at timestamptz,
        has_daily_email boolean, is_limited boolean)
    ), inserted as (
      insert into notifications (id, user_id, actor_id, type, source_id, source_type, priority, category, metadata,
        group_key, dedupe_key, awaits_answer, is_shown, email_due_at, expires_at, created_at, listed_at)
      select r.id, r.user_id, r.actor_id, r.type, r.source_id, r.source_type, r.priority, r.category, r.metadata,
        r.group_key, r.dedupe_key, r.awaits_answer, r.is_shown,
        case when r.email_due_at is not null then greatest(r.email_due_at, case when r.has_daily_email then (
          select max(n.emailed_at) + interval '${DAY_MS} milliseconds' from notifications n
            where n.user_id = r.user_id and n.group_key = r.group_key) end) end,
        r.expires_at, $2::timestamptz, $2::timestamptz
      from r where not ${isWithheld('r')} and ${IS_STILL_LIKED}
        and (not r.is_limited or ${SENT_TODAY} < ${NOTIFICATION_LIMITS.strangersDay})
      order by r.user_id
      on conflict (user_id, dedupe_key) do update set is_shown = true, retracted_at = null
        where notifications.retracted_at is not null returning id, user_id
    ), counted as (
      insert into stranger_counts as s (user_id, actor_id, day, count)
      select r.user_id, r.actor_id, ${TODAY}, count(*) from inserted i join r on r.id = i.id where r.is_limited
        group by r.user_id, r.actor_id
      on conflict (user_id, actor_id, day) do update set count = s.count + excluded.count
    ), ${userLogSql(`select r.user_id, 'notification' as kind,
      jsonb_build_object('notificationId', r.id, 'isAlert', r.is_alert) as payload, r.id as position
      from inserted i join r on r.id = i.id where r.is_shown
      union all select i.user_id, 'notification', jsonb_build_object('notificationId', null, 'isAlert', false), i.id
        from inserted i where not exists (select 1 from r where r.id = i.id)`)}
    select id, user_id from inserted`,
};
/** Serialises the notifications of pairs of users, in one order, until the transaction ends. */
const LOCK_PAIRS = {
  name: 'notifications-lock-pairs',
  text: `select pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended('notified ' || p.user_id || p.actor_id, 0) as key
      from unnest($1::uuid[], $2::uuid[]) p (user_id, actor_id) order by key) k`,
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
const RETRACT = {
  name: 'notification-retract',
  text: `update notifications set is_shown = false, retracted_at = case when is_shown then now() end, read = true,
      read_at = coalesce(read_at, now()), email_due_at = null
    where dedupe_key = $1 and (is_shown or email_due_at is not null) returning user_id`,
};
/** Changes of the notifications of all users with one dedupe key. */
const BY_KEY = { withdraw: WITHDRAW, retract: RETRACT };

/** How many changes one transaction makes; the logs of their users are locked together at its end. */
const CHANGES_PER_TRANSACTION = 50;

type Notify = Extract<NotificationChange, { kind: 'notify' }>;
type OtherChange = Exclude<NotificationChange, Notify>;

/** Applies changes, those of existing notifications first; a domain event that is published again changes nothing. */
export async function applyChanges(em: EntityManager, changes: readonly NotificationChange[]): Promise<void> {
  const others = changes.filter((change): change is OtherChange => change.kind !== 'notify');
  for (const part of partsOf(others))
    await transact(em, async (tx) => {
      for (const change of part) await applyChange(tx, change);
    });
  const drafts = changes.filter((change): change is Notify => change.kind === 'notify');
  for (const part of partsOf(drafts)) {
    const planned = await planAll(em, part);
    if (planned.length > 0) await transact(em, (tx) => insertAll(tx, planned));
  }
}

function partsOf<Change>(changes: readonly Change[]): Change[][] {
  const parts = Math.ceil(changes.length / CHANGES_PER_TRANSACTION);
  return Array.from({ length: parts }, (_none, part) =>
    changes.slice(part * CHANGES_PER_TRANSACTION, (part + 1) * CHANGES_PER_TRANSACTION),
  );
}

async function applyChange(tx: EntityManager, change: OtherChange): Promise<void> {
  if ('dedupeKey' in change) {
    for (const { user_id: userId } of await read<{ user_id: string }>(tx, BY_KEY[change.kind], [change.dedupeKey]))
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
  /** It comes from a member who is no connection, of whom a user is notified only a few times a day. */
  isLimited: boolean;
}

/** Applies the recipients' settings, which one statement loads; no one is notified of their own actions. */
async function planAll(em: EntityManager, drafts: readonly NotificationDraft[]): Promise<Planned[]> {
  const ofOthers = drafts.filter(({ userId, actorId }) => userId !== actorId);
  const settings = await loadSettingsOf(em, ofOthers);
  const now = databaseNow();
  return ofOthers.flatMap((draft, index): Planned[] => {
    const found = settings[index];
    const plan = found && planDelivery(draft.type, found, now);
    const allowed = plan && withinReach(draft, found);
    if (!allowed) return [];
    const isLimited = LIMITED_TYPES.includes(draft.type) && isStranger(found.relation);
    return [{ id: newId(), draft: allowed, plan, subscriptionIds: found.subscriptionIds, isLimited }];
  });
}

/** Returns whether an author is a stranger to the reader: no connection, no colleague, and no teacher or learner. */
function isStranger(relation: RecipientSettings['relation']): boolean {
  return relation !== null && !relation.isConnected && !relation.isUnlimited;
}

/** Returns a draft as its actor may send it to its recipient: as it is, without the text, or not at all (null). */
function withinReach(draft: NotificationDraft, { relation }: RecipientSettings): NotificationDraft | null {
  const rule = REACH_RULES[draft.type];
  // Elsewhere the source is not the thread of the text: a share has a thread of its own.
  const hasWritten = rule === 'reach' && relation?.hasWritten === true;
  if (relation === null || mayReach({ ...relation, hasWritten })) return draft;
  if (rule === 'reach') return null;
  return { ...draft, params: { ...draft.params, excerpt: null } } as NotificationDraft;
}

/** Inserts notifications; the statement locks logs, so the transaction must not append to others. */
async function insertAll(tx: EntityManager, planned: readonly Planned[]): Promise<void> {
  const limited = planned.filter(({ isLimited }) => isLimited).map(({ draft }) => draft);
  if (limited.length > 0)
    await read(tx, LOCK_PAIRS, [limited.map(({ userId }) => userId), limited.map(({ actorId }) => actorId)]);
  const values = [JSON.stringify(planned.map(toRow)), databaseNow()];
  const rows = await read<{ id: string; user_id: string }>(tx, INSERT, values);
  const ids = new Set(rows.map(({ id }) => id));
  const inserted = planned.filter(({ id }) => ids.has(id));
  const own = new Set(planned.map(({ id }) => id));
  const restored = rows.filter(({ id }) => !own.has(id)).map(({ user_id }) => user_id);
  const shown = inserted.filter(({ plan }) => plan.isShown).map(({ draft }) => draft.userId);
  const logged = new Set([...shown, ...restored]);
  if (logged.size > 0) signalAfterCommit(tx, 'user-log', [...logged]);
  const pushed = inserted.filter(({ plan }) => plan.isPushed);
  await queuePushes(
    tx,
    pushed.flatMap(({ id, subscriptionIds }) =>
      subscriptionIds.map((subscriptionId) => ({ subscriptionId, notificationId: id })),
    ),
  );
}

function toRow({ id, draft, plan, isLimited }: Planned) {
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
    is_alert: plan.isAlert,
    email_due_at: plan.emailDueAt,
    expires_at: plan.expiresAt,
    has_daily_email: hasDailyEmail ?? false,
    is_limited: isLimited,
  };
}
