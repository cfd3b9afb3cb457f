import { expect, it } from 'vitest';
import { listEffects } from '../../../../testing/calls/effect-texts.ts';
import {
  CALLER_ACTIVE,
  CONNECTED,
  IS_CONNECTED,
  OUT,
  peer,
  push,
  stateOf,
  timer,
  walk,
  type Row,
} from '../../../../testing/calls/machine-steps.ts';
import type { SentMedia } from '../slice.ts';
import type { CallEvent } from './call-state.ts';

const MUTED = { type: 'media-state', audio: false, video: true, screen: false } as const;
/** The other side reports what it sends. */
const peerMedia = (media: SentMedia = MUTED): CallEvent => ({
  type: 'peer',
  partyId: 'b1',
  event: { type: 'media-state', media },
});
const NOTHING = { audio: false, video: false, screen: false };
const ANNOUNCED = ['stop announce', 'toast accepted', 'start error 10000'];

const ROWS: readonly Row[] = [
  [
    'says nothing of a call that is not established',
    CALLER_ACTIVE,
    peerMedia(),
    'active.connecting',
    ['start error 10000'],
  ],
  [
    'says nothing of a side whose devices may be refused',
    CALLER_ACTIVE,
    peer('established'),
    'active.connecting',
    ['start error 10000'],
  ],
  [
    'says that the call is connected',
    [...CALLER_ACTIVE, peer('established')],
    peerMedia(),
    'active.connecting',
    ANNOUNCED,
  ],
  [
    'says so when the connection is the last',
    [...CALLER_ACTIVE, peerMedia()],
    peer('established'),
    'active.connecting',
    ANNOUNCED,
  ],
  [
    'says so once',
    [...CALLER_ACTIVE, peer('established'), peerMedia()],
    peerMedia(),
    'active.connecting',
    ['start error 10000'],
  ],
  [
    'says so by what the server passes on',
    [...CALLER_ACTIVE, peer('established')],
    push('call-signal', { ...OUT, partyId: 'b1', signal: MUTED }),
    'active.connecting',
    ANNOUNCED,
  ],
  [
    'waits two seconds for a prompt of the other side',
    [...CALLER_ACTIVE, peer('established')],
    timer('announce'),
    'active.connecting',
    ANNOUNCED.slice(0, 2),
  ],
  ['does not say so after two seconds without a connection', CALLER_ACTIVE, timer('announce'), 'active.connecting', []],
  [
    'does not say so of a side that refuses',
    [...CALLER_ACTIVE, peer('established')],
    push('call-rejected', { ...OUT, calleeName: '', reason: 'media' }),
    'idle',
    ['emit call-ended completed', 'end media-callee', 'toast no-media'],
  ],
  [
    'says only once that it is connected',
    [...CALLER_ACTIVE, peer('established'), peerMedia()],
    peer('media'),
    'active.connected',
    IS_CONNECTED,
  ],
  [
    'is connected to a side that sends nothing',
    [...CALLER_ACTIVE, peer('established')],
    peerMedia(NOTHING),
    'active.connected',
    ['stop announce', 'toast accepted', ...IS_CONNECTED],
  ],
  [
    'is connected to a side that sends nothing, which says so late',
    [...CALLER_ACTIVE, peer('established'), timer('announce')],
    peerMedia(NOTHING),
    'active.connected',
    IS_CONNECTED,
  ],
  [
    'is not connected to a side that sends nothing without a connection',
    CALLER_ACTIVE,
    peerMedia(NOTHING),
    'active.connecting',
    ['start error 10000'],
  ],
  [
    'is connected again to a side that sends nothing by a new connection',
    [...CONNECTED, peer('renewed'), peer('established')],
    peerMedia(NOTHING),
    'active.connected',
    IS_CONNECTED,
  ],
  [
    'is not connected again by what a side says that stalls',
    [...CONNECTED, peer('stalled')],
    peerMedia(NOTHING),
    'active.reconnecting',
    [],
  ],
];

it.each(ROWS)('%s', (_row, before, event, expected, effects) => {
  const { state: after, effects: found } = walk([...before, event]);
  expect([stateOf(after), ...listEffects(found)]).toEqual([expected, ...effects]);
});
