import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CaptureChoice, CaptureDevice, CaptureKind, CapturePolicy, SystemAccess } from '#shared/bridge/media.ts';
import {
  Capture,
  CAPTURE_TIMES,
  DEFAULT_CAPTURE_POLICY,
  NO_STORED_CHOICES,
  type PagePermission,
  type StoredChoices,
} from './capture.ts';
import type { RememberedChoices } from './permissions.ts';

const BOTH: CaptureKind[] = ['camera', 'microphone'];
const [CALL, OTHER_CALL] = ['call-1', 'call-2'];

let account: string | null;
let choices: Map<string, StoredChoices>;
let recommended: RememberedChoices;
let policy: CapturePolicy;
let system: Record<CaptureDevice, SystemAccess>;
let systemAnswer: boolean;
let asked: string[];
let changes: number;
let closePrompt: (() => void) | null;
let capture: Capture;

beforeEach(() => {
  vi.useFakeTimers();
  [account, choices, asked, changes, closePrompt] = ['server ana', new Map(), [], 0, null];
  policy = { ...DEFAULT_CAPTURE_POLICY };
  recommended = { camera: null, microphone: null };
  system = { camera: 'granted', microphone: 'unknown' };
  systemAnswer = true;
  capture = new Capture({
    policy: () => policy,
    recommended: () => recommended,
    account: () => account,
    readChoices: (key) => choices.get(key) ?? NO_STORED_CHOICES,
    writeChoices: (key, value) => void choices.set(key, value),
    system: {
      status: (device) => system[device],
      ask: (device) => {
        asked.push(`system ${device}`);
        system[device] = systemAnswer ? 'granted' : 'denied';
        return Promise.resolve(systemAnswer);
      },
    },
    hasSystemSettings: true,
    prompt: {
      open: (type, onClosed) => {
        closePrompt?.();
        asked.push(type);
        closePrompt = onClosed;
        return () => (closePrompt = null);
      },
    },
    now: () => Date.now(),
    onChange: () => (changes += 1),
  });
});
afterEach(() => vi.useRealTimers());

const page = (mediaTypes: string[], change: Partial<PagePermission> = {}): PagePermission => ({
  page: 'app',
  permission: 'media',
  url: 'app://lyceum/chat',
  isMainFrame: true,
  mediaTypes,
  ...change,
});
const flush = () => vi.advanceTimersByTimeAsync(0);

/** Requests devices and answers the question, if there is one. */
async function request(kinds: CaptureKind[], choice: CaptureChoice = 'once', callId: string | null = CALL) {
  const result = capture.request({ kinds, callId });
  await flush();
  if (capture.question?.type === 'devices') capture.answer({ type: 'devices', choice });
  return result;
}

it('allows one request of the page after "once", for some seconds, and asks again the next time', async () => {
  expect(capture.allowsRequest(page(['audio', 'video']))).toBe(false);
  expect(await request(BOTH)).toEqual({});
  expect(closePrompt).toBeNull();
  expect(capture.allowsRequest(page(['audio', 'video'], { isMainFrame: false }))).toBe(false);
  expect(capture.allowsRequest(page(['audio', 'video'], { page: 'callBox' }))).toBe(false);
  expect(capture.allowsRequest(page(['audio', 'video'], { page: null }))).toBe(false);
  expect(capture.allowsRequest(page(['audio', 'video']))).toBe(true);
  expect(capture.allowsRequest(page(['audio', 'video']))).toBe(false);
  expect(await request(BOTH)).toEqual({});
  await vi.advanceTimersByTimeAsync(CAPTURE_TIMES.ticketMs);
  expect(capture.allowsRequest(page(['audio']))).toBe(false);
  expect(asked).toEqual(['devices', 'devices']);
});

it('asks once in a call after "this call", for the devices in question and until the call ends', async () => {
  await request(['microphone'], 'call');
  await request(['microphone'], 'call');
  expect(asked).toEqual(['devices']);
  const both = capture.request({ kinds: BOTH, callId: CALL });
  await flush();
  expect(capture.question).toEqual({ type: 'devices', kinds: ['camera'], isForCall: true });
  capture.answer({ type: 'devices', choice: 'call' });
  expect(await both).toEqual({});
  await request(BOTH, 'call');
  expect(asked).toEqual(['devices', 'devices']);
  await request(['camera'], 'later', OTHER_CALL);
  expect(asked).toHaveLength(3);
  capture.release(null);
  expect(await request(BOTH)).toEqual({});
  expect(asked).toHaveLength(3);
  capture.release(CALL);
  await request(['camera'], 'later');
  expect(asked).toHaveLength(4);
  expect(choices.size).toBe(0);
});

it('remembers "always" and "never" by account, until they are removed', async () => {
  await request(['microphone'], 'always');
  expect(await request(['camera'], 'never')).toEqual({ camera: 'member' });
  expect(choices.get('server ana')).toEqual({ camera: 'never', microphone: 'always' });
  expect(capture.describe()).toMatchObject({
    camera: { choice: 'never', isAllowed: false },
    microphone: { choice: 'always', isAllowed: true },
  });
  expect([await request(BOTH), await request(['microphone'])]).toEqual([{ camera: 'member' }, {}]);
  expect(asked).toHaveLength(2);
  account = 'server ben';
  await request(['camera'], 'later');
  expect(asked).toHaveLength(3);
  account = 'server ana';
  capture.forget('camera');
  await request(['camera'], 'later');
  expect(asked).toHaveLength(4);
  expect(changes).toBe(3);
});

it('follows a recommendation as a choice that the member can remove', async () => {
  recommended = { camera: 'never', microphone: 'always' };
  expect(capture.describe()).toMatchObject({
    camera: { choice: 'never', isRecommended: true, isAllowed: false },
    microphone: { choice: 'always', isRecommended: true, isAllowed: true },
  });
  expect(await request(BOTH)).toEqual({ camera: 'recommendation' });
  expect(await request(['microphone'])).toEqual({});
  expect(asked).toEqual([]);
  capture.forget('camera');
  expect(capture.describe().camera).toMatchObject({ choice: null, isRecommended: false });
  expect(await request(['camera'], 'always')).toEqual({});
  expect(asked).toEqual(['devices']);
  expect(capture.describe().camera).toMatchObject({ choice: 'always', isRecommended: false });
  // The member's own "never" is not the institution's.
  recommended = { camera: 'always', microphone: null };
  capture.forget('camera');
  expect(await request(['camera'], 'never')).toEqual({ camera: 'member' });
  // Another member has not chosen.
  account = 'server ben';
  expect(capture.describe().camera).toMatchObject({ choice: 'always', isRecommended: true });
  // What is mandatory is no recommendation.
  policy = { ...policy, camera: 'deny' };
  expect(await request(['camera'])).toEqual({ camera: 'institution' });
});

it('stores nothing while no one is signed in, and nothing for another member who signs in meanwhile', async () => {
  account = null;
  expect(await request(['camera'], 'always')).toEqual({});
  const answerAs = async (later: string) => {
    const result = capture.request({ kinds: ['camera'], callId: null });
    await flush();
    account = later;
    capture.answer({ type: 'devices', choice: 'always' });
    return result;
  };
  account = 'server ana';
  expect(await answerAs('server ben')).toEqual({ camera: 'dismissed' });
  expect(choices.size).toBe(0);
  account = null;
  expect(await answerAs('server ana')).toEqual({});
  expect([...choices.keys()]).toEqual(['server ana']);
});

it.each<[string, () => void]>([
  ['"not now"', () => capture.answer({ type: 'devices', choice: 'later' })],
  ['a closed prompt', () => closePrompt?.()],
  ['two minutes without an answer', () => void vi.advanceTimersByTime(CAPTURE_TIMES.questionMs)],
  ['the end of the call', () => capture.release(null)],
  ['another request', () => void capture.request({ kinds: ['screen'], callId: CALL })],
])('denies without remembering: %s', async (_case, dismiss) => {
  const result = capture.request({ kinds: BOTH, callId: CALL });
  await flush();
  dismiss();
  expect(await result).toEqual({ camera: 'dismissed', microphone: 'dismissed' });
  expect([closePrompt === null || _case === 'a closed prompt', capture.question, choices.size]).toEqual([
    true,
    null,
    0,
  ]);
});

it('fails when the prompt cannot be opened, and asks again the next time', async () => {
  closePrompt = () => {
    throw new Error('no window');
  };
  await expect(capture.request({ kinds: ['camera'], callId: null })).rejects.toThrow('no window');
  closePrompt = null;
  expect([capture.question, await request(['camera'])]).toEqual([null, {}]);
});

it('ignores an answer to another question, and one without a question', async () => {
  capture.answer({ type: 'devices', choice: 'always' });
  const result = capture.request({ kinds: ['camera'], callId: null });
  await flush();
  capture.answer({ type: 'screen', sourceId: 'screen:0:0' });
  expect(capture.question).not.toBeNull();
  capture.answer({ type: 'devices', choice: 'once' });
  expect(await result).toEqual({});
});

it('asks the system first, and says when it denies', async () => {
  system = { camera: 'not-determined', microphone: 'not-determined' };
  await request(['microphone']);
  expect(asked).toEqual(['system microphone', 'devices']);
  systemAnswer = false;
  expect(await request(BOTH)).toEqual({ camera: 'system' });
  expect(await request(['camera'])).toEqual({ camera: 'system' });
  expect(asked).toEqual(['system microphone', 'devices', 'system camera']);
  expect(capture.describe().camera).toMatchObject({ system: 'denied', isAllowed: false });
});

it('asks neither the system nor the member about what the institution or the member denies', async () => {
  system = { camera: 'not-determined', microphone: 'not-determined' };
  policy.camera = 'deny';
  expect(await request(['camera'])).toEqual({ camera: 'institution' });
  choices.set('server ana', { camera: null, microphone: 'never' });
  expect(await request(['microphone'])).toEqual({ microphone: 'member' });
  expect(asked).toEqual([]);
});

it('asks nothing that the institution allows, and denies at once what it denies later', async () => {
  policy = { ...policy, camera: 'allow', microphone: 'allow' };
  expect(await request(BOTH)).toEqual({});
  expect(asked).toEqual([]);
  policy.camera = 'deny';
  expect(capture.allowsRequest(page(['audio', 'video']))).toBe(false);
  expect(capture.allowsRequest(page(['audio']))).toBe(true);
});

it('allows the prompt its own preview, and nothing after the answer', async () => {
  const result = capture.request({ kinds: ['camera'], callId: null });
  await flush();
  const preview = page(['video'], { page: 'mediaPrompt', url: 'app://lyceum/panel/media-prompt' });
  expect(capture.allowsRequest(preview)).toBe(false);
  capture.preview();
  expect(capture.allowsRequest(page(['video']))).toBe(false);
  expect(capture.allowsRequest({ ...preview, mediaTypes: ['audio'] })).toBe(false);
  expect([capture.allowsRequest(preview), capture.allowsCheck(preview)]).toEqual([true, true]);
  capture.preview();
  capture.answer({ type: 'devices', choice: 'once' });
  await result;
  expect([capture.allowsRequest(preview), capture.allowsCheck(preview)]).toEqual([false, false]);
});

it('lets the page read the names of devices that it has opened or may always open, by account', async () => {
  const names = () => ['audio', 'video'].map((type) => capture.allowsCheck(page([type])));
  expect(names()).toEqual([false, false]);
  await request(['camera']);
  capture.allowsRequest(page(['video']));
  await vi.advanceTimersByTimeAsync(CAPTURE_TIMES.ticketMs);
  expect(names()).toEqual([false, true]);
  await request(['microphone'], 'always');
  await vi.advanceTimersByTimeAsync(CAPTURE_TIMES.ticketMs);
  expect(names()).toEqual([true, true]);
  account = 'server ben';
  expect(names()).toEqual([false, false]);
  account = 'server ana';
  capture.forget('camera');
  expect(names()).toEqual([true, false]);
});

it('allows the screen without a question, which the choice of a source is, unless the institution denies it', async () => {
  const screen = page(['video'], { permission: 'display-capture' });
  expect(capture.allowsRequest(screen)).toBe(false);
  expect(await request(['screen'])).toEqual({});
  expect(capture.allowsRequest(screen)).toBe(true);
  const sources = [{ id: 'screen:0:0', name: 'Entire Screen', type: 'screen' as const, image: '' }];
  const picked = capture.pickScreen(sources);
  expect(capture.question).toEqual({ type: 'screen', sources });
  capture.preview();
  expect(capture.allowsRequest({ ...screen, page: 'mediaPrompt' })).toBe(false);
  capture.answer({ type: 'screen', sourceId: 'screen:0:0' });
  expect(await picked).toBe('screen:0:0');
  const invented = capture.pickScreen(sources);
  capture.answer({ type: 'screen', sourceId: 'window:9:0' });
  expect(await invented).toBeNull();
  policy.screenShare = 'deny';
  expect(await request(['screen'])).toEqual({ screen: 'institution' });
});
