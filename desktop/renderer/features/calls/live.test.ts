import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveBinding, LiveLink } from '../../lib/live/live-link.ts';
import { LiveListeners } from '../../lib/live/live-listeners.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { store } from '../../lib/store.ts';
import { FakeStream } from '../../../testing/calls/fake-media.ts';
import { dial } from './dial.ts';
import { keepCall } from './kept-call.ts';
import { bindCalls, loadBoundCalls, loadCalls } from './live.ts';
import type { CallSnapshot } from './slice.ts';

const AT = '2026-11-23T10:00:00.000Z';
const IDS = { callerId: 'ben', calleeId: 'ana', callId: 'call', at: AT };
const INCOMING = {
  ...IDS,
  callerName: 'Ben Adu',
  callerPhoto: null,
  callType: 'voice',
  partyId: 'b1',
  route: 'direct',
  ringMs: 30_000,
};

let listeners: LiveListeners;
let sent: string[];
let stop: () => void;
const readState = () => store.getState()['calls'] as CallSnapshot | undefined;

beforeEach(() => {
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ iceServers: [], expiresAt: null, hasRelay: false })));
  listeners = new LiveListeners();
  sent = [];
  stop = bind();
});
afterEach(() => {
  stop();
  removeToast();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function bind(): () => void {
  const link = {
    status: 'live',
    subscribe: listeners.pushes.on,
    on: listeners.events.on,
    emit: (name: string) => (sent.push(name), Promise.resolve({ ok: true })),
  } as unknown as LiveLink;
  return bindCalls({ link, userId: 'ana' } as LiveBinding);
}

it('loads the code of calls with the first call, and applies its pushes in order', async () => {
  // Files of one worker share the store: another one may have added the slice of calls.
  const before = readState();
  listeners.onPush('call-busy', { ...IDS });
  expect(readState()).toBe(before);
  listeners.onPush('incoming-call', INCOMING);
  listeners.onPush('call-elsewhere', { callId: 'other', reason: 'accepted', at: AT });
  await vi.waitFor(() => expect(readState()?.phase).toBe('incoming'));
  listeners.onPush('call-ended', { ...IDS, reason: 'cancelled', endedBy: 'caller' });
  await vi.waitFor(() => expect(readState()?.phase).toBe('idle'));
  expect(currentToasts()[0]).toMatchObject({ title: 'Call Ended', description: 'The caller has ended the call' });
});

it('asks for the state of a call whose pushes were lost while the code loaded', async () => {
  listeners.onPush('incoming-call', INCOMING);
  await vi.waitFor(() => expect(sent).toEqual(['incoming-call-received', 'call-sync']));
});

it('loads the code of calls at once in a page that was loaded again in a call', async () => {
  const media = { audio: true, video: false, screen: false };
  keepCall({ callId: 'call', photo: null, route: 'direct', media, returns: 1 });
  stop();
  stop = bind();
  await vi.waitFor(() => expect(sent).toEqual(['call-sync']));
  expect(sessionStorage.length).toBe(0);
});

it('calls a member, and ends the call at sign-out', async () => {
  // Without the permission no microphone is opened before the answer; the test has none.
  vi.spyOn(navigator.permissions, 'query').mockRejectedValue(new Error('unknown'));
  dial({ id: 'ben', name: 'Ben Adu', photo: null }, 'voice');
  await vi.waitFor(() => expect(readState()?.phase).toBe('outgoing'));
  stop();
  expect(readState()?.phase).toBe('idle');
  expect(sent).toEqual(['incoming-call', 'call-ended']);
});

it('shows why no one can be called after sign-out', async () => {
  stop();
  dial({ id: 'ben', name: 'Ben Adu', photo: null }, 'voice');
  await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('Cannot initiate call at this time'));
});

it('loads for a page that asks before calls are bound, and not for one that has closed since', async () => {
  stop();
  await expect(loadCalls()).rejects.toThrow('You are signed out');
  const [open, closed] = [new AbortController(), new AbortController()];
  const early = loadBoundCalls(open.signal);
  const left = loadBoundCalls(closed.signal);
  closed.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  const link = { status: 'live', subscribe: listeners.pushes.on, on: listeners.events.on } as unknown as LiveLink;
  stop = bindCalls({ link, userId: 'ana' } as LiveBinding);
  expect(await early).toBe(await loadCalls());
});
