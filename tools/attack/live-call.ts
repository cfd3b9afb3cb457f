import { randomUUID } from 'node:crypto';
import { connectLiveClient, type LiveClient } from '../../backend/testing/two-clients.ts';
import type { Attempts } from './attempts.ts';
import type { World } from './world.ts';

const ATTACKERS = ['stranger', 'blocked', 'creator', 'institution', 'peer'] as const;
const MARK = 'spoofed-in-a-call';

/** The ids of a call. */
interface CallIds {
  callerId: string;
  calleeId: string;
  callId: string;
}

/**
 * Lets the victims call each other, and others, who know every id, take part: while it rings, and while they talk. No
 * intent may be acknowledged, no frame may reach a victim or come from the call, and the call must go on.
 */
export async function attackCall({ instance: { url }, victims, actors }: World, attempts: Attempts): Promise<void> {
  const connect = ({ cookie }: { cookie: string }): Promise<LiveClient> => connectLiveClient({ url, cookie });
  const [caller, callee] = [await connect(victims[0].client), await connect(victims[1].client)];
  const third: [string, LiveClient][] = [];
  for (const name of ATTACKERS) {
    const actor = actors.get(name);
    if (actor) third.push([name, await connect(actor.client)]);
  }
  const ids = { callerId: victims[0].ids.user, calleeId: victims[1].ids.user, callId: randomUUID() };
  const rings = await caller.ask('incoming-call', { ...ids, callerName: 'x', callType: 'video' });
  attempts.refuse(`the victims cannot call each other: ${JSON.stringify(rings)}`, !rings.ok);
  if (!rings.ok) return;
  await callee.next('incoming-call');
  const parties = [caller, callee].map(({ hello }) => String(hello['partyId']));
  for (const [name, live] of third) await takePart(live, { name: `${name}, while it rings`, ids, parties }, attempts);
  const accepts = await callee.ask('call-accepted', { ...ids, calleeName: 'x' });
  attempts.refuse(`a call cannot be accepted after the attack: ${JSON.stringify(accepts)}`, !accepts.ok);
  for (const [name, live] of third) await takePart(live, { name: `${name}, in the call`, ids, parties }, attempts);
  const alive = await caller.ask('call-alive', { callId: ids.callId, isReceiving: true });
  attempts.refuse(`the call has ended: ${JSON.stringify(alive)}`, !alive.ok);
  for (const live of [caller, callee])
    attempts.refuse(
      'a victim received a text of a third party in a call',
      live.frames.some(({ payload }) => JSON.stringify(payload).includes(MARK)),
    );
  for (const [name, live] of third) {
    const heard = live.frames.filter(({ payload }) => JSON.stringify(payload ?? null).includes(ids.callId));
    // What the own question about a call is answered with names the call that was asked about.
    const foreign = heard.filter(({ name: push, payload }) => push !== 'call-state' || isOpen(payload));
    attempts.refuse(`${name} received ${foreign[0]?.name ?? ''} of a call of others`, foreign.length > 0);
    live.close();
  }
  await caller.ask('call-ended', ids);
  for (const live of [caller, callee]) live.close();
}

/** Whether a state of a call says that it goes on. */
function isOpen({ state, status }: Record<string, unknown>): boolean {
  return [state, status].some((value) => value === 'ringing' || value === 'active');
}

/** Sends every intent of calls with the real ids, as itself and as one of the two. */
async function takePart(
  live: LiveClient,
  { name, ids, parties }: { name: string; ids: CallIds; parties: readonly string[] },
  attempts: Attempts,
): Promise<void> {
  const signal = { type: 'offer', sdp: MARK };
  const intents: [string, object | string][] = [
    ['incoming-call', { ...ids, callerName: MARK, callType: 'video' }],
    ['incoming-call-received', ids],
    ['call-accepted', { ...ids, calleeName: MARK }],
    ['call-rejected', { ...ids, calleeName: MARK }],
    ['call-busy', ids],
    ['call-ended', ids],
    ...parties.map((partyId): [string, object] => ['call-signal', { ...ids, partyId, signal }]),
    ['call-alive', { callId: ids.callId, isReceiving: true }],
    ['call-away', { callId: ids.callId }],
    ['call-sync', { callId: ids.callId }],
    ['join-room', `call-${ids.callId}`],
  ];
  for (const [intent, argument] of intents) {
    if (!live.socket.connected) return;
    const acknowledged = await live.ask(intent, argument).catch(() => ({ ok: false }));
    attempts.refuse(`${intent} as ${name} was acknowledged`, acknowledged.ok);
  }
}
