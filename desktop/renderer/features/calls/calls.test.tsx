// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallView } from '#shared/api/calls.ts';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { timerText } from './call-words.ts';
import { CallButtons } from './components/CallButtons.tsx';
import { CallHistory } from './components/CallHistory.tsx';
import { CallLayer } from './components/CallLayer.tsx';
import { CallSettings } from './components/CallSettings.tsx';
import { DeviceFields } from './components/DeviceFields.tsx';
import * as dialing from './dial.ts';
import * as live from './live.ts';
import { setCallController, type CallController } from './session/call-controller.ts';
import { IDLE_CALL, updateCall, type CallSnapshot } from './slice.ts';

const BEN = { id: 'ben', name: 'Ben Okoro', photo: null };
const NOW = new Date('2026-03-01T10:00:00Z');
const ON = { audio: true, video: true, screen: false };

type FakeController = { [Name in keyof CallController]: ReturnType<typeof vi.fn> };
let controller: FakeController;
let attached: string[];

beforeEach(() => {
  attached = [];
  const names = [
    'dial',
    'answer',
    'decline',
    'hangUp',
    'toggleMute',
    'toggleCamera',
    'toggleScreen',
    'chooseDevice',
    'refreshDevices',
    'preview',
    'endPreview',
    'setMinimised',
    'receive',
    'dispose',
  ] as const;
  const attach = vi.fn((_element: HTMLMediaElement, stream: string) => {
    attached.push(stream);
    return () => void attached.splice(attached.indexOf(stream), 1);
  });
  controller = { ...Object.fromEntries(names.map((name) => [name, vi.fn()])), attach } as unknown as FakeController;
  setCallController(controller as unknown as CallController);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  act(() => updateCall(IDLE_CALL));
  setCallController(undefined);
});

const OUTGOING = { phase: 'outgoing', step: 'ringing', role: 'caller', callId: 'c', peer: BEN } as const;
const ACTIVE = {
  ...OUTGOING,
  phase: 'active',
  step: 'connected',
  startedAtMs: NOW.getTime() - 192_000,
  peerMedia: ON,
  quality: 4,
  route: 'direct',
  canShareScreen: true,
} as const;
const VIDEO = { ...ACTIVE, callType: 'video', isCameraOn: true, hasRemoteVideo: true } as const;
const INCOMING = { phase: 'incoming', step: 'ringing', role: 'callee', callId: 'c', peer: BEN } as const;

function show(change: Partial<CallSnapshot>, slots: Parameters<typeof CallLayer>[0] = {}): void {
  updateCall({ ...IDLE_CALL, ...change });
  render(
    <MemoryRouter>
      <input aria-label="Search" />
      <CallLayer {...slots} />
    </MemoryRouter>,
  );
}

const callWindow = () => screen.getByRole('dialog', { name: 'Ben Okoro' });
const buttonsOf = (element: HTMLElement) =>
  within(within(element).getByRole('group', { name: 'Call controls' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

describe('the call window', () => {
  it.each<[string, Partial<CallSnapshot>, string[], string[]]>([
    ['an invitation', { ...OUTGOING, step: 'inviting' }, ['Voice Call', 'Calling...'], ['Mute', 'Cancel call']],
    ['ringing', OUTGOING, ['Ringing...'], ['Mute', 'Cancel call']],
    ['no device', { ...OUTGOING, step: 'unreachable' }, ['Trying to reach Ben Okoro...'], ['Mute', 'Cancel call']],
    [
      'a video call that rings',
      { ...OUTGOING, callType: 'video', isCameraOn: true },
      ['Video Call', 'Ringing...'],
      ['Mute', 'Turn camera off', 'Cancel call'],
    ],
    [
      'connecting',
      { ...ACTIVE, step: 'connecting' },
      ['Connecting...'],
      ['Mute', 'Turn camera on', 'Share your screen', 'Hang up'],
    ],
    [
      'a voice call',
      ACTIVE,
      ['Voice Call', 'BO', 'Call in progress'],
      ['Mute', 'Turn camera on', 'Share your screen', 'Hang up'],
    ],
    [
      'muted',
      { ...ACTIVE, isMicOn: false },
      ['Voice Call'],
      ['Unmute', 'Turn camera on', 'Share your screen', 'Hang up'],
    ],
    ['no sharing', { ...ACTIVE, canShareScreen: false }, ['Voice Call'], ['Mute', 'Turn camera on', 'Hang up']],
    [
      'reconnecting',
      { ...ACTIVE, step: 'reconnecting' },
      ['Reconnecting...'],
      ['Mute', 'Turn camera on', 'Share your screen', 'Hang up'],
    ],
    ['a muted peer', { ...ACTIVE, peerMedia: { ...ON, audio: false } }, ['Ben Okoro is muted'], []],
    ['a relay', { ...ACTIVE, route: 'relay' }, ['Relayed'], []],
    ['a direct connection', ACTIVE, ['Direct'], []],
    ['bad sound', { ...ACTIVE, isUnstable: true }, ['Connection unstable'], []],
    ['a prompt', { ...ACTIVE, needsMediaPrompt: true }, ['may use your microphone'], []],
    ['video', VIDEO, ['Video Call'], ['Mute', 'Turn camera off', 'Share your screen', 'Hang up']],
    [
      'the own camera off',
      { ...VIDEO, isCameraOn: false },
      ['Video Call'],
      ['Mute', 'Turn camera on', 'Share your screen', 'Hang up'],
    ],
    ['the camera of the peer off', { ...VIDEO, peerMedia: { ...ON, video: false } }, ['BO', 'Ben Okoro’s camera'], []],
    ['a screen', { ...VIDEO, isScreenOn: true }, [], ['Mute', 'Turn camera off', 'Stop sharing the screen', 'Hang up']],
    ['a camera that failed', { ...VIDEO, hasCameraFailed: true }, ['can’t be used', 'Try again', 'What to do'], []],
    ['no microphone', { ...VIDEO, lacksMicrophone: true }, ['No microphone was found. You can listen.'], []],
    ['too slow', { ...VIDEO, suggestsCameraOff: true }, ['too slow for video'], []],
  ])('shows %s', (_state, change, texts, buttons) => {
    show(change);
    for (const text of texts) expect(callWindow().textContent).toContain(text);
    if (buttons.length > 0) expect(buttonsOf(callWindow())).toEqual(buttons);
    expect(callWindow().className).toContain('max-w-[800px]');
    // Only an answered call has sound, and one element plays it.
    expect(attached.filter((stream) => stream === 'remote')).toHaveLength(change.phase === 'active' ? 1 : 0);
  });

  it('can close what lies over the images of a member without a microphone', async () => {
    show({ ...VIDEO, lacksMicrophone: true });
    await userEvent.click(within(callWindow()).getByRole('button', { name: 'Close' }));
    expect(callWindow().textContent).not.toContain('No microphone');
  });

  it('says on every page that the screen is shared, also without its window, and stops', async () => {
    show({ ...VIDEO, isScreenOn: true, isMinimised: true });
    expect(screen.getByText('You are sharing your screen.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
    expect(controller.toggleScreen).toHaveBeenCalledOnce();
    act(() => updateCall({ isScreenOn: false }));
    expect(screen.queryByText('You are sharing your screen.')).toBeNull();
  });

  it('offers chosen devices that are connected again', async () => {
    const chosenDevices = { ...IDLE_CALL.chosenDevices, microphone: 'usb', camera: 'cam' };
    show({ ...VIDEO, chosenDevices, returnedDevices: ['microphone', 'camera'] });
    expect(callWindow().textContent).toContain('Your chosen microphone and camera are connected again.');
    await userEvent.click(screen.getByRole('button', { name: 'Use them' }));
    expect(controller.chooseDevice.mock.calls).toEqual([
      ['microphone', 'usb'],
      ['camera', 'cam'],
    ]);
    act(() => updateCall({ returnedDevices: ['camera'] }));
    expect(callWindow().textContent).toContain('Your chosen camera is connected again.');
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(callWindow().textContent).not.toContain('connected again');
    expect(controller.chooseDevice).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Partial<CallSnapshot>, string]>([
    ['the camera', { hasCameraFailed: true }, 'can’t be used'],
    ['the screen', { denials: { screen: 'institution' } }, 'doesn’t allow sharing the screen'],
  ])('closes what it says about %s', async (_what, change, text) => {
    show({ ...VIDEO, ...change });
    expect(callWindow().textContent).toContain(text);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(callWindow().textContent).not.toContain(text);
  });

  it('counts the time since the answer, which screen readers do not announce', () => {
    vi.useFakeTimers({ now: NOW });
    show(ACTIVE);
    const timer = screen.getByRole('timer');
    expect(timer.textContent).toBe('03:12');
    expect(timer.getAttribute('aria-live')).toBe('off');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(timer.textContent).toBe('03:13');
    expect(timerText(3_723_000)).toBe('62:03');
  });

  it('shows the quality as bars with a name', () => {
    show({ ...ACTIVE, quality: 1 });
    expect(screen.getByRole('img', { name: 'Connection quality: poor' }).children).toHaveLength(4);
  });

  it('reports each control to the session', async () => {
    show(VIDEO);
    for (const name of ['Mute', 'Turn camera off', 'Share your screen', 'Minimise', 'Hang up'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(controller.toggleMute).toHaveBeenCalledOnce();
    expect(controller.toggleCamera).toHaveBeenCalledOnce();
    expect(controller.toggleScreen).toHaveBeenCalledOnce();
    expect(controller.setMinimised).toHaveBeenCalledWith(true);
    expect(controller.hangUp).toHaveBeenCalledOnce();
  });

  it('mutes with M and turns the camera off with V, but not while the user writes or has turned the keys off', async () => {
    show(VIDEO, { chat: () => <textarea aria-label="Message" /> });
    await userEvent.keyboard('mv');
    expect(controller.toggleMute).toHaveBeenCalledOnce();
    expect(controller.toggleCamera).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Chat' }));
    await userEvent.type(screen.getByLabelText('Message'), 'mv');
    localStorage.setItem('singleKeyShortcuts', 'off');
    await userEvent.click(screen.getByRole('button', { name: 'Close chat' }));
    await userEvent.keyboard('mv');
    expect(controller.toggleMute).toHaveBeenCalledOnce();
  });

  it('asks after Escape before it ends or minimises', async () => {
    show(ACTIVE);
    await userEvent.keyboard('{Escape}');
    const question = screen.getByRole('dialog', { name: 'Leave the call window?' });
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Minimise' }));
    expect(controller.hangUp).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(screen.queryByRole('dialog', { name: 'Leave the call window?' })).toBeNull();
    expect(callWindow()).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(
      within(screen.getByRole('dialog', { name: /Leave/ })).getByRole('button', { name: 'Hang up' }),
    );
    expect(controller.hangUp).toHaveBeenCalledOnce();
  });

  it('hides and shows the own picture, which is mirrored unless it is the screen', async () => {
    show(VIDEO);
    expect(screen.getByLabelText('Your picture').className).toContain('-scale-x-100');
    await userEvent.click(screen.getByRole('button', { name: 'Hide your picture' }));
    expect(screen.queryByLabelText('Your picture')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show your picture' }));
    act(() => updateCall({ isScreenOn: true }));
    expect(screen.getByLabelText('Your screen').className).not.toContain('-scale-x-100');
  });

  it('shows the conversation and what the call is about', async () => {
    show(ACTIVE, { chat: (peer) => <p>Messages with {peer.name}</p>, about: () => <p>Algebra</p> });
    expect(callWindow().textContent).toContain('Algebra');
    await userEvent.click(screen.getByRole('button', { name: 'Chat' }));
    expect(within(screen.getByRole('region', { name: 'Chat' })).getByText('Messages with Ben Okoro')).toBeDefined();
  });

  it('is minimised when a link in it leads to a page', async () => {
    show(ACTIVE, { about: () => <Link to="/library?item=algebra">Algebra</Link> });
    expect(controller.setMinimised).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'Algebra' }));
    expect(controller.setMinimised).toHaveBeenCalledWith(true);
  });

  it('is a region in a corner while it is minimised, where the sound goes on', async () => {
    show({ ...VIDEO, isMinimised: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    const small = screen.getByRole('region', { name: 'Call with Ben Okoro' });
    expect(small.dataset['region']).toBe('');
    expect(attached).toEqual(['remote']);
    await userEvent.click(within(small).getByRole('button', { name: 'Back to the call window' }));
    expect(controller.setMinimised).toHaveBeenCalledWith(false);
  });

  it('moves to a window of its own that stays on top', async () => {
    const other = document.implementation.createHTMLDocument();
    const own = Object.assign(new EventTarget(), { document: other, close: vi.fn() });
    vi.stubGlobal('documentPictureInPicture', { requestWindow: async () => own });
    document.documentElement.dataset['theme'] = 'dark';
    show(VIDEO);
    await userEvent.click(screen.getByRole('button', { name: 'Open in a window that stays on top' }));
    await vi.waitFor(() => expect(within(other.body).getByLabelText('Call with Ben Okoro')).toBeDefined());
    expect(other.documentElement.dataset['theme']).toBe('dark');
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => updateCall(IDLE_CALL));
    expect(own.close).toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('opens no window of its own once the call has ended', async () => {
    const other = document.implementation.createHTMLDocument();
    const own = Object.assign(new EventTarget(), { document: other, close: vi.fn() });
    const { promise, resolve } = Promise.withResolvers<typeof own>();
    vi.stubGlobal('documentPictureInPicture', { requestWindow: () => promise });
    show(VIDEO);
    await userEvent.click(screen.getByRole('button', { name: 'Open in a window that stays on top' }));
    act(() => updateCall(IDLE_CALL));
    await act(async () => resolve(own));
    expect(own.close).toHaveBeenCalledOnce();
    expect(controller.setMinimised).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});

describe('the card of an incoming call', () => {
  const card = () => screen.getByRole('alertdialog');

  it.each([
    ['voice', 'Incoming Voice Call', ['Decline', 'Answer']],
    [
      'video',
      'Incoming Video Call',
      ['Answer muted', 'Answer with the camera off', 'See how you look', 'Decline', 'Answer', 'Answer with audio only'],
    ],
  ] as const)('names a %s call and its caller', (callType, title, buttons) => {
    show({ ...INCOMING, callType });
    expect(screen.getByRole('alertdialog', { name: title, description: 'Ben Okoro is calling you' })).toBe(card());
    expect(
      within(card())
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(buttons);
  });

  it('answers, answers with audio only, and declines', async () => {
    show({ ...INCOMING, callType: 'video' });
    await userEvent.click(screen.getByRole('button', { name: 'Answer with the camera off' }));
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    expect(controller.answer).toHaveBeenLastCalledWith('c', { isMicOn: true, isCameraOn: false });
    await userEvent.click(screen.getByRole('button', { name: 'Answer with the camera on' }));
    await userEvent.click(screen.getByRole('button', { name: 'Answer with audio only' }));
    expect(controller.answer).toHaveBeenLastCalledWith('c', { isMicOn: true, isCameraOn: false });
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(controller.decline).toHaveBeenCalledWith('c');
  });

  it('opens the camera only when asked, and closes it when the camera is turned off', async () => {
    show({ ...INCOMING, callType: 'video' });
    expect(controller.preview).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'See how you look' }));
    expect(controller.preview).toHaveBeenCalledWith('video');
    act(() => updateCall({ isPreviewing: true }));
    expect(screen.getByLabelText('Your picture')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Answer with the camera off' }));
    expect(controller.endPreview).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText('Your picture')).toBeNull();
  });

  it('takes focus, but not from a user who writes, who gets there with F6', async () => {
    show(INCOMING);
    expect(document.activeElement?.textContent).toBe('Answer');
    act(() => updateCall(IDLE_CALL));
    screen.getByLabelText('Search').focus();
    act(() => updateCall(INCOMING));
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
    await userEvent.keyboard('{F6}');
    expect(document.activeElement?.textContent).toBe('Answer');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
    expect(controller.decline).not.toHaveBeenCalled();
  });

  it('returns focus when it closes, and keeps it while the call connects', async () => {
    updateCall(IDLE_CALL);
    render(
      <MemoryRouter>
        <button type="button">Like</button>
        <CallLayer />
      </MemoryRouter>,
    );
    const like = screen.getByRole('button', { name: 'Like' });
    like.focus();
    act(() => updateCall(INCOMING));
    expect(document.activeElement?.textContent).toBe('Answer');
    act(() => updateCall(IDLE_CALL));
    expect(document.activeElement).toBe(like);
    act(() => updateCall(INCOMING));
    act(() => updateCall({ step: 'answering' }));
    expect(document.activeElement).toBe(card());
    act(() => updateCall(ACTIVE));
    expect(document.activeElement).toBe(callWindow());
    act(() => updateCall(IDLE_CALL));
    await vi.waitFor(() => expect(document.activeElement).toBe(like));
  });

  it('is answered and declined with the keyboard from anywhere', async () => {
    show(INCOMING);
    screen.getByLabelText('Search').focus();
    await userEvent.keyboard('{Control>}{Shift>}a{/Shift}{/Control}');
    expect(controller.answer).toHaveBeenCalledWith('c', {});
    await userEvent.keyboard('{Meta>}{Shift>}d{/Shift}{/Meta}');
    expect(controller.decline).toHaveBeenCalledWith('c');
  });

  it('says that it connects after the answer, and can be ended', async () => {
    show({ ...INCOMING, step: 'answering' });
    expect(within(card()).getByRole('status').textContent).toBe('Connecting...');
    const buttons = within(card()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Hang up']);
    await userEvent.click(buttons[0]!);
    expect(controller.hangUp).toHaveBeenCalledOnce();
  });
});

describe('devices', () => {
  const devices = {
    microphone: [
      { id: 'm1', label: 'Headset' },
      { id: 'm2', label: '' },
    ],
    camera: [{ id: 'k', label: 'Webcam' }],
    speaker: [],
    ringer: [],
  };

  it('chooses a device, names those without a label, and leaves out what the browser cannot choose', async () => {
    updateCall({ ...IDLE_CALL, devices });
    render(<DeviceFields hasCamera />);
    expect(controller.refreshDevices).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('combobox')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Microphone'), 'Microphone 2');
    expect(controller.chooseDevice).toHaveBeenCalledWith('microphone', 'm2');
    act(() => updateCall({ chosenDevices: { ...IDLE_CALL.chosenDevices, microphone: 'm2' } }));
    await userEvent.selectOptions(screen.getByLabelText('Microphone'), 'System default');
    expect(controller.chooseDevice).toHaveBeenLastCalledWith('microphone', null);
  });

  it('shows the loudness and the picture while they are open, and a chosen device that is gone', () => {
    updateCall({
      ...IDLE_CALL,
      devices,
      isPreviewing: true,
      micLevel: 6,
      chosenDevices: { ...IDLE_CALL.chosenDevices, camera: 'gone' },
    });
    render(<DeviceFields hasCamera />);
    expect(screen.getByLabelText('Loudness of your microphone').getAttribute('value')).toBe('6');
    expect(screen.getByLabelText('Your picture')).toBeDefined();
    expect(screen.getByText('The one that you chose is not connected.')).toBeDefined();
  });
});

describe('places to call from', () => {
  const USER = { id: 'ben', fullName: 'Ben Okoro', profileImage: null };
  const CARD = { ...USER, username: 'ben', role: 'teacher', position: null, institution: null } as const;

  function renderWith(element: React.ReactNode, data: unknown): void {
    vi.spyOn(apiClient, 'request').mockResolvedValue({ data: data as never, headers: new Headers() });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{element}</MemoryRouter>
      </QueryClientProvider>,
    );
  }

  it('calls a member who can be called', async () => {
    const dial = vi.spyOn(dialing, 'dial').mockReturnValue();
    renderWith(<CallButtons user={USER} />, { canCall: true, reason: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Video call' }));
    expect(dial).toHaveBeenCalledWith(BEN, 'video');
  });

  it('gives the reason when the server has no relay', async () => {
    renderWith(<CallButtons user={USER} />, { canCall: false, reason: 'NO_RELAY' });
    const button = await screen.findByRole('button', { name: /^Voice call: One of you always relays calls/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('gives the reason in quiet hours', async () => {
    const dial = vi.spyOn(dialing, 'dial').mockReturnValue();
    renderWith(<CallButtons user={USER} />, { canCall: false, reason: 'QUIET_HOURS' });
    const button = await screen.findByRole('button', { name: 'Voice call: Ben Okoro has quiet hours now' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(dial).not.toHaveBeenCalled();
  });

  const VIEW: CallView = {
    id: 'c',
    type: 'voice',
    role: 'callee',
    user: CARD,
    createdAt: '2026-03-01T10:00:00Z',
    answeredAt: null,
    endedAt: '2026-03-01T10:00:30Z',
    endReason: 'no-answer',
  };

  it.each<[Partial<CallView>, string, string]>([
    [{}, 'Incoming', 'Missed voice call'],
    [{ role: 'caller', endReason: 'busy', type: 'video' }, 'Outgoing', 'Video call, busy'],
    [{ answeredAt: '2026-03-01T10:00:10Z', endReason: 'completed' }, 'Incoming', 'Voice call, 0:20'],
    [{ answeredAt: '2026-03-01T10:00:10Z', endedAt: null, endReason: null }, 'Incoming', 'Voice call, in progress'],
  ])('names the direction and the result of a past call: %o', async (change, direction, text) => {
    renderWith(<CallHistory nextStep={null} />, [{ ...VIEW, ...change }]);
    const entry = await screen.findByRole('article', { name: `${text}, Ben Okoro` });
    expect(within(entry).getByRole('img', { name: direction })).toBeDefined();
  });

  it('lists past calls, which can be called back', async () => {
    const dial = vi.spyOn(dialing, 'dial').mockReturnValue();
    renderWith(<CallHistory nextStep={null} />, [VIEW, { ...VIEW, id: 'd', user: null }]);
    expect(await screen.findByRole('article', { name: 'Missed voice call, Ben Okoro' })).toBeDefined();
    expect(screen.getByRole('article', { name: 'Missed voice call, Former member' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Call Ben Okoro back' }));
    expect(dial).toHaveBeenCalledWith(BEN, 'voice');
  });
});

it('leaves the settings of devices at sign-out, which has closed the calls before', async () => {
  vi.spyOn(live, 'loadBoundCalls').mockResolvedValue(controller as unknown as CallController);
  function SignedIn({ children }: { children: ReactNode }) {
    useEffect(() => () => setCallController(undefined), []);
    return children;
  }
  const page = (content: ReactNode) => (
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>
    </MemoryRouter>
  );
  const { rerender } = render(
    page(
      <SignedIn>
        <CallSettings />
      </SignedIn>,
    ),
  );
  await screen.findByRole('button', { name: 'Test microphone and camera' });
  rerender(page(null));
  expect(controller.endPreview).toHaveBeenCalledOnce();
});
