import { MikroORM } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ormConfig } from './db/mikro-orm.config.ts';
import { OutboxRow } from './db/outbox.entity.ts';
import { listParkedDomainEvents, retryParkedDomainEvents } from './db/outbox.operator.ts';
import { Post } from './domains/posts/post.entity.ts';
import { UserLogEntry } from './domains/sync/user-log-entry.entity.ts';
import { entities } from './entities.ts';
import { DOMAIN_EVENT_ATTEMPTS, publishDomainEvent, DomainEvents } from './domain-events.ts';
import { transact } from './db/transact.ts';
import { appendToUserLog, connectUserLog, type CommittedEntry } from './db/user-log.ts';
import { buildPost, buildUser } from './testing/builders.ts';
import { createTestDatabase } from './testing/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let events: DomainEvents;
let errors: unknown[];
let handled: string[];

const init = () => MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
const rowsLeft = () => orm.em.fork().count(OutboxRow);
const makeDue = () =>
  orm.em
    .fork()
    .execute(`update outbox set created_at = created_at - interval '1 minute', next_attempt_at = created_at`);

/** Fails as a statement does that waits for a lock until its time limit. */
function exceedStatementTimeout(): Promise<unknown> {
  return orm.em.fork().transactional(async (tx) => {
    await tx.execute(`set local statement_timeout = '10ms'`);
    await tx.execute('select pg_sleep(1)');
  });
}

/** Sweeps as if all delays were over. */
async function makeDueAndSweep(): Promise<void> {
  await makeDue();
  await events.sweep();
}

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await init();
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});
beforeEach(() => {
  errors = [];
  handled = [];
  events = new DomainEvents({ orm, onError: (error) => errors.push(error) });
  events.on('post-created', ({ postId }) => {
    handled.push(postId);
  });
});
afterEach(async () => {
  await events.stop();
  await orm.em.fork().nativeDelete(OutboxRow, {});
});

describe('transact', () => {
  it('runs handlers after the commit and deletes the row', async () => {
    const author = await buildUser(orm.em.fork());
    const seen: (Post | null)[] = [];
    events.on('post-created', async ({ postId }) => {
      seen.push(await orm.em.fork().findOne(Post, postId));
    });
    const post = await transact(orm.em.fork(), async (tx) => {
      const created = tx.create(Post, { userId: author.id, content: 'Hello' });
      publishDomainEvent(tx, 'post-created', { postId: created.id, userId: author.id });
      await tx.flush();
      expect(handled).toEqual([]);
      return created;
    });
    await events.settle();
    expect(handled).toEqual([post.id]);
    expect(seen[0]?.content).toBe('Hello');
    expect(await rowsLeft()).toBe(0);
  });

  it('drops events and rows of a rollback', async () => {
    const work = transact(orm.em.fork(), async (tx) => {
      publishDomainEvent(tx, 'post-created', { postId: 'p', userId: 'u' });
      await tx.flush();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await events.settle();
    expect(handled).toEqual([]);
    expect(await rowsLeft()).toBe(0);
  });

  it('hands the events of an inner transaction to the outer one', async () => {
    await transact(orm.em.fork(), async (outer) => {
      await transact(outer, async (inner) => {
        expect(inner).toBe(outer);
        publishDomainEvent(inner, 'post-created', { postId: 'inner', userId: 'u' });
      });
      await events.settle();
      expect(handled).toEqual([]);
    });
    await events.settle();
    expect(handled).toEqual(['inner']);
  });

  it('rolls the inner transaction back with the outer one', async () => {
    const work = transact(orm.em.fork(), async (outer) => {
      await transact(outer, async (inner) =>
        publishDomainEvent(inner, 'post-created', { postId: 'inner', userId: 'u' }),
      );
      throw new Error('outer');
    });
    await expect(work).rejects.toThrow('outer');
    expect(await rowsLeft()).toBe(0);
  });

  it('refuses an event outside of a transaction', () => {
    expect(() => publishDomainEvent(orm.em.fork(), 'post-created', { postId: 'p', userId: 'u' })).toThrow(
      /outside of transact/,
    );
  });

  it('runs deadlocked work again and publishes once', async () => {
    const [a, b] = [await buildPost(orm.em.fork()), await buildPost(orm.em.fork())];
    let arrived = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => (open = resolve));
    let runs = 0;
    const lockIn = (first: string, second: string) =>
      transact(orm.em.fork(), async (tx) => {
        runs += 1;
        await tx.execute('update posts set likes = likes + 1 where id = ?', [first]);
        arrived += 1;
        if (arrived === 2) open();
        await both;
        await tx.execute('update posts set likes = likes + 1 where id = ?', [second]);
        publishDomainEvent(tx, 'post-created', { postId: first, userId: 'u' });
      });
    await Promise.all([lockIn(a.id, b.id), lockIn(b.id, a.id)]);
    await events.settle();
    // Postgres may end both of them.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(handled.toSorted()).toEqual([a.id, b.id].toSorted());
    expect((await orm.em.fork().findOneOrFail(Post, a.id)).likes).toBe(2);
  });
});

describe('entries of user logs', () => {
  const eventsOf = (userId: string) => orm.em.fork().find(UserLogEntry, { userId }, { orderBy: { seq: 'asc' } });

  it('are in the order of the calls, several of one user among them, and are signalled after the commit', async () => {
    const [ana, ben] = [await buildUser(orm.em.fork()), await buildUser(orm.em.fork())];
    const signalled: (readonly [readonly string[], readonly CommittedEntry[] | undefined])[] = [];
    connectUserLog(orm.config, (_kind, userIds, entries) => signalled.push([userIds, entries]));
    await transact(orm.em.fork(), async (tx) => {
      appendToUserLog(tx, [ben.id, ana.id], { kind: 'connection-created', payload: { connectionId: 'one' } });
      await transact(tx, async (inner) =>
        appendToUserLog(inner, [ana.id], { kind: 'notification', payload: { notificationId: null, isAlert: false } }),
      );
      appendToUserLog(tx, [ana.id], { kind: 'connection-updated', payload: { connectionId: 'one' } });
      expect(signalled).toEqual([]);
    });
    await transact(orm.em.fork(), async (tx) =>
      appendToUserLog(tx, [ana.id], {
        kind: 'connection-deleted',
        payload: { connectionId: 'one' },
        view: { id: 'one' },
      }),
    );
    expect((await eventsOf(ana.id)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'connection-created'],
      [2, 'notification'],
      [3, 'connection-updated'],
      [4, 'connection-deleted'],
    ]);
    expect(await eventsOf(ben.id)).toMatchObject([{ seq: 1, payload: { connectionId: 'one' } }]);
    // A view that the write had at hand is handed over as the push.
    expect(signalled).toEqual([
      [
        [ben.id, ana.id],
        [
          { userId: ben.id, seq: 1 },
          { userId: ana.id, seq: 1 },
          { userId: ana.id, seq: 2 },
          { userId: ana.id, seq: 3 },
        ],
      ],
      [
        [ana.id],
        [
          {
            userId: ana.id,
            seq: 4,
            push: { name: 'connection-deleted', push: { id: 'one', seq: 4, at: expect.any(String) } },
          },
        ],
      ],
    ]);
  });

  it('are dropped by a rollback, and are refused outside of a transaction', async () => {
    const ana = await buildUser(orm.em.fork());
    const work = transact(orm.em.fork(), async (tx) => {
      appendToUserLog(tx, [ana.id], { kind: 'notification', payload: {} });
      await transact(tx, () => Promise.reject(new Error('no')));
    });
    await expect(work).rejects.toThrow('no');
    expect(await eventsOf(ana.id)).toEqual([]);
    expect(() => appendToUserLog(orm.em.fork(), [ana.id], { kind: 'notification', payload: {} })).toThrow(
      /outside of transact/,
    );
  });

  it('of the same users in any order never deadlock, and leave no gap', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await buildUser(orm.em.fork())).id));
    let runs = 0;
    await Promise.all(
      Array.from({ length: 12 }, (_none, at) =>
        transact(orm.em.fork(), async (tx) => {
          runs += 1;
          for (const id of at % 2 === 0 ? ids : ids.toReversed())
            appendToUserLog(tx, [id], { kind: 'notification', payload: { at } });
        }),
      ),
    );
    expect(runs).toBe(12);
    for (const id of ids)
      expect((await eventsOf(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_none, at) => at + 1));
  });
});

describe('sweep', () => {
  it('handles the events of a node that crashed between commit and handlers', async () => {
    const dead = await init();
    await transact(dead.em.fork(), async (tx) =>
      publishDomainEvent(tx, 'post-created', { postId: 'orphan', userId: 'u' }),
    );
    await dead.close();
    expect(await events.sweep()).toBe(0);
    await makeDue();
    expect(await events.sweep()).toBe(1);
    expect(handled).toEqual(['orphan']);
    expect(await rowsLeft()).toBe(0);
  });

  it('lets one of two sweeping nodes handle a row', async () => {
    const dead = await init();
    await transact(dead.em.fork(), async (tx) =>
      publishDomainEvent(tx, 'post-created', { postId: 'orphan', userId: 'u' }),
    );
    await dead.close();
    await makeDue();
    const counts = await Promise.all([events.sweep(), events.sweep()]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(handled).toEqual(['orphan']);
  });

  it('stores the row of a handler that fails, and parks it after the last attempt', async () => {
    let tries = 0;
    events.on('post-deleted', () => {
      tries += 1;
      throw new Error('handler');
    });
    await transact(orm.em.fork(), async (tx) => publishDomainEvent(tx, 'post-deleted', { postId: 'p', userId: 'u' }));
    await events.settle();
    expect(await events.sweep()).toBe(0);
    for (let i = 0; i < DOMAIN_EVENT_ATTEMPTS + 2; i += 1) await makeDueAndSweep();
    expect(tries).toBe(DOMAIN_EVENT_ATTEMPTS);
    expect(errors).toHaveLength(DOMAIN_EVENT_ATTEMPTS);
    expect(await rowsLeft()).toBe(1);

    const [parked] = await listParkedDomainEvents(orm.em.fork(), 50);
    expect(parked).toMatchObject({ name: 'post-deleted', payload: { postId: 'p', userId: 'u' } });
    expect(await retryParkedDomainEvents(orm.em.fork(), uuidv7())).toBe(0);
    expect(await retryParkedDomainEvents(orm.em.fork(), parked?.id ?? null)).toBe(1);
    expect(await listParkedDomainEvents(orm.em.fork(), 50)).toEqual([]);
    await events.sweep();
    expect(tries).toBe(DOMAIN_EVENT_ATTEMPTS + 1);
    for (let i = 0; i < DOMAIN_EVENT_ATTEMPTS; i += 1) await makeDueAndSweep();
    expect(await retryParkedDomainEvents(orm.em.fork(), null)).toBe(1);
  });

  it('waits longer after each attempt, up to ten minutes', async () => {
    events.on('post-deleted', () => {
      throw new Error('handler');
    });
    await transact(orm.em.fork(), async (tx) => publishDomainEvent(tx, 'post-deleted', { postId: 'p', userId: 'u' }));
    await events.settle();
    const waits: number[] = [];
    // A second may have passed since the attempt, and the clocks may differ by a little.
    for (let i = 0; i < 11; i += 1) {
      const [row] = await orm.em
        .fork()
        .execute<{ seconds: number }[]>(
          'select floor(extract(epoch from next_attempt_at - clock_timestamp()) + 0.9)::int as seconds from outbox',
        );
      waits.push(row?.seconds ?? 0);
      await makeDueAndSweep();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
  });

  it('does not count an attempt that a lock or a lost connection stopped', async () => {
    let isLocked = true;
    events.on('post-deleted', async ({ postId }) => {
      if (isLocked) await exceedStatementTimeout();
      handled.push(postId);
    });
    await transact(orm.em.fork(), async (tx) => {
      for (const postId of ['a', 'b']) publishDomainEvent(tx, 'post-deleted', { postId, userId: 'u' });
    });
    await events.settle();
    for (let i = 0; i < DOMAIN_EVENT_ATTEMPTS + 2; i += 1) await makeDueAndSweep();
    // One failure for each sweep: the second event is not tried in vain.
    expect(errors).toHaveLength(DOMAIN_EVENT_ATTEMPTS + 3);
    isLocked = false;
    await makeDueAndSweep();
    expect(handled.toSorted()).toEqual(['a', 'b']);
    expect(await rowsLeft()).toBe(0);
  });

  it('handles the other events while one is delayed again and again', async () => {
    events.on('post-deleted', async ({ postId }) => {
      if (postId === 'slow') await exceedStatementTimeout();
      handled.push(postId);
    });
    await transact(orm.em.fork(), async (tx) => {
      for (const postId of ['slow', 'a', 'b']) publishDomainEvent(tx, 'post-deleted', { postId, userId: 'u' });
    });
    await events.settle();
    await orm.em.fork().execute(`update outbox set created_at = created_at - interval '1 minute'`);
    await events.sweep();
    expect(handled.toSorted()).toEqual(['a', 'b']);
    expect(await rowsLeft()).toBe(1);
  });

  it('leaves an event alone that this node is handling', async () => {
    let finish = () => {};
    events.on('post-updated', ({ postId }) => {
      handled.push(postId);
      return new Promise<void>((resolve) => (finish = resolve));
    });
    await transact(orm.em.fork(), async (tx) =>
      publishDomainEvent(tx, 'post-updated', { postId: 'slow', userId: 'u' }),
    );
    await makeDue();
    expect(await events.sweep()).toBe(0);
    finish();
    await events.settle();
    expect(handled).toEqual(['slow']);
  });
});
