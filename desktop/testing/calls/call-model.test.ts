import { expect, it } from 'vitest';
import { SECOND_MS } from '#shared/time.ts';
import { checkCallModel, findViolation } from '../../../backend/testing/call-ablations.ts';
import { advance } from '../../renderer/features/calls/session/call-machine.ts';
import type { CallEvent, CallMachineState } from '../../renderer/features/calls/session/call-state.ts';
import { createMachineClients } from './machine-client.ts';

const SEED = 20_261_124;
/** Each ablation must be found within so many runs. */
const ABLATION_RUNS = 50_000;

it('the machine of the product keeps every invariant with the transitions of the server', async () => {
  const createClient = createMachineClients();
  expect(await findViolation({ seed: SEED, runsMin: 50_000, ms: 10 * SECOND_MS, createClient })).toBeNull();
});

const isPush = (event: CallEvent, name: string): boolean => event.type === 'push' && event.name === name;

/** What the machine does not handle, and the model must find. */
const ABLATIONS: [name: string, isIgnored: (event: CallEvent, state: CallMachineState) => boolean][] = [
  ['the server is not asked after a reconnect', ({ type }) => type === 'linked'],
  ['a refused call goes on', ({ type }) => type === 'invited'],
  ['an answer on another device is ignored', (event) => isPush(event, 'call-elsewhere')],
  ['an end of the server is ignored', (event) => isPush(event, 'call-ended')],
  ['the state of the server is ignored', (event) => isPush(event, 'call-state')],
  [
    'an answer is not repeated while the call still rings',
    (event, { call }) => call?.step === 'answering' && isPush(event, 'call-state'),
  ],
];

it.each(ABLATIONS)('finds that %s', (_name, isIgnored) => {
  const createClient = createMachineClients((state, event) =>
    isIgnored(event, state) ? { state, effects: [] } : advance(state, event),
  );
  expect(checkCallModel({ runs: ABLATION_RUNS, seed: SEED, createClient })).toMatchObject({ isFailed: true });
});
