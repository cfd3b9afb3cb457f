import { expect, it } from 'vitest';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { isOfCalls } from './core/call-names.ts';
import { liveHandlers, throughRenewals } from './live.ts';

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

it('reconnects, and says whether the network has changed', async () => {
  const changes: unknown[] = [];
  const live = { reconnect: (isChanged: boolean) => changes.push(isChanged) } as unknown as LiveSession;
  const handlers = liveHandlers(live, { onUser: () => {}, hasCalls: true });
  await handlers.reconnectLive(true);
  await handlers.reconnectLive(false);
  expect(changes).toEqual([true, false]);
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

it('hides from a follower that the link is replaced, and nothing else', () => {
  const seen: string[] = [];
  let isRenewing = false;
  const follower = throughRenewals(
    { onStatus: (status) => void seen.push(status), onPush: (name) => void seen.push(name) },
    () => isRenewing,
  );
  follower.onStatus('live');
  isRenewing = true;
  for (const status of ['off', 'connecting'] as const) follower.onStatus(status);
  follower.onPush('new-message', {});
  isRenewing = false;
  follower.onStatus('off');
  expect(seen).toEqual(['live', 'new-message', 'off']);
});
