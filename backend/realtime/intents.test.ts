import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { profileOwnership } from '../domains/profiles/profiles.realtime.ts';
import { openTestLink, type TestLink } from '../testing/live-link.ts';
import { defineIntent, ownershipIntents } from './intents.ts';
import { connectLiveClient, connectTwoClients, type LiveClient } from '../testing/two-clients.ts';

const readable = new Set<string>();
const authors = new Map<string, string>();
let nowMs = 0;
let link: TestLink;
let sender: LiveClient;
let bystander: LiveClient;
let senderId: string;

beforeEach(async () => {
  nowMs = 0;
  const isAuthor = async (id: string, userId: string) => {
    if (id === BROKEN) throw new Error('database unavailable');
    return authors.get(id) === userId;
  };
  link = await openTestLink(
    {
      nowMs: () => nowMs,
      intents: {
        ...ownershipIntents({
          'post-create': isAuthor,
          'post-update': isAuthor,
          'new-comment': isAuthor,
          ...profileOwnership,
        }),
        'call-signal': defineIntent(z.looseObject({}), () => OK),
        'call-busy': defineIntent(z.looseObject({}), () => OK),
      },
    },
    readable,
  );
  const person = link.person();
  senderId = person.id;
  [sender, bystander] = await connectTwoClients(person.party, link.person().party);
});

/** Checks after each test that the server runs and no client has received another client's frame. */
afterEach(async () => {
  expect(bystander.socket.connected).toBe(true);
  expect(await bystander.ask('join-room', `user-${uuidv7()}`)).toEqual({ ok: false, code: 'FORBIDDEN' });
  expect(bystander.frames).toEqual([]);
  await link.close();
});

const BROKEN = '00000000-0000-7000-8000-000000000bad';
const OK = { ok: true } as const;
const FORBIDDEN = { ok: false, code: 'FORBIDDEN' };
const INVALID = { ok: false, code: 'INVALID' };

/** Returns JSON of nested arrays, `levels` deep. */
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Sends a raw frame, bypassing the client library. */
function sendRaw(client: LiveClient, data: string | Buffer): void {
  const engine = client.socket.io.engine as unknown as { write(data: string | Buffer): void };
  engine.write(data);
}

describe('rooms', () => {
  it('own rooms are already joined; others, lists and wildcards are rejected', async () => {
    expect(await sender.ask('join-room', `user-${senderId}`)).toEqual({ ok: true });
    expect(await sender.ask('join-room', `call-${senderId}`)).toEqual({ ok: true });
    expect(await sender.ask('leave-room', `user-${senderId}`)).toEqual(FORBIDDEN);
    expect(await sender.ask('join-room', `call-${uuidv7()}`)).toEqual(FORBIDDEN);
    expect(await sender.ask('join-room', ['feed'])).toEqual(INVALID);
    expect(await sender.ask('join-room', 'creators')).toEqual(INVALID);
  });

  it('a user joins the rooms of what they may see', async () => {
    for (const kind of ['post', 'event', 'course']) {
      const id = uuidv7();
      expect(await sender.ask('join-room', `${kind}-${id}`)).toEqual(FORBIDDEN);
      readable.add(id);
      expect(await sender.ask('join-room', `${kind}-${id}`)).toEqual({ ok: true });
      link.realtime.publish({ to: [`${kind}-${id}`] }, 'comment-deleted', { id, postId: id });
      await expect.poll(() => sender.frames.at(-1)?.payload['id']).toBe(id);
      expect(await sender.ask('leave-room', `${kind}-${id}`)).toEqual({ ok: true });
    }
  });

  it('several rooms are joined and left with one intent, those that are not permitted are left out', async () => {
    const [first, second, hidden] = [uuidv7(), uuidv7(), uuidv7()];
    readable.add(first).add(second);
    expect(await sender.ask('join-rooms', ['feed', `post-${first}`])).toEqual({ ok: true });
    expect(await sender.ask('join-rooms', [`post-${hidden}`, `post-${second}`])).toEqual(FORBIDDEN);
    const heard = async (id: string) => {
      const before = sender.frames.length;
      link.realtime.publish({ to: [`post-${id}`] }, 'comment-deleted', { id, postId: id });
      link.realtime.publish({ to: [`user-${senderId}`] }, 'comment-deleted', { id: 'end', postId: id });
      await expect.poll(() => sender.frames.at(-1)?.payload['id']).toBe('end');
      return sender.frames.splice(before).length === 2;
    };
    expect([await heard(first), await heard(second), await heard(hidden)]).toEqual([true, true, false]);
    expect(await sender.ask('leave-rooms', [`post-${first}`, `post-${hidden}`])).toEqual({ ok: true });
    expect([await heard(first), await heard(second)]).toEqual([false, true]);
  });

  it.each([
    ['none', []],
    ['rooms of users', [`user-${uuidv7()}`]],
    ['other rooms', ['feed', 'creators']],
    ['more than a socket can have', Array.from({ length: 51 }, () => `post-${uuidv7()}`)],
    ['one that is not in a list', 'feed'],
  ])('%s at once are rejected', async (_what, rooms) => {
    expect(await sender.ask('join-rooms', rooms)).toEqual(INVALID);
    expect(await sender.ask('leave-rooms', rooms)).toEqual(INVALID);
  });

  it('a socket joins at most fifty rooms, one by one or several at once, also concurrently', async () => {
    const names = Array.from({ length: 60 }, () => uuidv7()).map((id) => (readable.add(id), `post-${id}`));
    const acks = await Promise.all([
      ...names.slice(0, 20).map((room) => sender.ask('join-room', room)),
      sender.ask('join-rooms', names.slice(20, 40)),
      sender.ask('join-rooms', names.slice(40)),
    ]);
    expect(acks.filter((ack) => !ack.ok)).toEqual([FORBIDDEN]);
    for (const room of names) link.realtime.publish({ to: [room] }, 'comment-deleted', { id: room, postId: room });
    link.realtime.publish({ to: [`user-${senderId}`] }, 'comment-deleted', { id: 'end', postId: 'p' });
    await expect.poll(() => sender.frames.at(-1)?.payload['id']).toBe('end');
    expect(sender.frames).toHaveLength(SOCKET_LIMITS.roomsPerSocket + 1);
    // What it leaves makes space.
    expect(await sender.ask('leave-rooms', names.slice(0, 10))).toEqual({ ok: true });
    expect(await sender.ask('join-rooms', names.slice(50))).toEqual({ ok: true });
  });

  it('a rejected post room is not a strike', async () => {
    for (let times = 0; times < 10; times += 1)
      expect(await sender.ask('join-room', `post-${uuidv7()}`)).toEqual(FORBIDDEN);
  });
});

describe('intents of the spec', () => {
  it.each(['post-create', 'post-update', 'new-comment'])('%s is acknowledged only to the author', async (name) => {
    const [own, foreign] = [uuidv7(), uuidv7()];
    authors.set(own, senderId).set(foreign, uuidv7());
    expect(await sender.ask(name, { id: own, content: 'never read' })).toEqual({ ok: true });
    expect(await sender.ask(name, { id: foreign })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await sender.ask(name, { id: uuidv7() })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await sender.ask(name, { id: BROKEN })).toEqual({ ok: false, code: 'UNAVAILABLE' });
    expect(await sender.ask(name, { id: { $ne: 1 } })).toEqual(INVALID);
    sender.socket.emit(name, { id: own });
  });

  it('profile-update is acknowledged only for the own profile', async () => {
    expect(await sender.ask('profile-update', { id: senderId, fullName: 'never read' })).toEqual({ ok: true });
    expect(await sender.ask('profile-update', { id: uuidv7() })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await sender.ask('profile-update', {})).toEqual(INVALID);
  });
});

describe('hostile frames', () => {
  it('nested 5,000 deep, 30,000 deep, or just past the limit', async () => {
    sendRaw(sender, `2["post-create",${nested(5_000)}]`);
    sendRaw(sender, `2["post-create",${nested(30_000)}]`);
    expect(await sender.ask('post-create', JSON.parse(nested(9)))).toEqual(INVALID);
    expect(await sender.ask('call-signal', { a: [[[[[[[]]]]]]] })).toEqual(OK);
  });

  it('prototype keys', async () => {
    const ask = (json: string) => sender.ask('call-signal', JSON.parse(json));
    expect(await ask('{"__proto__":{"polluted":1}}')).toEqual(INVALID);
    expect(await ask('{"a":{"constructor":{"prototype":{"polluted":1}}}}')).toEqual(INVALID);
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    ['an array as name', '2[["post-create"],{}]'],
    ['an object as name', '2[{"a":1},{}]'],
    ['no name', '2[]'],
    ['a reserved name', '2["disconnect",{}]'],
    ['broken JSON', '2["post-create",{'],
    ['a second connect', '0'],
    ['an unknown type', '9'],
  ])('%s disconnects only that socket', async (_what, frame) => {
    sendRaw(sender, frame);
    await sender.cut();
  });

  it.each([
    '2[7,{}]',
    '2["error",{}]',
    '2["__proto__",{}]',
    '2["hasOwnProperty",{}]',
    '31["x"]',
    '21["post-create",null]',
  ])('odd event %s is acknowledged or ignored', async (frame) => {
    sendRaw(sender, frame);
    expect(await sender.ask('join-room', `user-${senderId}`)).toEqual({ ok: true });
  });

  it('a frame over 64 kB disconnects the socket', async () => {
    sender.socket.emit('post-create', { id: 'x'.repeat(SOCKET_LIMITS.frameMaxBytes) });
    await sender.cut();
  });

  it('a binary frame disconnects the socket, deep or flat', async () => {
    sender.socket.emit('post-create', Buffer.alloc(60_000));
    await sender.cut();
    sender = await connectLiveClient(link.person().party);
    sendRaw(sender, `51-["post-create",${nested(20_000)}]`);
    sendRaw(sender, Buffer.alloc(1));
    await sender.cut();
  });
});

describe('limits', () => {
  it('five unknown events disconnect the socket permanently', async () => {
    for (let times = 1; times < SOCKET_LIMITS.strikes; times += 1)
      expect(await sender.ask('no-such-event', {})).toEqual(INVALID);
    expect(sender.socket.connected).toBe(true);
    sender.socket.emit('no-such-event', {});
    expect(await sender.cut()).toBe('io server disconnect');
  });

  it('a strike is forgiven after a minute', async () => {
    for (let times = 0; times < 10; times += 1) {
      expect(await sender.ask('no-such-event', {})).toEqual(INVALID);
      nowMs += 60_000;
    }
  });

  it('a burst of 60 passes, more are rejected, and 30 per second are allowed again', async () => {
    const burst = () => Promise.all(Array.from({ length: 61 }, () => sender.ask('call-busy', {})));
    const acks = await burst();
    expect(acks.filter((ack) => ack.ok)).toHaveLength(SOCKET_LIMITS.intentsBurst);
    expect(acks.at(-1)).toEqual({ ok: false, code: 'RATE_LIMITED' });
    nowMs += 1_000;
    for (let times = 0; times < SOCKET_LIMITS.intentsPerSecond; times += 1) {
      expect(await sender.ask('call-busy', {})).toEqual(OK);
    }
    expect(await sender.ask('call-busy', {})).toEqual({ ok: false, code: 'RATE_LIMITED' });
  });

  it('signals of calls are counted apart: a burst of 100, then 20 per second', async () => {
    const { signalsBurst, signalsPerSecond } = CALL_LIMITS;
    const ask = (length: number) => Promise.all(Array.from({ length }, () => sender.ask('call-signal', {})));
    const acks = await ask(signalsBurst + 1);
    expect(acks.filter((ack) => ack.ok)).toHaveLength(signalsBurst);
    expect(acks.at(-1)).toEqual({ ok: false, code: 'RATE_LIMITED' });
    expect(await sender.ask('call-busy', {})).toEqual(OK);
    nowMs += 1_000;
    expect((await ask(signalsPerSecond)).every((ack) => ack.ok)).toBe(true);
    expect(await sender.ask('call-signal', {})).toEqual({ ok: false, code: 'RATE_LIMITED' });
  });

  it('a flood of unknown events disconnects the socket', async () => {
    for (let times = 0; times < 1_000; times += 1) sender.socket.emit(`flood-${times}`, { to: 'everyone' });
    await sender.cut();
  });

  it('a flood of frames that are no events disconnects the socket', async () => {
    for (let times = 0; times < 400; times += 1) sendRaw(sender, `3${times}["ack"]`);
    await sender.cut();
  });
});
