import { afterEach, expect, it, vi } from 'vitest';
import { LiveListeners } from './live-listeners.ts';

afterEach(() => vi.unstubAllGlobals());

it(`has everything fetched again when missed events are no longer stored, and continues from the latest number`, async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ events: [], cursor: 120_000, hasMore: false, isReset: true })),
  );
  const listeners = new LiveListeners();
  const received: number[] = [];
  const refetch = vi.fn();
  listeners.pushes.on('message-read', (push) => received.push(push.seq));
  listeners.events.on('reconnected', refetch);
  listeners.sequencer.begin(3);
  listeners.onPush('hello', { cursor: 120_000 });
  await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
  listeners.onPush('message-read', { seq: 120_000 });
  listeners.onPush('message-read', { seq: 120_001 });
  expect(received).toEqual([120_001]);
});
