import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { newId } from '../../db/clock.ts';
import { Redis } from '../../gateways/redis.ts';
import { isWithoutRedis, startTestRedis, type TestRedis } from '../../testing/redis.ts';
import type { InviteCommand } from './call-invites.ts';
import { createCallRegistry, IncompleteRegistryError, type CallRegistry } from './call-registry.ts';
import { createMemoryStore, createRedisStore, type CallStore } from './call-store.ts';
import type { StoredCall } from './call-take-up.ts';
import type { CallCommand } from './call-transitions.ts';
import type { Device } from '../../realtime/server.ts';

const NOW = 1_700_000_000_000;

function device(userId: string): Device {
  return { userId, partyId: newId(), socketId: newId() };
}

function inviteBy(from: Device, to: string): InviteCommand {
  return {
    kind: 'invite',
    from,
    caller: { userId: from.userId, name: 'Ada', photo: null },
    callee: { userId: to, name: 'Ben', photo: '/api/files/1' },
    callId: newId(),
    isIdNew: false,
    isIdUsed: false,
    callType: 'voice',
    route: 'relay',
  };
}

/** A call that rings, with the caller's device. */
async function ring(registry: CallRegistry, from = device(newId()), to = newId()) {
  const command = inviteBy(from, to);
  expect((await registry.apply(command, NOW)).ack).toEqual({ ok: true });
  return { id: command.callId, from, to };
}

/** An active call as its row has it. */
function storedCall(): StoredCall {
  const side = (name: string) => ({ userId: newId(), name, photo: null, partyId: newId() });
  const [caller, callee] = [side('Ada'), side('Ben')];
  const times = { createdAt: NOW - 9_000, ringingAt: null, answeredAt: NOW - 5_000, seenAt: null };
  const open = { endedAt: null, endReason: null, endedBy: null };
  return { ...open, id: newId(), type: 'voice', route: 'relay', replaces: null, ...times, caller, callee };
}

const accept = (from: Device, callId: string): CallCommand => ({ kind: 'accept', from, callId });
const end = (from: Device, callId: string): CallCommand => ({ kind: 'end', reason: undefined, from, callId });

/** Both kinds of store. `another` is the registry of a second node. */
function describeRegistry(kind: string, open: () => Promise<{ stores: CallStore[]; close: () => Promise<void> }>) {
  describe(kind, () => {
    let node: CallRegistry;
    let another: CallRegistry;
    let close: () => Promise<void>;

    beforeAll(async () => {
      const opened = await open();
      const [first, second] = opened.stores;
      if (!first || !second) throw new Error('two stores are needed');
      [node, another, close] = [createCallRegistry(first), createCallRegistry(second), opened.close];
      expect(await node.takeUp([], NOW)).toEqual([]);
    });
    afterAll(() => close());

    it('keeps a call from its start to its end', async () => {
      const { id, from, to } = await ring(node);
      const phone = device(to);
      expect((await another.loadLive([id, newId()])).map((call) => call.id)).toEqual([id]);
      expect((await another.apply({ kind: 'received', from: phone, callId: null }, NOW)).ack).toEqual({ ok: true });
      expect((await another.apply(accept(phone, id), NOW + 5)).ack).toEqual({ ok: true });
      expect(await node.load(id)).toMatchObject({ answeredAt: NOW + 5, callee: { partyId: phone.partyId } });
      expect((await node.apply(end(from, id), NOW + 9)).ack).toEqual({ ok: true });
      expect(await node.load(id)).toMatchObject({ endedAt: NOW + 9, endReason: 'completed' });
      expect(await another.loadLive([id])).toEqual([]);
      expect((await node.apply(inviteBy(device(to), newId()), NOW)).ack).toEqual({ ok: true });
    });

    it('gives a call to one of two devices that answer at once', async () => {
      const { id, to } = await ring(node);
      const outcomes = await Promise.all(
        [node, another].flatMap((registry) => [1, 2, 3].map(() => registry.apply(accept(device(to), id), NOW))),
      );
      expect(outcomes.filter(({ ack }) => ack.ok)).toHaveLength(1);
      expect(outcomes.flatMap(({ ack }) => (ack.ok ? [] : ack.code))).toEqual(Array(5).fill('CONFLICT'));
      expect(outcomes.flatMap(({ records }) => records)).toHaveLength(1);
    });

    it('makes one call of two that call each other at once', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [a, b] = [device(newId()), device(newId())];
        const commands = [inviteBy(a, b.userId), inviteBy(b, a.userId)] as const;
        const outcomes = await Promise.all([node.apply(commands[0], NOW), another.apply(commands[1], NOW)]);
        expect(outcomes.map(({ ack }) => ack.ok)).toEqual([true, true]);
        expect(await node.loadLive(commands.map(({ callId }) => callId))).toHaveLength(1);
      }
    });

    it('rings at a member once when many call at once', async () => {
      const to = newId();
      const outcomes = await Promise.all(
        [node, another, node, another].map((registry) => registry.apply(inviteBy(device(newId()), to), NOW)),
      );
      const names = outcomes.flatMap(({ pushes }) => pushes.map(({ name }) => name));
      expect(names.toSorted()).toEqual(['call-busy', 'call-busy', 'call-busy', 'incoming-call']);
    });

    it('lets one node claim a call that is due, and another one later', async () => {
      const { id, to } = await ring(node);
      await node.apply({ kind: 'received', from: device(to), callId: id }, NOW);
      const due = NOW + CALL_LIMITS.ringMs;
      expect(await node.claimDue(due - 1)).not.toContain(id);
      const claimed = await Promise.all([node.claimDue(due), another.claimDue(due)]);
      expect(claimed.flat().filter((other) => other === id)).toEqual([id]);
      expect(await another.claimDue(due + 60_000)).toContain(id);
      const outcome = await another.apply({ kind: 'time', callId: id }, due);
      expect(outcome.records.map(({ endReason }) => endReason)).toEqual(['no-answer']);
      expect(await node.claimDue(due + 120_000)).not.toContain(id);
    });

    it('sets a claimed call due again while nothing is due', async () => {
      const { id } = await ring(node);
      const due = NOW + CALL_LIMITS.ringMs;
      expect(await node.claimDue(due)).toContain(id);
      await node.apply({ kind: 'time', callId: id }, due - 1);
      expect(await another.claimDue(due)).toContain(id);
    });

    it('forgets when a call is due that it no longer knows', async () => {
      const [id, due] = [newId(), NOW + CALL_LIMITS.ringMs];
      expect((await node.apply({ kind: 'time', callId: id }, due)).records).toEqual([]);
      expect(await node.load(id)).toBeNull();
    });
  });
}

describeRegistry('in memory', async () => {
  const store = createMemoryStore();
  return { stores: [store, store], close: async () => undefined };
});

it('deletes in memory what has expired', async () => {
  const registry = createCallRegistry(createMemoryStore());
  await registry.takeUp([], NOW);
  const { id, from } = await ring(registry);
  await registry.apply(end(from, id), NOW);
  await registry.claimDue(NOW + CALL_LIMITS.endedMs - 1);
  expect(await registry.load(id)).not.toBeNull();
  await registry.claimDue(NOW + CALL_LIMITS.endedMs);
  expect(await registry.load(id)).toBeNull();
});

describe.skipIf(isWithoutRedis)('with Redis', () => {
  let server: TestRedis;
  const clients: Redis[] = [];
  const connect = async (): Promise<Redis> => {
    const redis = new Redis({ url: server.url, secret: 'calls', log: pino({ level: 'silent' }) });
    clients.push(redis);
    await redis.start();
    return redis;
  };
  beforeAll(async () => {
    server = await startTestRedis();
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.stop();
  });

  describeRegistry('two nodes', async () => ({
    stores: [createRedisStore(await connect()), createRedisStore(await connect())],
    close: async () => undefined,
  }));

  it('lets what it stores expire', async () => {
    const redis = await connect();
    const registry = createCallRegistry(createRedisStore(redis));
    await registry.takeUp([], NOW);
    const { id, from, to } = await ring(registry);
    const ttlOf = (key: string) => redis.run((client) => client.pTTL(`${redis.prefix}:${key}`));
    expect(await ttlOf(`call-of:${to}`)).toBeGreaterThan(CALL_LIMITS.deadMs);
    await registry.apply(end(from, id), NOW);
    expect(await ttlOf(`call:${id}`)).toBeLessThanOrEqual(CALL_LIMITS.endedMs);
    expect(await ttlOf(`call-of:${to}`)).toBe(-2);
  });

  it('rejects while Redis is unavailable, and takes its calls up again afterwards', async () => {
    const redis = await connect();
    const registry = createCallRegistry(createRedisStore(redis));
    const known = storedCall();
    await server.kill();
    await expect(ring(registry)).rejects.toThrow();
    await expect(registry.claimDue(NOW)).rejects.toThrow();
    await server.start();
    await expect.poll(() => redis.isUnavailable).toBe(false);
    // It does not persist.
    await expect(ring(registry)).rejects.toThrow(IncompleteRegistryError);
    await expect(registry.load(known.id)).rejects.toThrow(IncompleteRegistryError);
    await expect(registry.claimDue(NOW)).rejects.toThrow(IncompleteRegistryError);
    const others = createCallRegistry(createRedisStore(await connect()));
    const outcomes = await Promise.all([registry.takeUp([known], NOW), others.takeUp([known], NOW)]);
    expect(outcomes.flat().flatMap(({ pushes }) => pushes.map(({ name }) => name))).toEqual([
      'call-state',
      'call-state',
    ]);
    expect(await registry.loadOf(known.caller.userId)).toMatchObject({ id: known.id, takenUpAt: NOW });
    await ring(registry);
    // A late take-up does not bring a call back that has ended since.
    await registry.apply(end({ ...device(known.caller.userId), partyId: known.caller.partyId ?? '' }, known.id), NOW);
    await others.takeUp([known], NOW);
    expect(await registry.load(known.id)).toMatchObject({ endReason: 'completed' });
  });

  it('is not complete when Redis loses its calls while they are taken up', async () => {
    const store = createRedisStore(await connect());
    let writes = 0;
    const registry = createCallRegistry({
      ...store,
      async write(write, now) {
        writes += 1;
        // The second write is that of the call.
        if (writes === 3) {
          await server.kill();
          await server.start();
        }
        return store.write(write, now);
      },
    });
    await registry.takeUp([storedCall()], NOW).catch(() => undefined);
    await expect
      .poll(() => registry.claimDue(NOW).catch((error: unknown) => error))
      .toBeInstanceOf(IncompleteRegistryError);
    await registry.takeUp([], NOW);
    expect(await registry.claimDue(NOW)).toEqual([]);
  });
});
