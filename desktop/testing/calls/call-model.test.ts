import { expect, it } from 'vitest';
import { SECOND_MS } from '#shared/time.ts';
import { checkCallModel, findViolation } from '../../../backend/testing/call-ablations.ts';
import { advance } from '../../renderer/features/calls/session/call-machine.ts';
import type { CallEffect, CallEvent, CallMachineState } from '../../renderer/features/calls/session/call-state.ts';
import { createMachineClients } from './machine-client.ts';

type Advance = typeof advance;

const SEED = 20_261_126;
/** Each ablation must be found within so many runs. */
const ABLATION_RUNS = 200_000;

it('the machine of the product keeps every invariant with the transitions of the server', async () => {
  const createClient = createMachineClients();
  expect(await findViolation({ seed: SEED, runsMin: 50_000, ms: 10 * SECOND_MS, createClient })).toBeNull();
});

/** The machine without its reaction to some events. */
const ignoring =
  (isIgnored: (event: CallEvent, state: CallMachineState) => boolean): Advance =>
  (state, event) =>
    isIgnored(event, state) ? { state, effects: [] } : advance(state, event);

const isPush = (event: CallEvent, name: string): boolean => event.type === 'push' && event.name === name;

/** The machine reports media with its timer only, not once they arrive. */
const withoutFirstReport: Advance = (state, event) => {
  const { state: after, effects } = advance(state, event);
  const isReported = event.type === 'peer' && event.event.type === 'media';
  const isKept = (effect: CallEffect): boolean => effect.type !== 'emit' || effect.name !== 'call-alive';
  return { state: after, effects: isReported ? effects.filter(isKept) : effects };
};

/** The machine forgets the call of the document before. */
const withoutReturn: Advance = (state, event) => advance({ ...state, kept: null }, event);

const ABLATIONS: [name: string, changed: Advance][] = [
  ['the server is not asked after a reconnect', ignoring(({ type }) => type === 'linked')],
  ['a refused call goes on', ignoring(({ type }) => type === 'invited')],
  ['an answer on another device is ignored', ignoring((event) => isPush(event, 'call-elsewhere'))],
  ['an end of the server is ignored', ignoring((event) => isPush(event, 'call-ended'))],
  ['the state of the server is ignored', ignoring((event) => isPush(event, 'call-state'))],
  [
    'an answer is not repeated while the call still rings',
    ignoring((event, { call }) => call?.step === 'answering' && isPush(event, 'call-state')),
  ],
  [
    'a device does not report that it is in a call',
    ignoring((event) => event.type === 'timer' && event.timer === 'alive'),
  ],
  ['the server does not learn at once that media arrive', withoutFirstReport],
  ['a page that was loaded again does not come back', withoutReturn],
];

it.each(ABLATIONS)('finds that %s', (_name, changed) => {
  const createClient = createMachineClients(changed);
  expect(checkCallModel({ runs: ABLATION_RUNS, seed: SEED, createClient })).toMatchObject({ isFailed: true });
});
