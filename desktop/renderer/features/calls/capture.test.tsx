// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptureAccess, CaptureAnswer, CaptureQuestion, DeviceAccess } from '#shared/bridge/media.ts';
import { FakeDevices, FakeStream } from '../../../testing/calls/fake-media.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { CallLayer } from './components/CallLayer.tsx';
import { CaptureSettings } from './components/CaptureSettings.tsx';
import { MediaPrompt } from './components/MediaPrompt.tsx';
import { setCallController, type CallController } from './session/call-controller.ts';
import { CallToasts } from './session/call-toasts.ts';
import { IDLE_CALL, updateCall, type CallSnapshot } from './slice.ts';

afterEach(() => {
  act(() => updateCall(IDLE_CALL));
  setCallController(undefined);
  removeToast();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the prompt', () => {
  let answers: CaptureAnswer[];
  let devices: FakeDevices;
  let tickets: number;

  beforeEach(() => {
    [answers, devices, tickets] = [[], new FakeDevices(), 0];
    vi.stubGlobal('MediaStream', FakeStream);
    vi.stubGlobal('AudioContext', undefined);
    // happy-dom takes only its own streams.
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
    Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  });

  async function open(question: CaptureQuestion, title: RegExp) {
    const bridge = {
      getCaptureQuestion: () => Promise.resolve(question),
      requestPromptPreview: () => Promise.resolve(void (tickets += 1)),
      answerCapture: (answer: CaptureAnswer) => Promise.resolve(void answers.push(answer)),
    };
    render(<MediaPrompt bridge={bridge} />);
    return screen.findByRole('heading', { level: 1, name: title });
  }
  const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  it('asks for a call, is not answered by Enter while it opens, and offers all choices', async () => {
    const heading = await open(
      { type: 'devices', kinds: ['camera', 'microphone'], isForCall: true },
      /^Allow Lyceum to use your camera and microphone\?$/,
    );
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await userEvent.keyboard('{Enter} ');
    expect(answers).toEqual([]);
    for (const name of ['Allow for this call', 'Allow once', 'Always allow', 'Never allow', 'Not now'])
      await click(name);
    expect(answers.map((answer) => answer.type === 'devices' && answer.choice)).toEqual([
      'call',
      'once',
      'always',
      'never',
      'later',
    ]);
  });

  it('opens the devices only for the preview, and closes them before the answer', async () => {
    await open({ type: 'devices', kinds: ['camera'], isForCall: false }, /your camera\?$/);
    expect(screen.queryByRole('button', { name: 'Allow for this call' })).toBeNull();
    expect([tickets, devices.requests]).toEqual([0, []]);
    await click('Try your camera');
    expect(await screen.findByLabelText('Your picture')).toBeDefined();
    expect([tickets, devices.requests[0]?.constraints, devices.live()]).toEqual([
      1,
      { audio: false, video: true },
      ['video'],
    ]);
    await click('Allow once');
    expect([devices.live(), answers]).toEqual([[], [{ type: 'devices', choice: 'once' }]]);
  });

  it('says when the preview cannot open a device', async () => {
    await open({ type: 'devices', kinds: ['microphone'], isForCall: true }, /your microphone\?$/);
    devices.isOpen = false;
    await click('Try your microphone');
    await vi.waitFor(() => expect(devices.requests).toHaveLength(1));
    devices.requests[0]?.deny();
    expect(await screen.findByText(/Your microphone can’t be opened/)).toBeDefined();
  });

  it('answers "not now" on Escape', async () => {
    const heading = await open({ type: 'devices', kinds: ['camera'], isForCall: true }, /your camera/);
    // Its effects have run once it has focus; one of them listens for the key.
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await userEvent.keyboard('{Escape}');
    expect(answers).toEqual([{ type: 'devices', choice: 'later' }]);
  });

  it('offers screens before windows, and shares the chosen one', async () => {
    const sources = [
      { id: 'screen:1:0', name: 'Entire Screen', type: 'screen' as const, image: '' },
      { id: 'window:7:0', name: 'Slides', type: 'window' as const, image: 'data:image/png;base64,x' },
    ];
    await open({ type: 'screen', sources }, /^Share your screen$/);
    expect(within(screen.getByRole('group', { name: 'Screens' })).getByLabelText('Entire Screen')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Share' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('Slides'));
    await click('Share');
    await click('Cancel');
    await userEvent.keyboard('{Escape}');
    expect(answers.map((answer) => answer.type === 'screen' && answer.sourceId)).toEqual(['window:7:0', null, null]);
  });
});

describe('settings', () => {
  const DEVICE: DeviceAccess = { rule: 'ask', choice: null, isRecommended: false, system: 'granted', isAllowed: false };
  let access: CaptureAccess;
  let change: (event: null) => void;
  const forget = vi.fn(() => Promise.resolve());
  const openSystem = vi.fn(() => Promise.resolve());

  async function open(changes: Partial<CaptureAccess>) {
    access = { camera: DEVICE, microphone: DEVICE, screenShare: 'ask', hasSystemSettings: true, ...changes };
    const bridge = {
      getCaptureAccess: () => Promise.resolve(access),
      forgetCaptureChoice: forget,
      openCaptureSettings: openSystem,
      onCaptureAccess: (listener: typeof change) => ((change = listener), () => undefined),
    };
    render(
      <QueryClientProvider client={createQueryClient()}>
        <CaptureSettings bridge={bridge} />
      </QueryClientProvider>,
    );
    return (await screen.findAllByRole('listitem')).map((row) => row.querySelector('p')?.textContent);
  }

  it.each<[string, Partial<DeviceAccess>, RegExp]>([
    ['nothing', {}, /^Lyceum asks you each time/],
    ['always', { choice: 'always' }, /^Calls and tests use it without asking\.$/],
    ['never', { choice: 'never' }, /^You chose that Lyceum never uses the camera\.$/],
    ['the system denies', { system: 'denied', choice: 'always' }, /^The privacy settings of this computer don’t let/],
    ['the system will ask', { system: 'not-determined' }, /Your system asks the first time\.$/],
    ['the institution denies', { rule: 'deny', system: 'denied' }, /^Your institution doesn’t allow the camera/],
    [
      'the institution advises against it',
      { choice: 'never', isRecommended: true },
      /recommends that .* Choose “Ask me again”/,
    ],
    ['the institution recommends it', { choice: 'always', isRecommended: true }, /as your institution recommends\.$/],
    ['the institution allows', { rule: 'allow' }, /^Your institution lets calls and tests use it/],
  ])('tell what decides: %s', async (_case, camera, text) => {
    const [cameraText] = await open({ camera: { ...DEVICE, ...camera } });
    expect(cameraText).toMatch(text);
  });

  it('remove a remembered choice, and follow what the prompt changes', async () => {
    await open({ microphone: { ...DEVICE, choice: 'never' }, screenShare: 'deny' });
    expect(screen.getByText('Your institution doesn’t allow sharing the screen on this computer.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Ask me again about the microphone' }));
    expect(forget).toHaveBeenCalledExactlyOnceWith('microphone');
    access = { ...access, microphone: DEVICE };
    act(() => change(null));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Ask me again/ })).toBeNull());
  });

  it('lead to the settings of the system, where it has any', async () => {
    await open({ camera: { ...DEVICE, system: 'denied' } });
    await userEvent.click(screen.getByRole('button', { name: 'Open system settings' }));
    expect(openSystem).toHaveBeenCalledExactlyOnceWith('camera');
  });
});

describe('a call that was denied its devices', () => {
  const show = (change: Partial<CallSnapshot>) => act(() => updateCall(change));
  function renderCall() {
    setCallController({ attach: () => () => undefined } as unknown as CallController);
    render(
      <MemoryRouter>
        <CallLayer />
      </MemoryRouter>,
    );
  }
  const ACTIVE: Partial<CallSnapshot> = {
    phase: 'active',
    step: 'connected',
    callId: 'c1',
    callType: 'video',
    peer: { id: 'ben', name: 'Ben Okoro', photo: null },
    startedAtMs: Date.now(),
    hasCameraFailed: true,
  };

  it.each([
    ['system', /privacy settings of this computer/, 'Settings', true],
    ['member', /You chose that Lyceum never uses the camera/, 'Settings', false],
    ['institution', /Your institution doesn’t allow the camera/, undefined, false],
    ['recommendation', /Your institution recommends that Lyceum doesn’t use the camera/, 'Settings', false],
    ['dismissed', /You haven’t allowed Lyceum to use the camera/, 'What to do', true],
  ] as const)('tells who denies the camera: the %s', (why, text, link, canRetry) => {
    renderCall();
    show({ ...ACTIVE, denials: { camera: why } });
    expect(screen.getByText(text).textContent).toContain('The call goes on with sound.');
    expect(screen.queryByRole('link')?.textContent).toBe(link);
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(canRetry);
  });

  it('explains after its end, when the member asks', async () => {
    renderCall();
    new CallToasts(() => ({ microphone: 'member' })).show({ kind: 'media-failed' });
    const [toast] = currentToasts();
    expect([toast?.title, toast?.description]).toEqual([
      'Media Access Error',
      'Could not access your camera or microphone',
    ]);
    act(() => toast?.action?.onSelect());
    const dialog = await screen.findByRole('dialog', { name: 'Camera and microphone' });
    expect(dialog.textContent).toContain('You chose that Lyceum never uses the microphone.');
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/settings#capture');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    removeToast();
    new CallToasts(() => ({})).show({ kind: 'media-failed' });
    const { action } = currentToasts()[0] ?? {};
    expect(action?.label).toBe('What to do');
    act(() => action?.onSelect());
    const advice = await screen.findByRole('dialog', { name: 'Camera and microphone' });
    expect(advice.textContent).toContain('that your browser and your computer allow Lyceum to use it');
    expect(within(advice).getByRole('link').getAttribute('href')).toBe('/help?article=calls');
  });
});
