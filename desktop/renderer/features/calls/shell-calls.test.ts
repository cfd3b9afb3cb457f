import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallAction, CallReport, TraySettings } from '#shared/bridge/calls.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { LiveBinding, LiveLink } from '../../lib/live/live-link.ts';
import { LiveListeners } from '../../lib/live/live-listeners.ts';
import { FakeStream } from '../../../testing/calls/fake-media.ts';
import { bindCalls } from './live.ts';
import { isRingSoundOn } from './ring-sound.ts';
import { followShell } from './shell-calls.ts';
import { callController } from './session/call-controller.ts';
import { updateCall } from './slice.ts';

const ANA = { id: 'ana', name: 'Ana Ruiz', photo: null };
const INCOMING = {
  callId: 'c1',
  callerId: 'ana',
  calleeId: 'ben',
  callerName: 'Ana Ruiz',
  callerPhoto: null,
  callType: 'voice',
  partyId: 'a1',
  route: 'direct',
  ringMs: 30_000,
  at: '2026-11-23T10:00:00.000Z',
};

let listeners: LiveListeners;
let sent: string[];
let reports: CallReport[];
let act: (action: CallAction) => void;
let change: (settings: TraySettings) => void;
let stops: (() => void)[];

beforeEach(() => {
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ iceServers: [], expiresAt: null, hasRelay: false })));
  listeners = new LiveListeners();
  [sent, reports] = [[], []];
  const link = {
    status: 'live',
    subscribe: listeners.pushes.on,
    on: listeners.events.on,
    reconnect: () => undefined,
    emit: (name: string) => (sent.push(name), Promise.resolve({ ok: true })),
  } as unknown as LiveLink;
  const bridge = {
    reportCall: (report: CallReport) => (reports.push(report), Promise.resolve()),
    getTraySettings: () => Promise.resolve({ isQuiet: false }),
    onCallAction: (listener: typeof act) => ((act = listener), () => {}),
    onTraySettings: (listener: typeof change) => ((change = listener), () => {}),
  } as unknown as Bridge;
  stops = [bindCalls({ link, userId: 'ben' } as LiveBinding), followShell(bridge, link)];
});
afterEach(() => {
  change({ isQuiet: false });
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reports each change of the call once, and does what the member chose outside the page', async () => {
  expect(reports).toEqual([{ isLive: true, call: null }]);
  listeners.onPush('incoming-call', INCOMING);
  const off = { isAnswering: false, isMuted: false, isSharing: false };
  const call = { callId: 'c1', peer: ANA, callType: 'voice', phase: 'incoming', ...off };
  await vi.waitFor(() => expect(reports.at(-1)).toEqual({ isLive: true, call }));
  // There are no devices here: the controller only receives what the member chose.
  const calls = callController();
  const methods = (['answer', 'toggleMute', 'hangUp'] as const).map((name) =>
    vi.spyOn(calls, name).mockReturnValue(undefined),
  );
  act({ kind: 'answer', callId: 'c1', isCameraOn: false });
  act({ kind: 'toggle-mute' });
  act({ kind: 'hang-up' });
  await vi.waitFor(() => expect(methods[2]).toHaveBeenCalledOnce());
  expect(methods[0]).toHaveBeenCalledExactlyOnceWith('c1', { isMicOn: true, isCameraOn: false });
  expect(methods[1]).toHaveBeenCalledOnce();
  updateCall({ step: 'answering' });
  updateCall({ phase: 'active', step: 'connected' });
  updateCall({ micLevel: 5 });
  updateCall({ isMicOn: false });
  const toggle = vi.spyOn(calls, 'toggleScreen').mockReturnValue(undefined);
  act({ kind: 'stop-sharing' });
  updateCall({ isScreenOn: true });
  act({ kind: 'stop-sharing' });
  await vi.waitFor(() => expect(toggle).toHaveBeenCalledOnce());
  expect(reports.slice(2)).toEqual([
    { isLive: true, call: { ...call, isAnswering: true } },
    { isLive: true, call: { ...call, phase: 'active' } },
    { isLive: true, call: { ...call, phase: 'active', isMuted: true } },
    { isLive: true, call: { ...call, phase: 'active', isMuted: true, isSharing: true } },
  ]);
  const restarted = vi.fn();
  window.addEventListener('online', restarted, { once: true });
  act({ kind: 'renew' });
  expect(restarted).toHaveBeenCalledOnce();
  listeners.onPush('call-ended', { ...INCOMING, reason: 'cancelled', endedBy: 'caller' });
  expect(reports.at(-1)).toEqual({ isLive: true, call: null });
});

it('calls back, and is quiet when the member chose so', async () => {
  act({ kind: 'call', peer: ANA, callType: 'voice' });
  await vi.waitFor(() => expect(sent).toContain('incoming-call'));
  expect(reports.some(({ call }) => call?.phase === 'outgoing' && call.peer.id === 'ana')).toBe(true);
  change({ isQuiet: true });
  expect(isRingSoundOn()).toBe(false);
});
