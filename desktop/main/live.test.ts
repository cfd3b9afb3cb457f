import { expect, it } from 'vitest';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { isOfCalls } from './core/call-names.ts';
import { liveHandlers } from './live.ts';

function open(hasCalls: boolean) {
  const sent: string[] = [];
  const live = { emit: (name: string) => (sent.push(name), Promise.resolve({ ok: true })) } as unknown as LiveSession;
  return { sent, handlers: liveHandlers(live, { onUser: () => {}, hasCalls }) };
}

it('sends intents, also those of calls', async () => {
  const { sent, handlers } = open(true);
  for (const name of ['message', 'incoming-call']) expect(await handlers.emitLive(name, {})).toEqual({ ok: true });
  expect(sent).toEqual(['message', 'incoming-call']);
});

it('refuses calls where the policy turns them off', async () => {
  const { sent, handlers } = open(false);
  expect(await handlers.emitLive('incoming-call', {})).toEqual({ ok: false, code: 'FORBIDDEN' });
  expect(await handlers.emitLive('message', {})).toEqual({ ok: true });
  expect(sent).toEqual(['message']);
});

it.each([
  ['incoming-call', true],
  ['incoming-call-received', true],
  ['call-ended', true],
  ['message', false],
  ['notification', false],
])('knows whether %s is of a call', (name, is) => {
  expect(isOfCalls(name)).toBe(is);
});
