import { MikroORM } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ormConfig } from './db/mikro-orm.config.ts';
import { OutboxRow } from './db/outbox.entity.ts';
import { listParkedFacts, retryParkedFacts } from './db/outbox.operator.ts';
import { Post } from './domains/posts/post.entity.ts';
import { UserEvent } from './domains/sync/user-event.entity.ts';
import { entities } from './entities.ts';
import { createFacts, FACT_ATTEMPTS, recordEvent, recordFact, transact, type Facts } from './facts.ts';
import { buildPost, buildUser } from './testing/builders.ts';
import { createTestDatabase } from './testing/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let facts: Facts;
let errors: unknown[];
let heard: string[];

const init = () => MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
const rowsLeft = () => orm.em.fork().count(OutboxRow);
const age = () => orm.em.fork().execute(`update outbox set created_at = created_at - interval '1 minute'`);

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
  heard = [];
  facts = createFacts({ orm, onError: (error) => errors.push(error) });
  facts.on('post-created', ({ postId }) => {
    heard.push(postId);
  });
});
afterEach(async () => {
  await facts.stop();
  await orm.em.fork().nativeDelete(OutboxRow, {});
});

describe('transact', () => {
  it('announces after the commit and deletes the row', async () => {
    const author = await buildUser(orm.em.fork());
    const seen: (Post | null)[] = [];
    facts.on('post-created', async ({ postId }) => {
      seen.push(await orm.em.fork().findOne(Post, postId));
    });
    const post = await transact(orm.em.fork(), async (tx) => {
      const created = tx.create(Post, { userId: author.id, content: 'Hello' });
      recordFact(tx, 'post-created', { postId: created.id, userId: author.id });
      await tx.flush();
      expect(heard).toEqual([]);
      return created;
    });
    await facts.settle();
    expect(heard).toEqual([post.id]);
    expect(seen[0]?.content).toBe('Hello');
    expect(await rowsLeft()).toBe(0);
  });

  it('drops facts and rows of a rollback', async () => {
    const work = transact(orm.em.fork(), async (tx) => {
      recordFact(tx, 'post-created', { postId: 'p', userId: 'u' });
      await tx.flush();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await facts.settle();
    expect(heard).toEqual([]);
    expect(await rowsLeft()).toBe(0);
  });

  it('hands the facts of an inner transaction to the outer one', async () => {
    await transact(orm.em.fork(), async (outer) => {
      await transact(outer, async (inner) => {
        expect(inner).toBe(outer);
        recordFact(inner, 'post-created', { postId: 'inner', userId: 'u' });
      });
      await facts.settle();
      expect(heard).toEqual([]);
    });
    await facts.settle();
    expect(heard).toEqual(['inner']);
  });

  it('rolls the inner transaction back with the outer one', async () => {
    const work = transact(orm.em.fork(), async (outer) => {
      await transact(outer, async (inner) => recordFact(inner, 'post-created', { postId: 'inner', userId: 'u' }));
      throw new Error('outer');
    });
    await expect(work).rejects.toThrow('outer');
    expect(await rowsLeft()).toBe(0);
  });

  it('refuses a fact outside of a transaction', () => {
    expect(() => recordFact(orm.em.fork(), 'post-created', { postId: 'p', userId: 'u' })).toThrow(
      /outside of transact/,
    );
  });

  it('runs deadlocked work again, announcing once', async () => {
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
        recordFact(tx, 'post-created', { postId: first, userId: 'u' });
      });
    await Promise.all([lockIn(a.id, b.id), lockIn(b.id, a.id)]);
    await facts.settle();
    expect(runs).toBe(3);
    expect(heard.toSorted()).toEqual([a.id, b.id].toSorted());
    expect((await orm.em.fork().findOneOrFail(Post, a.id)).likes).toBe(2);
  });
});

describe('events of streams', () => {
  const eventsOf = (userId: string) => orm.em.fork().find(UserEvent, { userId }, { orderBy: { seq: 'asc' } });

  it('stand in the order they were recorded, several of one person among them, and are told of after the commit', async () => {
    const [ana, ben] = [await buildUser(orm.em.fork()), await buildUser(orm.em.fork())];
    const told: (readonly string[])[] = [];
    await facts.stop();
    facts = createFacts({ orm, tellStreams: (userIds) => told.push(userIds) });
    await transact(orm.em.fork(), async (tx) => {
      recordEvent(tx, [ben.id, ana.id], { kind: 'connection-created', payload: { connectionId: 'one' } });
      await transact(tx, async (inner) =>
        recordEvent(inner, [ana.id], { kind: 'notification', payload: { notificationId: null, isAlert: false } }),
      );
      recordEvent(tx, [ana.id], { kind: 'connection-updated', payload: { connectionId: 'one' } });
      expect(told).toEqual([]);
    });
    await transact(orm.em.fork(), async (tx) =>
      recordEvent(tx, [ana.id], { kind: 'connection-deleted', payload: { connectionId: 'one' } }),
    );
    expect((await eventsOf(ana.id)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'connection-created'],
      [2, 'notification'],
      [3, 'connection-updated'],
      [4, 'connection-deleted'],
    ]);
    expect(await eventsOf(ben.id)).toMatchObject([{ seq: 1, payload: { connectionId: 'one' } }]);
    expect(told).toEqual([[ben.id, ana.id], [ana.id]]);
  });

  it('go with a rollback, and are refused outside of a transaction', async () => {
    const ana = await buildUser(orm.em.fork());
    const work = transact(orm.em.fork(), async (tx) => {
      recordEvent(tx, [ana.id], { kind: 'notification', payload: {} });
      await transact(tx, () => Promise.reject(new Error('no')));
    });
    await expect(work).rejects.toThrow('no');
    expect(await eventsOf(ana.id)).toEqual([]);
    expect(() => recordEvent(orm.em.fork(), [ana.id], { kind: 'notification', payload: {} })).toThrow(
      /outside of transact/,
    );
  });

  it('of the same people named in any order never wait for each other in a circle, and leave no hole', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await buildUser(orm.em.fork())).id));
    let runs = 0;
    await Promise.all(
      Array.from({ length: 12 }, (_none, at) =>
        transact(orm.em.fork(), async (tx) => {
          runs += 1;
          for (const id of at % 2 === 0 ? ids : ids.toReversed())
            recordEvent(tx, [id], { kind: 'notification', payload: { at } });
        }),
      ),
    );
    expect(runs).toBe(12);
    for (const id of ids)
      expect((await eventsOf(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_none, at) => at + 1));
  });
});

describe('sweep', () => {
  it('announces what a node left that died between commit and announcement', async () => {
    const dead = await init();
    await transact(dead.em.fork(), async (tx) => recordFact(tx, 'post-created', { postId: 'orphan', userId: 'u' }));
    await dead.close();
    expect(await facts.sweep()).toBe(0);
    await age();
    expect(await facts.sweep()).toBe(1);
    expect(heard).toEqual(['orphan']);
    expect(await rowsLeft()).toBe(0);
  });

  it('lets one of two sweeping nodes announce a row', async () => {
    const dead = await init();
    await transact(dead.em.fork(), async (tx) => recordFact(tx, 'post-created', { postId: 'orphan', userId: 'u' }));
    await dead.close();
    await age();
    const counts = await Promise.all([facts.sweep(), facts.sweep()]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(heard).toEqual(['orphan']);
  });

  it('keeps the row of a handler that fails, and parks it after five tries', async () => {
    let tries = 0;
    facts.on('post-deleted', () => {
      tries += 1;
      throw new Error('handler');
    });
    await transact(orm.em.fork(), async (tx) => recordFact(tx, 'post-deleted', { postId: 'p', userId: 'u' }));
    await facts.settle();
    await age();
    for (let i = 0; i < FACT_ATTEMPTS + 2; i += 1) await facts.sweep();
    expect(tries).toBe(FACT_ATTEMPTS);
    expect(errors).toHaveLength(FACT_ATTEMPTS);
    expect(await rowsLeft()).toBe(1);

    const [parked] = await listParkedFacts(orm.em.fork(), 50);
    expect(parked).toMatchObject({ fact: 'post-deleted', payload: { postId: 'p', userId: 'u' } });
    expect(await retryParkedFacts(orm.em.fork(), uuidv7())).toBe(0);
    expect(await retryParkedFacts(orm.em.fork(), parked?.id ?? null)).toBe(1);
    expect(await listParkedFacts(orm.em.fork(), 50)).toEqual([]);
    await facts.sweep();
    expect(tries).toBe(FACT_ATTEMPTS + 1);
    for (let i = 0; i < FACT_ATTEMPTS; i += 1) await facts.sweep();
    expect(await retryParkedFacts(orm.em.fork(), null)).toBe(1);
  });

  it('leaves a fact alone that this node is announcing', async () => {
    let finish = () => {};
    facts.on('post-updated', ({ postId }) => {
      heard.push(postId);
      return new Promise<void>((resolve) => (finish = resolve));
    });
    await transact(orm.em.fork(), async (tx) => recordFact(tx, 'post-updated', { postId: 'slow', userId: 'u' }));
    await age();
    expect(await facts.sweep()).toBe(0);
    finish();
    await facts.settle();
    expect(heard).toEqual(['slow']);
  });
});
