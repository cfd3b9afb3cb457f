import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationChange, NotificationDraft, NotificationRules } from '../../db/notification-draft.ts';
import { transact } from '../../db/transact.ts';
import type { DomainEventName, DomainEvents } from '../../domain-events.ts';
import { applyChanges } from './notification-changes.service.ts';
import { logNotification } from './notifications.service.ts';

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

async function* partsOf(
  changes: ReturnType<NonNullable<NotificationRules[DomainEventName]>>,
): AsyncGenerator<NotificationChange[]> {
  if (Symbol.asyncIterator in changes) yield* changes;
  else yield await changes;
}

/** Binds the rules of the nouns to their domain events. */
export function registerNotifications(
  events: Pick<DomainEvents, 'on'>,
  { forkEm, rules }: { forkEm: () => EntityManager; rules: readonly NotificationRules[] },
): void {
  const bind = <Name extends DomainEventName>(name: Name, rule: NonNullable<NotificationRules[Name]>): void =>
    events.on(name, async (payload) => {
      const em = forkEm();
      for await (const changes of partsOf(rule(em, payload))) {
        await applyChanges(em, changes);
        const drafts = awaited(changes);
        if (drafts.length === 0) continue;
        for await (const again of partsOf(rule(em, payload))) await applyChanges(em, settleAnswered(drafts, again));
      }
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
