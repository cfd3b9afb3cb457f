import { expect, it } from 'vitest';
import { listEffects } from '../../../../testing/calls/effect-texts.ts';
import {
  CALLEE_CONNECTED,
  CALLER_ACTIVE,
  CONNECTED,
  IS_CONNECTED,
  OUT,
  RESTART,
  peer,
  push,
  stateOf,
  timer,
  walk,
  type Row,
} from '../../../../testing/calls/machine-steps.ts';

const ROWS: readonly Row[] = [
  [
    'restarts ICE as caller after a stall',
    CONNECTED,
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', ...RESTART],
  ],
  [
    'asks the caller to restart ICE',
    CALLEE_CONNECTED,
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', 'emit call-signal restart', 'start restart 5000'],
  ],
  [
    'waits for a stall when ICE is disconnected',
    CONNECTED,
    peer('unstable'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', 'start restart 5000'],
  ],
  ['shows one toast for an episode', [...CONNECTED, peer('unstable')], peer('stalled'), 'active.reconnecting', RESTART],
  ['restarts again after 5 s', [...CONNECTED, peer('stalled')], timer('restart'), 'active.reconnecting', RESTART],
  [
    'restarts five times',
    [...CONNECTED, peer('stalled'), ...Array.from({ length: 4 }, () => timer('restart'))],
    timer('restart'),
    'active.reconnecting',
    [],
  ],
  [
    'restarts after many changes of the network while it was connected',
    [...CONNECTED, ...Array.from({ length: 5 }, () => [{ type: 'network' } as const, timer('restart')]).flat()],
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', ...RESTART],
  ],
  [
    'restarts when the callee asks',
    CONNECTED,
    push('call-signal', { ...OUT, partyId: 'b1', signal: { type: 'restart' } }),
    'active.connected',
    RESTART,
  ],
  ['restarts when the network changes', CONNECTED, { type: 'network' }, 'active.connected', RESTART],
  [
    'restarts at once when the network changes before a stall is noticed',
    [...CONNECTED, peer('unstable')],
    { type: 'network' },
    'active.reconnecting',
    RESTART,
  ],
  [
    'leaves a call that is not yet connected as it is when the network changes',
    CALLER_ACTIVE,
    { type: 'network' },
    'active.connecting',
    [],
  ],
  ['collects changes of the network', [...CONNECTED, { type: 'network' }], { type: 'network' }, 'active.connected', []],
  [
    'restarts after collected changes',
    [...CONNECTED, { type: 'network' }, { type: 'network' }],
    timer('restart'),
    'active.connected',
    RESTART,
  ],
  [
    'restarts after a stall at once when changes were collected',
    [...CONNECTED, { type: 'network' }, { type: 'network' }],
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', ...RESTART],
  ],
  [
    'restarts at once when the network changes while the connection is lost',
    [...CONNECTED, peer('stalled')],
    { type: 'network' },
    'active.reconnecting',
    RESTART,
  ],
  [
    'restarts when the network changes after five restarts in vain',
    [...CONNECTED, peer('stalled'), ...Array.from({ length: 5 }, () => timer('restart'))],
    { type: 'network' },
    'active.reconnecting',
    RESTART,
  ],
  [
    'asks the caller at once when the network of the callee changes',
    [...CALLEE_CONNECTED, peer('stalled')],
    { type: 'network' },
    'active.reconnecting',
    ['emit call-signal restart', 'start restart 5000'],
  ],
  ...(
    [
      ['restarts at once when the network of the callee has changed', { cause: 'network' }, RESTART],
      ['collects what the callee asks', {}, []],
    ] as const
  ).map(([row, more, effects]): Row => {
    const signal = { type: 'restart', ...more } as const;
    const asked = push('call-signal', { ...OUT, partyId: 'b1', signal });
    return [row, [...CONNECTED, peer('stalled')], asked, 'active.reconnecting', effects];
  }),
  ['is connected again', [...CONNECTED, peer('stalled')], peer('flowing'), 'active.connected', IS_CONNECTED],
  [
    'ends when the connection does not come back',
    [...CONNECTED, peer('stalled')],
    timer('dead'),
    'idle',
    ['bye', 'emit call-ended lost', 'end lost', 'toast lost'],
  ],
];

it.each(ROWS)('%s', (_row, before, event, expected, effects) => {
  const { state: after, effects: found } = walk([...before, event]);
  expect([stateOf(after), ...listEffects(found)]).toEqual([expected, ...effects]);
});

it.each([
  ['arrives', [...CALLER_ACTIVE, peer('media')], true],
  ['arrives again', [...CONNECTED, peer('stalled'), peer('flowing')], true],
  ['does not arrive', [...CONNECTED, peer('stalled'), timer('alive')], false],
])('reports at once that media %s', (_what, events, isReceiving) => {
  expect(walk(events).effects).toContainEqual({
    type: 'emit',
    name: 'call-alive',
    payload: { callId: 'call', isReceiving },
  });
});

it.each([
  ['by a change of its network', { type: 'network' } as const, 'network'],
  ['by a stall', peer('stalled'), undefined],
])('says whether it asks the caller %s', (_why, event, cause) => {
  const { effects } = walk([...CALLEE_CONNECTED, event]);
  const asked = effects.find((effect) => effect.type === 'emit' && effect.name === 'call-signal');
  expect(asked).toMatchObject({ payload: { signal: { type: 'restart', ...(cause && { cause }) } } });
  expect(JSON.stringify(asked).includes('cause')).toBe(cause !== undefined);
});
