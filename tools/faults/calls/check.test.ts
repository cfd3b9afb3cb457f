import { expect, it } from 'vitest';
import { checkCalls, type CallRecord, type StoredCall } from './check.ts';

const record = (steps: CallRecord['steps'], dropped: string | null = null): CallRecord => ({
  callId: 'c1',
  steps,
  dropped,
});
const row = (fields: Partial<StoredCall> = {}): StoredCall => ({
  id: 'c1',
  isAnswered: true,
  endReason: 'completed',
  messages: 1,
  ...fields,
});
const whole = record(['invited', 'answered', 'hung up']);

it.each<[string, CallRecord, StoredCall]>([
  ['a call', whole, row()],
  ['one that was declined', record(['invited', 'declined']), row({ isAnswered: false, endReason: 'declined' })],
  ['one that was cancelled', record(['invited', 'cancelled']), row({ isAnswered: false, endReason: 'cancelled' })],
  ['one that rang too long', record(['invited', 'gave up']), row({ isAnswered: false, endReason: 'no-answer' })],
  ['one whose answer was acknowledged in vain', record(['invited', 'gave up']), row()],
])('accepts %s', (_what, made, stored) => {
  expect(checkCalls([made], [stored])).toEqual([]);
});

it.each<[string, CallRecord[], StoredCall[]]>([
  ['ended by itself', [record(['invited', 'answered'], 'lost')], [row({ endReason: 'lost' })]],
  ['is not in the history', [whole], []],
  ['was started by no device', [], [row()]],
  ['is stored as lost', [whole], [row({ endReason: 'lost' })]],
  ['is stored as open', [whole], [row({ endReason: null })]],
  ['without its answer', [whole], [row({ isAnswered: false })]],
  ['has 0 messages', [whole], [row({ messages: 0 })]],
  ['has 2 messages', [whole], [row({ messages: 2 })]],
  ['is stored as declined', [record(['invited', 'cancelled'])], [row({ isAnswered: false, endReason: 'declined' })]],
  ['is stored as completed', [record(['invited', 'declined'])], [row()]],
])('finds a call that %s', (what, records, stored) => {
  expect(checkCalls(records, stored).join()).toContain(what);
});
