import { randomUUID } from 'node:crypto';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { IntentMap } from '#shared/realtime/index.ts';
import { connectLiveClient, type LiveClient, type LiveParty } from '../../backend/testing/two-clients.ts';
import type { Actor } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { HonestMember } from './honest-member.ts';
import { watchPushes } from './pushes.ts';
import type { RecordIds } from './records.ts';
import { sendRequest } from './request.ts';
import { describeChange, diffRows } from './rows.ts';
import type { World } from './world.ts';

const ATTACKERS = ['stranger', 'blocked', 'creator'] as const;
/** Part of what the attackers send; no push may contain it. */
const MARK = 'spoofed-by-an-attacker';
const EVIL = 'https://evil.example';
const NESTED_LEVELS = 5_000;
/** Sockets that flood, their loopback address, and what each sends. */
const FLOOD = { sockets: 8, from: '127.0.0.66', intents: 3_000, handshakes: 400 } as const;
/** How long a socket may stay open after its last strike. */
const CUT_MS = 60_000;

/** Names that only the server sends, and names of nothing. */
const NOT_INTENTS = ['post-updated', 'notification', 'hello', 'connection-updated', 'no-such-event', '__proto__'];

/**
 * Arguments of every intent that name records of a victim. An intent whose valid form is the sender's own right, and
 * that names no record, is null.
 */
const FOREIGN: { [Name in keyof IntentMap]: ((ids: RecordIds) => unknown[]) | null } = {
  'join-room': ({ user }) => [`user-${user}`],
  'leave-room': ({ user }) => [`call-${user}`],
  'join-rooms': ({ user }) => [[`user-${user}`]],
  'leave-rooms': ({ user }) => [[`call-${user}`]],
  'post-create': ({ post }) => [{ id: post, content: MARK }],
  'post-update': ({ post }) => [{ id: post, content: MARK }],
  'new-comment': ({ comment }) => [{ id: comment, content: MARK }],
  'connection-create': ({ request }) => [{ id: request, status: 'accepted' }],
  'connection-update': ({ request }) => [{ id: request, status: 'accepted' }],
  'event-create': ({ event }) => [{ id: event, title: MARK }],
  'event-update': ({ event }) => [{ id: event, title: MARK }],
  'advertisement-create': ({ advertisement }) => [{ id: advertisement, title: MARK }],
  'advertisement-update': ({ reviewedAd }) => [{ id: reviewedAd, state: 'active' }],
  'profile-update': ({ user }) => [{ id: user, fullName: MARK }],
  message: ({ user, message }) => [`user-${user}`, { clientId: randomUUID(), content: MARK, replyToId: message }],
  'new-message': ({ message }) => [{ id: message, content: MARK }],
  typing: ({ conversation }) => [{ conversationId: conversation }],
  presence: null,
  'course-create': ({ course }) => [{ id: course, title: MARK }],
  'course-update': ({ course }) => [{ id: course, title: MARK }],
  'incoming-call': ({ user }) => [{ callerId: user, calleeId: user, callerName: MARK, callType: 'video' }],
  'incoming-call-received': ({ user }) => [callOf(user)],
  'call-accepted': ({ user }) => [{ ...callOf(user), calleeName: MARK }],
  'call-rejected': ({ user }) => [{ ...callOf(user), calleeName: MARK }],
  'call-busy': ({ user }) => [callOf(user)],
  'call-ended': ({ user }) => [callOf(user)],
  'call-signal': ({ user }) => [{ ...callOf(user), partyId: user, signal: { type: 'offer', sdp: MARK } }],
  'call-alive': ({ user }) => [{ callId: user, isReceiving: true }],
  'call-away': ({ user }) => [{ callId: user }],
  'call-sync': ({ user }) => [{ callId: user }],
};

/** A call of a victim. */
function callOf(user: string) {
  return { callerId: user, calleeId: user, callId: user };
}

/** Arguments of the wrong shape for any intent. */
const MALFORMED: readonly ((ids: RecordIds) => unknown[])[] = [
  ({ user }) => [{ id: user, senderId: user, room: 'members', to: '*', html: MARK }],
  ({ user }) => [['*', 'members', `user-${user}`], [MARK]],
  () => [{ id: { $ne: MARK }, conversationId: 7, content: { MARK } }],
  () => [],
  () => [MARK, MARK, MARK],
];

/**
 * Sends every intent with records of the victims, valid and malformed, floods the server with frames and handshakes,
 * and connects from other origins. The victims' sockets must receive nothing and their rows must stay, while an honest
 * member is served. At last the attackers listen to what the victims do.
 */
export async function attackSockets(world: World, attempts: Attempts): Promise<void> {
  const { instance, victims, actors, rows } = world;
  await instance.useLimits('real');
  const links = await Promise.all(
    victims.map(({ client }) => connectLiveClient({ url: instance.url, cookie: client.cookie })),
  );
  const before = await rows.read();
  const honest = new HonestMember(world);
  await honest.start();
  await connectWrongly(world, attempts);
  for (const name of ATTACKERS) {
    const actor = actors.get(name);
    if (actor) await sendIntents(world, actor, attempts);
  }
  await joinForeignRooms(world, attempts);
  const stranger = actors.get('stranger');
  if (stranger) await flood(world, stranger, attempts);
  attempts.record(await honest.stop());
  // Acknowledged after everything that was pushed before.
  for (const [index, link] of links.entries()) attempts.record(await judgeVictim(link, victims[index]?.ids.user ?? ''));
  for (const link of links) link.close();
  await rows.settle();
  attempts.record(diffRows(before, await rows.read()).map((change) => `an intent: ${describeChange(change)}`));
  await watchPushes(world, attempts);
  attempts.notes.push(honest.describe());
}

/** Handshakes of another site, of no one, and with a cookie that the server has not signed. */
async function connectWrongly({ instance: { url }, victims }: World, attempts: Attempts): Promise<void> {
  const { cookie } = victims[0].client;
  const unsigned = cookie.replace(/(sid=[^.;]+\.)[^;]+/, '$1x');
  const wrong: Record<string, Omit<LiveParty, 'url'>> = {
    'a handshake of another site': { cookie, origin: EVIL },
    'a handshake of another port': { cookie, origin: 'http://127.0.0.1:1' },
    'a handshake of a sandbox': { cookie, origin: 'null' },
    'a handshake without a session': { cookie: '' },
    'a handshake with a forged cookie': { cookie: unsigned },
  };
  for (const [what, party] of Object.entries(wrong))
    for (const transport of ['websocket', 'polling'] as const) {
      const link = await connectLiveClient({ url, ...party, transports: [transport] }).catch(() => null);
      attempts.refuse(`${what} by ${transport}`, link !== null);
      link?.close();
    }
  // A browser sends no Origin with a same-origin GET only.
  for (const headers of [{ cookie }, { cookie, origin: url, 'sec-fetch-site': 'cross-site' }]) {
    const { status } = await sendRequest(url, {
      method: 'GET',
      path: '/socket.io/?EIO=4&transport=polling',
      headers: headers as Record<string, string>,
    });
    attempts.refuse(`a handshake with ${JSON.stringify(Object.keys(headers))}`, status < 400);
  }
}

/** Sends each intent on a socket of its own, because strikes end a socket. */
async function sendIntents(world: World, actor: Actor, attempts: Attempts): Promise<void> {
  const { instance, victims } = world;
  for (const [name, argumentsOf] of [...Object.entries(FOREIGN), ...NOT_INTENTS.map((name) => [name, null] as const)]) {
    const link = await connectLiveClient({ url: instance.url, cookie: actor.client.cookie });
    for (const { ids } of argumentsOf ? victims : []) {
      const acknowledged = await link.ask(name, ...(argumentsOf?.(ids) ?? []));
      attempts.refuse(`${name} as ${actor.name} was acknowledged`, acknowledged.ok);
    }
    for (const make of MALFORMED) link.socket.emit(name, ...make(victims[0].ids));
    const engine = link.socket.io.engine as unknown as { write(data: string): void };
    engine.write(`2["${name}",${'['.repeat(NESTED_LEVELS)}${']'.repeat(NESTED_LEVELS)}]`);
    link.socket.emit(name, { content: 'x'.repeat(SOCKET_LIMITS.frameMaxBytes * 2) });
    link.socket.emit(name, Buffer.from(MARK));
    attempts.refuse(`${name} as ${actor.name}: the socket stays open after hostile frames`, !(await isCut(link)));
    link.close();
  }
}

/** Waits until the server has cut a socket. Returns false when it has not in time. */
function isCut(link: LiveClient): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), CUT_MS).unref());
  return Promise.race([link.cut().then(() => true), late]);
}

/** Rooms of what a user cannot read, one on each socket. */
async function joinForeignRooms({ instance, victims, actors }: World, attempts: Attempts): Promise<void> {
  const rooms: Record<string, readonly string[]> = {
    blocked: victims.flatMap(({ ids }) => [`post-${ids.post}`, `event-${ids.event}`, `user-${ids.user}`]),
    creator: [...victims.flatMap(({ ids }) => [`post-${ids.post}`, `event-${ids.event}`]), 'feed'],
    stranger: victims.flatMap(({ ids }) => [`user-${ids.user}`, `call-${ids.user}`]),
  };
  for (const [name, names] of Object.entries(rooms)) {
    const client = actors.get(name as 'blocked')?.client;
    for (const room of names) {
      const link = await connectLiveClient({ url: instance.url, cookie: client?.cookie ?? '' });
      for (const [intent, argument] of [
        ['join-room', room],
        ['join-rooms', [room]],
      ] as const)
        attempts.refuse(`${intent} ${room.split('-')[0]} as ${name}`, (await link.ask(intent, argument)).ok);
      link.close();
    }
  }
}

/** Floods with intents on several sockets, which are cut, and with handshakes from another address. */
async function flood({ instance }: World, { client }: Actor, attempts: Attempts): Promise<void> {
  const links = await Promise.all(
    Array.from({ length: FLOOD.sockets }, () => connectLiveClient({ url: instance.url, cookie: client.cookie })),
  );
  for (const { socket } of links)
    for (let turn = 0; turn < FLOOD.intents; turn += 1) socket.emit('typing', { conversationId: MARK });
  const handshakes = await Promise.all(
    Array.from({ length: FLOOD.handshakes }, () =>
      sendRequest(instance.url, {
        method: 'GET',
        path: '/socket.io/?EIO=4&transport=polling',
        headers: { origin: instance.url },
        from: FLOOD.from,
      }),
    ),
  );
  for (const { status } of handshakes) attempts.refuse('a handshake of no one in a flood', status < 400);
  attempts.tried += FLOOD.sockets * FLOOD.intents;
  for (const link of links) {
    attempts.refuse('a flood of intents does not cut its socket', !(await isCut(link)));
    link.close();
  }
}

/** Returns what a victim has received although neither of them has done anything. */
async function judgeVictim(link: LiveClient, userId: string): Promise<string[]> {
  const acknowledged = link.socket.connected ? await link.ask('join-room', `user-${userId}`) : { ok: false };
  const findings = acknowledged.ok ? [] : ['the live link of a victim was cut'];
  for (const { name, payload } of link.frames) {
    // Members who connect and disconnect; the server makes these pushes.
    if (name !== 'presence') findings.push(`a victim received ${name}`);
    if (JSON.stringify(payload).includes(MARK)) findings.push(`a victim received a text of an attacker in ${name}`);
  }
  return findings;
}
