import { describe, expect, it } from 'vitest';
import { listEffects } from '../../../../testing/calls/effect-texts.ts';
import {
  ANSWERING,
  AT,
  BEN,
  CALLEE_CONNECTED,
  CALLER_ACTIVE,
  CONNECTED,
  IN,
  INCOMING,
  IS_CONNECTED,
  ME,
  OUT,
  OUTGOING,
  REPORT,
  dial,
  incoming,
  peer,
  push,
  state,
  stateOf,
  timer,
  walk,
  type Row,
} from '../../../../testing/calls/machine-steps.ts';
import type { KeptCall } from '../kept-call.ts';
import { advance } from './call-machine.ts';
import { keptOf } from './call-return.ts';
import { idleState, type CallEvent } from './call-state.ts';

const KEPT: KeptCall = {
  callId: 'call',
  photo: '/photo',
  route: 'relay',
  media: { audio: false, video: true, screen: false },
  returns: 1,
};
const AS_CALLEE = state({ ...IN, role: 'callee', callerName: BEN.name, calleeName: 'Ana' });
const BACK = ['choose-peer b1', 'open-media', 'start dead 30000', ...REPORT];
/** The callee asks for a new connection since its page was loaded again. */
const reloaded = (no?: number): CallEvent =>
  push('call-signal', { ...OUT, partyId: 'b1', signal: { type: 'restart', cause: 'reload', ...(no && { no }) } });
const LOST = ['toast unstable', 'start dead 30000'];

function come(events: readonly CallEvent[], kept: KeptCall | null = KEPT) {
  let at = advance(idleState(ME, kept), events[0] as CallEvent);
  for (const event of events.slice(1)) at = advance(at.state, event);
  return { ...at, texts: [stateOf(at.state), ...listEffects(at.effects)] };
}

describe('a page that was loaded again in a call', () => {
  it('comes back as caller, and makes the connection', () => {
    const { state: after, texts } = come([state()]);
    expect(texts).toEqual(['active.reconnecting', ...BACK]);
    expect(after.call).toMatchObject({
      role: 'caller',
      peer: { ...BEN, photo: '/photo' },
      peerPartyId: 'b1',
      answeredAt: AT,
      route: 'relay',
      media: KEPT.media,
      returns: 1,
    });
  });

  it('comes back as callee, and asks for the connection until it has media', () => {
    const { state: after, effects, texts } = come([AS_CALLEE]);
    expect(texts).toEqual(['active.reconnecting', ...BACK, 'emit call-signal restart', 'start restart 5000']);
    expect(after.call?.peer.name).toBe(BEN.name);
    const asked = { payload: { signal: { type: 'restart', cause: 'reload', no: 1 }, partyId: 'b1' } };
    expect(effects.find((effect) => effect.type === 'emit' && effect.name === 'call-signal')).toMatchObject(asked);
    expect(come([AS_CALLEE, timer('restart')]).effects).toMatchObject([asked, {}]);
    expect(come([AS_CALLEE, peer('media')]).texts).toEqual(['active.connected', ...IS_CONNECTED]);
    const { effects: later } = come([AS_CALLEE, peer('media'), timer('restart'), { type: 'network' }]);
    expect(later).toMatchObject([{ payload: { signal: { type: 'restart', cause: 'network' } } }, {}]);
  });

  it('asks for the state of its call when the link is live, until it has called someone', () => {
    expect(come([{ type: 'linked' }]).texts).toEqual(['idle', 'emit call-sync']);
    expect(come([{ type: 'linked' }], null).texts).toEqual(['idle']);
    expect(come([dial(), { type: 'hang-up' }, { type: 'linked' }]).texts).toEqual(['idle']);
  });

  it('comes back once, and into no other call', () => {
    const ended = ['idle', 'emit call-ended completed'];
    expect(come([state({ callId: 'other' })]).texts).toEqual(ended);
    expect(come([state()], null).texts).toEqual(ended);
    expect(come([state(), { type: 'hang-up' }, state()]).texts).toEqual(ended);
    expect(come([dial('voice', 'new'), state()]).texts).toEqual(['outgoing.inviting', ...ended.slice(1)]);
    // Also not once the new call is over.
    expect(come([dial('voice', 'new'), { type: 'hang-up' }, state()]).texts).toEqual(ended);
    expect(come([state({ mine: false })]).texts).toEqual(['idle']);
    expect(come([state({ state: 'ended' })]).texts).toEqual(['idle']);
    expect(come([state({ state: 'ringing' })]).texts).toEqual(['idle', 'emit call-ended cancelled']);
  });

  it('ends when the other side does not come, and rings for others before', () => {
    expect(come([state(), timer('dead')]).texts[0]).toBe('idle');
    expect(come([incoming({ callId: 'new' })]).texts[0]).toBe('incoming.ringing');
  });

  it('keeps for the next document what was on, but no screen', () => {
    const { call } = walk([...CONNECTED, { type: 'toggle', media: 'screen' }]).state;
    const media = { audio: true, video: true, screen: false };
    expect(call && keptOf(call)).toEqual({ callId: 'call', photo: null, route: 'direct', media, returns: 1 });
    const again = come([state()]).state.call;
    expect(again && keptOf(again)).toMatchObject({ returns: 2 });
  });
});

const ROWS: readonly Row[] = [
  [
    'leaves an outgoing call',
    OUTGOING,
    { type: 'leave', mayReturn: false },
    'idle',
    ['emit call-ended cancelled', 'end cancelled'],
  ],
  [
    'leaves an active call',
    CONNECTED,
    { type: 'leave', mayReturn: false },
    'idle',
    ['bye', 'emit call-ended completed', 'end completed'],
  ],
  [
    'leaves an active call for a while',
    CONNECTED,
    { type: 'leave', mayReturn: true },
    'active.connected',
    ['away', 'emit call-away'],
  ],
  [
    'cancels an outgoing call into which it cannot come back',
    OUTGOING,
    { type: 'leave', mayReturn: true },
    'idle',
    ['emit call-ended cancelled', 'end cancelled'],
  ],
  ['leaves a ringing call to other devices', INCOMING, { type: 'leave', mayReturn: false }, 'idle', ['end no-answer']],
  [
    'leaves while answering',
    ANSWERING,
    { type: 'leave', mayReturn: false },
    'idle',
    ['emit call-ended completed', 'end completed'],
  ],
  [
    'shows at once that the other side may come back',
    CONNECTED,
    peer('away'),
    'active.reconnecting',
    [...LOST, ...REPORT],
  ],
  [
    'renews the connection for a callee who was away',
    [...CONNECTED, peer('away')],
    reloaded(1),
    'active.reconnecting',
    ['renew-peer b1'],
  ],
  ['does so once', [...CONNECTED, reloaded(1)], reloaded(1), 'active.connected', []],
  ['does so again the next time', [...CONNECTED, reloaded(1)], reloaded(2), 'active.connected', ['renew-peer b1']],
  ['does so for a device that does not count', CONNECTED, reloaded(), 'active.connected', ['renew-peer b1']],
  [
    'leaves that to the caller',
    CALLEE_CONNECTED,
    push('call-signal', { ...IN, partyId: 'b1', signal: { type: 'restart', cause: 'reload', no: 1 } }),
    'active.connected',
    [],
  ],
  [
    'reconnects by a new connection',
    CONNECTED,
    peer('renewed'),
    'active.reconnecting',
    [...LOST, 'stop closed', 'stop restart', ...REPORT],
  ],
  [
    'reconnects by a new connection as callee',
    [...CALLEE_CONNECTED, peer('away')],
    peer('renewed'),
    'active.reconnecting',
    ['stop closed', 'stop restart'],
  ],
  [
    'waits again for the first media of a new connection',
    CALLER_ACTIVE,
    peer('renewed'),
    'active.connecting',
    ['stop closed', 'stop restart', 'start error 10000'],
  ],
  [
    'is connected by the media of a new connection',
    [...CONNECTED, peer('renewed')],
    peer('media'),
    'active.connected',
    IS_CONNECTED,
  ],
];

it.each(ROWS)('%s', (_row, before, event, expected, effects) => {
  const { state: after, effects: found } = walk([...before, event]);
  expect([stateOf(after), ...listEffects(found)]).toEqual([expected, ...effects]);
});
