import type { Configuration, EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { OutboxRow } from './db/outbox.entity.ts';
import { appendEvents, type StreamEvent } from './db/stream.ts';
import { SECOND_MS } from '#shared/time.ts';

/** What the backend announces after a commit. Payloads carry ids only: a handler reads what it needs afresh. */
export interface FactMap {
  'user-created': { userId: string };
  'profile-updated': { userId: string };
  /** A member shows when they are online from now on, or does not any more. */
  'presence-switched': { userId: string };
  'verification-created': { verificationId: string; userId: string; institutionId: string };
  /** Answered, revoked, taken back, or ended with its line; the row may be gone. */
  'verification-updated': { verificationId: string; userId: string; institutionId: string };
  'session-revoked': { sessionId: string; userId: string };
  /** Something that concerns the safety of an account; `eventId` tells two alike apart. */
  'account-security': {
    eventId: string;
    userId: string;
    what:
      | 'password-changed'
      | 'password-reset'
      | 'email-changed'
      | 'two-factor-on'
      | 'two-factor-off'
      | 'recovery-codes-renewed'
      | 'new-device'
      | 'deletion-asked';
  };
  'post-created': { postId: string; userId: string };
  'post-updated': { postId: string; userId: string };
  'post-deleted': { postId: string; userId: string };
  /** Someone likes a post who did not. */
  'post-liked': { postId: string; userId: string };
  /** `postId` is the original, `userId` who shared it. */
  'post-shared': { shareId: string; postId: string; userId: string };
  'connection-created': { connectionId: string; userId: string; connectedUserId: string };
  'connection-updated': { connectionId: string; userId: string; connectedUserId: string };
  /** The row is gone, or only hidden from `onlyFor`. */
  'connection-deleted': { connectionId: string; userId: string; connectedUserId: string; onlyFor?: string };
  /** Made or taken back. */
  'block-changed': { userId: string; blockedId: string };
  /** Shown from now on. */
  'advertisement-created': { advertisementId: string };
  /** One that was shown changed or is not shown any more, or is again. */
  'advertisement-updated': { advertisementId: string };
  /** An operator has decided about it. */
  'advertisement-reviewed': { advertisementId: string; at: string };
  'event-created': { eventId: string; userId: string };
  /** Edited or cancelled; `revision` tells two changes apart. */
  'event-updated': { eventId: string; userId: string; revision: number };
  /** Someone answered an invitation or took the answer back. */
  'event-answered': { eventId: string; userId: string };
  /** A seat is held for someone who waited; without a limit it is theirs at once. */
  'event-promoted': { eventId: string; userId: string; at: string };
  /** A seat was not confirmed in time. */
  'event-hold-ended': { eventId: string; userId: string; at: string };
  /** Begins within a day, or soon; `date` is when, in ISO 8601. */
  'event-due': { eventId: string; kind: 'day' | 'soon'; date: string };
  'comment-created': { commentId: string; postId: string; userId: string };
  'comment-deleted': { commentId: string; postId: string; userId: string; postUserId: string };
}

/** The name of a fact. */
export type FactName = keyof FactMap;

/** Runs for each announced fact; it may run twice for one fact, and a failure is tried again by the sweep. */
export type FactHandler<Name extends FactName> = (payload: FactMap[Name]) => Promise<void> | void;

/** How often a node looks for facts that a dead one left, and how old they must be, in milliseconds (decision 32). */
const SWEEP_MS = 2 * SECOND_MS;

/** How often a fact is tried before it stays parked in the outbox. */
export const FACT_ATTEMPTS = 5;

const SWEEP_ROWS = 100;
const COMMIT_RETRIES = 3;
const RETRYABLE = new Set(['40P01', '40001']);

interface PendingFact {
  id: string;
  fact: string;
  payload: unknown;
}

interface Transaction {
  facts: PendingFact[];
  events: (StreamEvent & { userId: string })[];
  announcing: Set<string> | undefined;
}

interface Announcer {
  announcing: Set<string>;
  committed: (facts: PendingFact[]) => void;
  tellStreams: (userIds: readonly string[]) => void;
}

const transactions = new WeakMap<EntityManager, Transaction>();
const announcers = new WeakMap<Configuration, Announcer>();

/**
 * Runs `work` in one transaction and commits it; inside a transaction it joins that one, so its facts wait for the
 * outer commit. `work` gets an EntityManager of its own and must use it alone, since a deadlock or a serialization
 * failure runs it again, up to three times.
 */
export async function transact<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const surrounding = em.getContext(false) as EntityManager;
  if (transactions.has(surrounding)) {
    const result = await work(surrounding);
    await surrounding.flush();
    return result;
  }
  const announcer = announcers.get(em.config);
  for (let retry = 0; ; retry += 1) {
    const facts: PendingFact[] = [];
    const events: Transaction['events'] = [];
    try {
      const result = await em.fork({ useContext: false }).transactional(async (tx) => {
        transactions.set(tx, { facts, events, announcing: announcer?.announcing });
        const worked = await work(tx);
        if (events.length > 0) {
          // Streams are locked last, all in one order: whoever holds one waits for nothing else.
          await tx.flush();
          await appendEvents(tx, events);
        }
        return worked;
      });
      if (events.length > 0) announcer?.tellStreams([...new Set(events.map(({ userId }) => userId))]);
      if (facts.length > 0) announcer?.committed(facts);
      return result;
    } catch (error) {
      for (const { id } of facts) announcer?.announcing.delete(id);
      if (retry >= COMMIT_RETRIES || !isRetryable(error)) throw error;
    }
  }
}

function transactionOf(context: EntityManager, what: string): Transaction {
  const transaction = transactions.get(context);
  if (!transaction) throw new Error(`${what} was recorded outside of transact().`);
  return transaction;
}

/**
 * Adds an event to people's streams when the running transaction commits, in the order of the calls; their devices hear
 * of it then.
 */
export function recordEvent(tx: EntityManager, userIds: readonly string[], event: StreamEvent): void {
  const { events } = transactionOf(tx.getContext(false) as EntityManager, `The event ${event.kind}`);
  for (const userId of userIds) events.push({ ...event, userId });
}

/** Writes a fact into the outbox of the running transaction; it is announced once that commits. */
export function recordFact<Name extends FactName>(tx: EntityManager, name: Name, payload: FactMap[Name]): void {
  const context = tx.getContext(false) as EntityManager;
  const transaction = transactionOf(context, `The fact ${name}`);
  const row = context.create(OutboxRow, { fact: name, payload: { ...payload } });
  context.persist(row);
  transaction.announcing?.add(row.id);
  transaction.facts.push({ id: row.id, fact: name, payload });
}

/**
 * What the announcements need from outside. `onError` hears of handlers and sweeps that fail, `tellStreams` of people
 * whose streams a commit made longer.
 */
export interface FactSettings {
  orm: MikroORM;
  tellStreams?: (userIds: readonly string[]) => void;
  onError?: (error: unknown, context: { fact?: string; id?: string }) => void;
}

/** The after-commit announcements of one node. */
export interface Facts {
  /** The module's {@link transact} and {@link recordFact}. */
  transact: typeof transact;
  record: typeof recordFact;
  /** Registers a handler; handlers of one fact run in the order they were registered. */
  on<Name extends FactName>(name: Name, handler: FactHandler<Name>): void;
  /** Announces what a dead node left or a handler failed at, and answers how many facts were announced. */
  sweep(): Promise<number>;
  /** Starts the sweep; it never runs twice at once and does not keep the process alive. */
  start(): void;
  /** Waits until every fact committed so far by this node has been handed to its handlers. */
  settle(): Promise<void>;
  /** Ends the sweep and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Builds the announcements of one node and ties them to the transactions of its ORM: facts are rows of the outbox,
 * written in the transaction that makes them true, announced after its commit and then deleted. Delivery is at least
 * once; a rollback leaves nothing.
 */
export function createFacts({ orm, tellStreams = () => undefined, onError = () => undefined }: FactSettings): Facts {
  const handlers: Handlers = new Map();
  const announcing = new Set<string>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> | undefined;

  const committed = (facts: PendingFact[]): void => {
    const task = announceCommitted(facts);
    running.add(task);
    void task.finally(() => running.delete(task));
  };
  announcers.set(orm.config, { announcing, tellStreams, committed });

  async function announceCommitted(facts: PendingFact[]): Promise<void> {
    try {
      const { done, failed } = await announce(facts, { handlers, onError });
      await settleRows(orm.em.fork(), done, failed);
    } catch (error) {
      onError(error, {});
    } finally {
      for (const { id } of facts) announcing.delete(id);
    }
  }

  function sweep(): Promise<number> {
    return orm.em.fork().transactional(async (tx) => {
      const rows = await lockLeftRows(tx);
      const { done, failed } = await announce(
        rows.filter((row) => !announcing.has(row.id)),
        { handlers, onError },
      );
      await settleRows(tx, done, failed);
      return done.length;
    });
  }

  function start(): void {
    timer ??= setInterval(() => {
      sweeping ??= sweep()
        .catch((error: unknown) => onError(error, {}))
        .finally(() => {
          sweeping = undefined;
        });
    }, SWEEP_MS).unref();
  }

  const settle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  async function stop(): Promise<void> {
    clearInterval(timer);
    timer = undefined;
    await sweeping;
    await settle();
  }

  return {
    transact,
    record: recordFact,
    on: (name, handler) => handlers.set(name, [...(handlers.get(name) ?? []), handler]),
    sweep,
    start,
    settle,
    stop,
  };
}

type Handlers = Map<string, ((payload: never) => Promise<void> | void)[]>;

async function announce(
  facts: PendingFact[],
  { handlers, onError }: { handlers: Handlers; onError: NonNullable<FactSettings['onError']> },
): Promise<{ done: string[]; failed: string[] }> {
  const done: string[] = [];
  const failed: string[] = [];
  for (const { id, fact, payload } of facts) {
    try {
      for (const handler of handlers.get(fact) ?? []) await handler(payload as never);
      done.push(id);
    } catch (error) {
      failed.push(id);
      onError(error, { fact, id });
    }
  }
  return { done, failed };
}

/** Rows that no announcement has settled, locked against the sweeps of other nodes. */
function lockLeftRows(tx: EntityManager): Promise<PendingFact[]> {
  return tx.execute<PendingFact[]>(
    `select id, fact, payload from outbox
      where attempts < ? and created_at <= clock_timestamp() - ? * interval '1 millisecond'
      order by created_at, id limit ${SWEEP_ROWS} for update skip locked`,
    [FACT_ATTEMPTS, SWEEP_MS],
  );
}

async function settleRows(em: EntityManager, done: string[], failed: string[]): Promise<void> {
  if (done.length > 0) await em.nativeDelete(OutboxRow, { id: { $in: done } });
  if (failed.length > 0) {
    await em.execute(
      `update outbox set attempts = attempts + 1 where id in (${failed.map(() => '?').join(', ')})`,
      failed,
    );
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && RETRYABLE.has(String(error.code))) || isRetryable(error.cause);
}
