import { expect, it, vi } from 'vitest';
import { BRIDGE_CALLS, type BridgeCall } from '#shared/bridge/contract.ts';
import { handleCall, type BridgeHandlers, type CallSender } from './handle-call.ts';

const APP: CallSender = { url: 'app://lyceum/home', isMainFrame: true, windowPage: 'app' };
const names = Object.keys(BRIDGE_CALLS) as BridgeCall[];

function setUp() {
  const onError = vi.fn();
  const ran: BridgeCall[] = [];
  const handlers = Object.fromEntries(
    names.map((name) => [name, () => void ran.push(name)]),
  ) as unknown as BridgeHandlers;
  return { onError, ran, handlers };
}

it.each<[string, CallSender]>([
  ['a web page', { url: 'https://evil.example', isMainFrame: true, windowPage: 'app' }],
  ['a look-alike host', { url: 'app://lyceum.evil/home', isMainFrame: true, windowPage: 'app' }],
  ['a look-alike with credentials', { url: 'app://user@lyceum/', isMainFrame: true, windowPage: 'app' }],
  ['a frame inside the app', { url: 'app://lyceum/home', isMainFrame: false, windowPage: 'app' }],
  ['another page of the app', { url: 'app://lyceum/panel/call-box', isMainFrame: true, windowPage: 'app' }],
  ['a small window at an address of the app', { url: 'app://lyceum/home', isMainFrame: true, windowPage: 'callBox' }],
  ['a window that is not of the app', { url: 'app://lyceum/home', isMainFrame: true, windowPage: null }],
  ['a blank page', { url: 'about:blank', isMainFrame: true, windowPage: 'app' }],
  ['a frame that has gone', null],
])('rejects every call of %s', async (_case, sender) => {
  const { ran, ...parts } = setUp();
  for (const name of names.filter((call) => BRIDGE_CALLS[call] === 'app'))
    expect(await handleCall(name, { sender, args: [] }, parts)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  expect(ran).toEqual([]);
});

it.each<[BridgeCall, unknown[]]>([
  ['getAppInfo', ['more']],
  ['checkServer', []],
  ['checkServer', [5]],
  ['setServer', ['x'.repeat(2_001)]],
  ['setAppearance', [{ theme: 'light', background: 'red' }]],
  ['setAppearance', [{ theme: 'light', background: '#ffffff', extra: 1 }]],
  ['setBadge', [-1]],
  ['setBadge', [1.5]],
  ['connectLive', ['not-an-id']],
  ['joinRoom', ['../room']],
  ['emitLive', ['__proto__', {}]],
  ['emitLive', ['join-room']],
  ['requestCapture', [{ kinds: [], callId: null }]],
  ['requestCapture', [{ kinds: ['camera', 'screen'], callId: null }]],
  ['requestCapture', [{ kinds: ['camera'], callId: 'a call' }]],
  ['forgetCaptureChoice', ['screen']],
  ['editDesktopSettings', [{ zoomFactor: 9 }]],
  ['editDesktopSettings', [{ downloadRule: 'deny' }]],
  ['editDesktopSettings', [{ spellingLanguages: ['../de'] }]],
  ['editDesktopSettings', [{ downloadsFolder: '/etc' }]],
  ['openDownload', ['/etc/passwd']],
  ['showDownload', [5]],
  ['exportDiagnostics', ['html', []]],
  ['exportDiagnostics', ['json', [{ title: 'x'.repeat(501), rows: [] }]]],
])('rejects %s with %j', async (name, args) => {
  const { ran, ...parts } = setUp();
  expect(await handleCall(name, { sender: APP, args }, parts)).toMatchObject({ ok: false, code: 'INVALID' });
  expect(ran).toEqual([]);
});

it.each(['app', 'callBox'] as const)('rejects an answer to the prompt of the window of %s', async (windowPage) => {
  const { ran, ...parts } = setUp();
  // The page has changed its own address to that of the prompt.
  const sender: CallSender = { url: 'app://lyceum/panel/media-prompt', isMainFrame: true, windowPage };
  const args = [{ type: 'devices', choice: 'always' }];
  expect(await handleCall('answerCapture', { sender, args }, parts)).toMatchObject({ code: 'FORBIDDEN' });
  expect(ran).toEqual([]);
  const prompt: CallSender = { ...sender, windowPage: 'mediaPrompt' };
  expect(await handleCall('answerCapture', { sender: prompt, args }, parts)).toMatchObject({ ok: true });
});

it('runs a valid call of the app', async () => {
  const { ran, ...parts } = setUp();
  expect(await handleCall('joinRoom', { sender: APP, args: ['post-0190a7c2'] }, parts)).toEqual({
    ok: true,
    value: undefined,
  });
  expect(ran).toEqual(['joinRoom']);
});

it('writes the message of an error only to the log', async () => {
  const { onError, handlers } = setUp();
  const failing = {
    ...handlers,
    getAppInfo: () => {
      throw new Error('/home/maya/secret');
    },
  };
  const answer = await handleCall('getAppInfo', { sender: APP, args: [] }, { handlers: failing, onError });
  expect(answer).toEqual({ ok: false, code: 'FAILED', message: 'The call failed.' });
  expect(onError).toHaveBeenCalledOnce();
});
