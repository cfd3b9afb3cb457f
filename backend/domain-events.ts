import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { SecurityChange } from '#shared/api/account.ts';
import type { AudienceType } from '#shared/api/audiences.ts';
import type { EventPlace } from '#shared/event-places.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { isDatabaseUnavailable } from './db/availability.ts';
import { newId } from './db/clock.ts';
import { query, type Pool } from './db/pool.ts';
import { OutboxRow } from './db/outbox.entity.ts';
import { LastStatement, transactionOf, type Transaction } from './db/transact.ts';

/** What the backend publishes after a commit. Payloads carry ids only: a handler reads the current rows. */
export interface DomainEventMap {
  'user-created': { userId: string };
  'profile-updated': { userId: string };
  /** The member turned "show when I'm online" on or off. */
  'presence-switched': { userId: string };
  'verification-created': { verificationId: string; userId: string; institutionId: string };
  /** Answered, revoked, withdrawn, or ended with its profile entry; the row may be deleted. */
  'verification-updated': { verificationId: string; userId: string; institutionId: string };
  'session-revoked': { sessionId: string; userId: string };
  /** A change that concerns the security of an account; `eventId` distinguishes two of the same kind. */
  'account-security': {
    eventId: string;
    userId: string;
    what: SecurityChange;
  };
  'post-created': { postId: string; userId: string };
  /** Its content was edited, or its answer chosen. */
  'post-updated': { postId: string; userId: string };
  /** Its likes, comments or shares changed. */
  'post-counted': { postId: string };
  /** A post or its edit mentions users that it did not mention before. */
  'post-mentions-added': { postId: string; userId: string; userIds: string[] };
  /** `audience` is left out when everyone could see it; `audienceId` names the institution or the item. */
  'post-deleted': { postId: string; userId: string; audience?: AudienceType; audienceId?: string | null };
  /** The author of an item wrote an announcement to its class. */
  'post-announced': { postId: string; userId: string };
  /** A member likes a post that they did not like before. */
  'post-liked': { postId: string; userId: string; authorId: string };
  /** A member takes a like back. */
  'post-unliked': { postId: string; userId: string };
  /** `postId` is the original, `userId` the member who shared it. */
  'post-shared': { shareId: string; postId: string; userId: string };
  /** With `onlyFor`, the request is ignored from the start and only its requester sees it. */
  'connection-created': { connectionId: string; userId: string; connectedUserId: string; onlyFor?: string };
  'connection-updated': { connectionId: string; userId: string; connectedUserId: string };
  /** The row is deleted, or only hidden from `onlyFor`. */
  'connection-deleted': { connectionId: string; userId: string; connectedUserId: string; onlyFor?: string };
  /** Created or removed. */
  'block-changed': { userId: string; blockedId: string };
  /** The advertisement becomes visible. */
  'advertisement-created': { advertisementId: string };
  /** A published advertisement was edited, hidden, or shown again. */
  'advertisement-updated': { advertisementId: string };
  /** An operator has approved or rejected it. */
  'advertisement-reviewed': { advertisementId: string; at: string };
  /** A call has ended, also one without an answer. */
  'call-ended': { callId: string };
  'event-created': { eventId: string; userId: string };
  /**
   * Edited or cancelled; `revision` distinguishes two changes. `isNotified`: participants are notified of it; `before`:
   * when and where they know it to be.
   */
  'event-updated': { eventId: string; userId: string; revision: number; isNotified: boolean; before?: EventPlace };
  /** What the page of an event says or links to was edited, not only its time or seats. */
  'event-reworded': { eventId: string; revision: number };
  /** A member answered an invitation or withdrew the answer, or a held seat was confirmed without an answer. */
  'event-answered': { eventId: string; userId: string };
  /** A seat is held for a member of the waiting list; without a seat limit they attend at once. */
  'event-promoted': { eventId: string; userId: string; at: string };
  /** A held seat was not confirmed in time. */
  'event-hold-ended': { eventId: string; userId: string; at: string };
  /** The event starts within a day, or soon; `date` is the start, in ISO 8601. */
  'event-due': { eventId: string; kind: 'day' | 'soon'; date: string };
  /** An item was published, for the first time or again. */
  'course-created': { courseId: string; userId: string };
  /**
   * Its details, files, sections or lessons were edited; also those of an item that is not published. `isNews`: what
   * the files or lessons contain changed, and the users who are enrolled are shown it.
   */
  'course-updated': { courseId: string; userId: string; isNews?: true };
  /** Its enrollments or downloads changed. */
  'course-counted': { courseId: string };
  /** The author added a note to the change log, of which the users who are enrolled are notified. */
  'course-changed': { courseId: string; userId: string; changeId: string };
  /** A published item was unpublished or archived, or an item was deleted; the row may be gone. */
  'course-deleted': { courseId: string; userId: string };
  /** A user reviewed an item for the first time. */
  'review-created': { reviewId: string; courseId: string; userId: string };
  /** A review was deleted. */
  'review-deleted': { reviewId: string };
  /** The author of the item (`userId`) replied to a review. */
  'review-replied': { reviewId: string; courseId: string; userId: string };
  /** The author deleted the reply. */
  'review-reply-deleted': { reviewId: string };
  /** A user joined an item. */
  'enrollment-created': { courseId: string; userId: string };
  /** A user left an item, or the purchase of it ended. */
  'enrollment-removed': { courseId: string; userId: string; isRefund?: true };
  /** A purchase was paid, and the buyer has the item. */
  'purchase-paid': { purchaseId: string };
  /** A payment arrived that gives the buyer nothing, such as a late or a second one; it is being refunded. */
  'payment-not-accepted': { purchaseId: string };
  /** A payment was returned. The buyer has lost the item, unless they had paid twice. */
  'purchase-refunded': { purchaseId: string };
  /** The seller must decide on a refund. `at` distinguishes a second time, after a refund that failed. */
  'refund-requested': { purchaseId: string; at: string };
  /** A refund could not be carried out; the seller must decide again. `at` distinguishes a second time. */
  'refund-failed': { purchaseId: string; at: string };
  /** The seller declined a refund. */
  'refund-declined': { purchaseId: string };
  /** The buyer's bank demands the money back. */
  'purchase-disputed': { purchaseId: string };
  /** A member without an active device has unread messages in a conversation, whose newest has the number `seq`. */
  'messages-unread': { conversationId: string; userId: string; seq: number };
  /** The member has read them, or they were deleted. */
  'messages-read': { conversationId: string; userId: string };
  /** An announcement is sent to the subscribers after one user id, up to another. */
  'announcement-due': { announcementId: string; afterId: string; upToId: string };
  'comment-created': { commentId: string; postId: string; userId: string };
  /** An edit of a comment mentions users that it did not mention before. */
  'comment-mentions-added': { commentId: string; postId: string; userId: string; userIds: string[] };
  /** The author of a question (`userId`) chose the comment as the answer. */
  'answer-chosen': { commentId: string; postId: string; userId: string };
  'comment-deleted': { commentId: string; postId: string; userId: string; postUserId: string };
}

/** The name of a domain event. */
export type DomainEventName = keyof DomainEventMap;

/** Runs for each published event; it may run twice for one event, and the sweep retries a failed one. */
type DomainEventHandler<Name extends DomainEventName> = (payload: DomainEventMap[Name]) => Promise<void> | void;

/** How often a node polls for unhandled events, in milliseconds. Also the age at which an event can be swept. */
const SWEEP_MS = 2 * SECOND_MS;

/**
 * How often handlers are tried before the row stays in the outbox. The delay starts at 2 s and doubles up to 10
 * minutes, so that the last attempt is about three hours after the event.
 */
export const DOMAIN_EVENT_ATTEMPTS = 25;

/** Longest delay between two attempts, in seconds. */
const RETRY_MAX_S = 600;

/** Attempts at most that outages count for the delay: half of those after which an event is parked. */
const DELAYED_ATTEMPTS_MAX = 12;

/** How long the rows of a sweep are reserved for it, in milliseconds; those of a node that dies are free after it. */
const LEASE_MS = MINUTE_MS;

const SWEEP_ROWS = 100;

interface PendingDomainEvent {
  id: string;
  name: string;
  payload: unknown;
}

/** Writes the events of a transaction, before its commit. */
const WRITE = {
  name: 'outbox-write',
  text: `insert into outbox (id, name, payload)
    select id, name, payload::jsonb from unnest($1::uuid[], $2::text[], $3::text[]) as e (id, name, payload)`,
};

const publishers = new WeakMap<object, Pick<DomainEvents, 'expect' | 'end'>>();
const pending = new WeakMap<Transaction, PendingDomainEvent[]>();

/** Writes a domain event to the outbox in the current transaction; its handlers run after the commit. */
export function publishDomainEvent<Name extends DomainEventName>(
  tx: EntityManager | PoolClient,
  name: Name,
  payload: DomainEventMap[Name],
): void {
  const transaction = transactionOf(tx, `The domain event ${name}`);
  const publisher = publishers.get(transaction.database);
  const id = newId();
  const events = pending.get(transaction) ?? [];
  if (!pending.has(transaction)) {
    pending.set(transaction, events);
    transaction.beforeCommit.push(() => {
      const columns = [
        events.map((event) => event.id),
        events.map((event) => event.name),
        events.map((event) => JSON.stringify(event.payload)),
      ];
      return new LastStatement(WRITE, columns, () => {});
    });
    transaction.afterEnd.push((isCommitted) => publisher?.end(events, isCommitted));
  }
  events.push({ id, name, payload });
  publisher?.expect(id);
}

/**
 * The ORM and the pool whose transactions publish events, and `onError`, which receives failures of handlers and
 * sweeps.
 */
interface DomainEventSettings {
  orm: MikroORM;
  pool?: Pool;
  onError?: (error: unknown, context: { name?: string; id?: string }) => void;
}

/**
 * The domain events of one node, in a transactional outbox: a transaction writes its events as rows, and the node
 * handles them after the commit and then deletes them. Delivery is at least once; a rollback drops the events.
 */
export class DomainEvents {
  readonly #orm: MikroORM;
  readonly #onError: NonNullable<DomainEventSettings['onError']>;
  readonly #handlers = new Map<string, ((payload: never) => Promise<void> | void)[]>();
  /** Unhandled events of this node, which its sweep skips. */
  readonly #own = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<unknown> | undefined;

  constructor({ orm, pool, onError = () => undefined }: DomainEventSettings) {
    this.#orm = orm;
    this.#onError = onError;
    publishers.set(orm.config, this);
    if (pool) publishers.set(pool, this);
  }

  /** Registers a handler; handlers of one event run in the order they were registered. */
  on<Name extends DomainEventName>(name: Name, handler: DomainEventHandler<Name>): void {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
  }

  /** Registers an event of a running transaction. */
  expect(id: string): void {
    this.#own.add(id);
  }

  /** Runs the handlers of a transaction's events after its commit, or drops the events after a rollback. */
  end(events: readonly PendingDomainEvent[], isCommitted: boolean): void {
    const forget = (): void => {
      for (const { id } of events) this.#own.delete(id);
    };
    if (!isCommitted) return forget();
    const task = this.#handle(events)
      .then((outcome) => settleRows(this.#orm.em.fork(), outcome))
      .catch((error: unknown) => this.#onError(error, {}))
      .finally(forget);
    this.#running.add(task);
    void task.finally(() => this.#running.delete(task));
  }

  /** Handles events of crashed nodes and of failed handlers. Returns how many were handled. */
  async sweep(): Promise<number> {
    const rows = await leaseRows(this.#orm.em.fork(), [...this.#own]);
    const outcome = await this.#handle(rows);
    await settleRows(this.#orm.em.fork(), outcome);
    return outcome.done.length;
  }

  /** Starts the sweep; it never runs twice at once and does not keep the process alive. */
  start(): void {
    this.#timer ??= setInterval(() => {
      this.#sweeping ??= this.sweep()
        .catch((error: unknown) => this.#onError(error, {}))
        .finally(() => {
          this.#sweeping = undefined;
        });
    }, SWEEP_MS).unref();
  }

  /** Waits until every event committed so far by this node has been handed to its handlers. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends the sweep and waits for the handlers that are running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#sweeping;
    await this.settle();
  }

  async #handle(events: readonly PendingDomainEvent[]): Promise<Outcome> {
    const outcome: Outcome = { done: [], failed: [], delayed: [], skipped: [] };
    for (const { id, name, payload } of events) {
      // While the database is unavailable, the other events would fail as well, each after a time limit.
      if (outcome.delayed.length > 0) {
        outcome.skipped.push(id);
        continue;
      }
      try {
        for (const handler of this.#handlers.get(name) ?? []) await handler(payload as never);
        outcome.done.push(id);
      } catch (error) {
        outcome[isDatabaseUnavailable(error) ? 'delayed' : 'failed'].push(id);
        this.#onError(error, { name, id });
      }
    }
    return outcome;
  }
}

/** Age from which an event that is not handled counts as late. */
const LATE = {
  name: 'outbox-late',
  text: `select 1 from outbox where created_at < clock_timestamp() - interval '1 minute' limit 1`,
};

/** Returns whether domain events are handled late or not at all: handlers fail, or an operator must retry them. */
export async function isOutboxLate(pool: Pool): Promise<boolean> {
  return (await query(pool, LATE)).length > 0;
}

/** Ids of events after an attempt: `delayed` was stopped by a lock or a lost connection, `skipped` were not tried. */
interface Outcome {
  done: string[];
  failed: string[];
  delayed: string[];
  skipped: string[];
}

/** Reserves unhandled rows, except those that this node is handling, and returns them, oldest first. */
async function leaseRows(em: EntityManager, own: readonly string[]): Promise<PendingDomainEvent[]> {
  const rows = await em.execute<(PendingDomainEvent & { created_at: Date })[]>(
    `update outbox set next_attempt_at = clock_timestamp() + ? * interval '1 millisecond' where id in (
      select id from outbox where attempts < ? and next_attempt_at <= clock_timestamp()
          and created_at <= clock_timestamp() - interval '${SWEEP_MS} milliseconds' and id <> all(?::uuid[])
        order by created_at, id limit ${SWEEP_ROWS} for update skip locked)
    returning id, name, payload, created_at`,
    [LEASE_MS, DOMAIN_EVENT_ATTEMPTS, `{${own.join()}}`],
  );
  return rows.toSorted((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1));
}

/**
 * Deletes the handled rows and sets when the others are due. A delayed event is due later after each attempt, so that
 * it does not hold up the skipped ones, but is never parked.
 */
async function settleRows(em: EntityManager, { done, failed, delayed, skipped }: Outcome): Promise<void> {
  if (done.length > 0) await em.nativeDelete(OutboxRow, { id: { $in: done } });
  if (failed.length + delayed.length === 0) return;
  await em.execute(
    `update outbox set
      attempts = case when id = any(?::uuid[]) then attempts + 1
        when id = any(?::uuid[]) then greatest(attempts, least(attempts + 1, ${DELAYED_ATTEMPTS_MAX}))
        else attempts end,
      next_attempt_at = clock_timestamp() + case when id = any(?::uuid[]) then 0
        else least(${SWEEP_MS / SECOND_MS} * power(2, attempts), ${RETRY_MAX_S}) end * interval '1 second'
      where id = any(?::uuid[])`,
    [failed, delayed, skipped, [...failed, ...delayed, ...skipped]].map((ids) => `{${ids.join()}}`),
  );
}
