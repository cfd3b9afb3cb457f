import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { NOTIFICATION_TYPES } from '#shared/api/notifications.ts';
import { read } from '../../db/read.ts';
import { transact, type Facts } from '../../facts.ts';
import { NOTICES, type Notice, type ToldFact } from './notices.view.ts';
import { recordNotification } from './notifications.stream.ts';
import { decide } from './notifications.rules.ts';
import { queuePushes } from './push-subscriptions.service.ts';
import { loadWishes } from './wishes.view.ts';

const INSERT = {
  name: 'notification-insert',
  text: `insert into notifications (id, user_id, actor_id, type, title, content, source_id, source_type, priority, category, metadata, group_key, dedupe_key,
      is_shown, mail_due_at, expires_at, created_at, listed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15::timestamptz, $16::timestamptz, $17::timestamptz, $17::timestamptz)
    on conflict (user_id, dedupe_key) do nothing returning id`,
};
const ANSWERED = {
  name: 'notification-request-answered',
  text: `update notifications set read = true, read_at = now(), mail_due_at = null
    where user_id = $1 and dedupe_key = $2 and (not read or mail_due_at is not null) returning id`,
};
const WITHDRAWN = {
  name: 'notification-withdrawn',
  text: 'delete from notifications where user_id = $1 and dedupe_key = $2 returning id',
};

/** How many people are told in one transaction; their streams are locked together for its end alone. */
const TOLD_TOGETHER = 50;

/** Writes what a fact says to members, once, as the rules decide; the same fact announced again finds it there. */
async function notifyAll(em: EntityManager, notices: readonly Notice[]): Promise<void> {
  const others = notices.filter(({ userId, actorId }) => userId !== actorId);
  for (let at = 0; at < others.length; at += TOLD_TOGETHER) {
    await transact(em, async (tx) => {
      for (const notice of others.slice(at, at + TOLD_TOGETHER)) await notify(tx, notice);
    });
  }
}

async function notify(tx: EntityManager, notice: Notice): Promise<void> {
  const now = new Date();
  const wishes = await loadWishes(tx, notice.userId, notice);
  const decision = wishes && decide(notice.type, wishes, now);
  if (!decision) return;
  const id = uuidv7();
  const { priority, category } = NOTIFICATION_TYPES[notice.type];
  const metadata = { ...(notice.excerpt && { excerpt: notice.excerpt }), ...(notice.path && { path: notice.path }) };
  const rows = await read(tx, INSERT, [
    id,
    notice.userId,
    notice.actorId,
    notice.type,
    notice.title,
    notice.content,
    notice.sourceId,
    notice.sourceType,
    priority,
    category,
    JSON.stringify(metadata),
    notice.groupKey ?? id,
    notice.dedupeKey,
    decision.isShown,
    decision.mailDueAt,
    decision.expiresAt,
    now,
  ]);
  if (rows.length === 0) return;
  if (decision.isShown) recordNotification(tx, notice.userId, { notificationId: id, isAlert: decision.isAlert });
  if (decision.isPushed) await queuePushes(tx, { notificationId: id, userId: notice.userId });
}

/** Ties facts to notifications: new ones come, and those that an answer or a deletion settles go. */
export function registerNotifications(facts: Pick<Facts, 'on'>, { forkEm }: { forkEm: () => EntityManager }): void {
  const tell = <Fact extends ToldFact>(fact: Fact): void =>
    facts.on(fact, async (payload) => {
      const em = forkEm();
      const said = await NOTICES[fact](em, payload);
      await notifyAll(em, said === null ? [] : [said].flat());
    });
  for (const fact of Object.keys(NOTICES) as ToldFact[]) tell(fact);

  const settle = (statement: typeof ANSWERED, userId: string, dedupeKey: string) =>
    transact(forkEm(), async (tx) => {
      const [row] = await read<{ id: string }>(tx, statement, [userId, dedupeKey]);
      if (row) recordNotification(tx, userId, { notificationId: statement === ANSWERED ? row.id : null });
    });
  facts.on('connection-updated', ({ connectionId, connectedUserId }) =>
    settle(ANSWERED, connectedUserId, `connection-request:${connectionId}`),
  );
  facts.on('connection-deleted', ({ connectionId, connectedUserId, onlyFor = connectedUserId }) =>
    settle(ANSWERED, onlyFor, `connection-request:${connectionId}`),
  );
  facts.on('verification-updated', ({ verificationId, institutionId }) =>
    settle(ANSWERED, institutionId, `verification:${verificationId}`),
  );
  facts.on('comment-deleted', ({ commentId, postUserId }) => settle(WITHDRAWN, postUserId, `comment:${commentId}`));
  // A block hides what came from the other one, and its end shows it again.
  facts.on('block-changed', ({ userId, blockedId }) =>
    transact(forkEm(), async (tx) => {
      for (const side of [userId, blockedId]) recordNotification(tx, side, { notificationId: null });
    }),
  );
}
