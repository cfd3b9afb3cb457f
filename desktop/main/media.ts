import type { CaptureAccess, CapturePolicy, CaptureQuestion, MediaCalls } from '#shared/bridge/media.ts';
import { Capture, NO_STORED_CHOICES } from './core/capture.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { RememberedChoices } from './core/permissions.ts';
import { CAPTURE_ACCOUNTS_MAX, type Settings } from './core/settings.ts';
import type { AppWindowParts } from './platform/app-window.ts';
import { sendToWindows } from './platform/ipc.ts';
import type { MainWindow } from './platform/main-window.ts';
import { openPanel } from './platform/panel.ts';
import type { PermissionGuard } from './platform/permissions.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import {
  hasMediaSettings,
  listSources,
  openMediaSettings,
  systemMedia,
  toScreenSource,
  type CapturedSource,
} from './platform/system-media.ts';

/** Sizes of the prompt in pixels: the question about devices, and the choice of a screen. */
const SIZES: Record<CaptureQuestion['type'], { width: number; height: number }> = {
  devices: { width: 440, height: 560 },
  screen: { width: 720, height: 560 },
};

/** What the permissions are decided by. */
interface MediaParts {
  platform: NodeJS.Platform;
  /** The system picks the source itself, as Wayland does: a list of our own would ask twice. */
  hasSystemPicker: boolean;
  settings: SettingsStore;
  serverUrl: () => string | null;
  policy: () => CapturePolicy;
  /** Choices that apply until the member makes others. */
  recommended: () => RememberedChoices;
  /** Id of the signed-in user. */
  userId: () => string | undefined;
  windowParts: () => AppWindowParts;
  /** The window that asks; null while it is closed. */
  window: () => MainWindow | null;
}

/** Camera, microphone and screen: what decides about the requests of pages, and the handlers of their calls. */
export interface Media {
  guard: PermissionGuard;
  /** Returns who decides about the devices, and how. */
  access: () => CaptureAccess;
  handlers: HandlersOf<MediaCalls>;
}

/** Creates what decides about camera, microphone and screen. */
export function createMedia(parts: MediaParts): Media {
  const { platform, settings } = parts;
  const capture = new Capture({
    policy: parts.policy,
    recommended: parts.recommended,
    account: () => {
      const serverUrl = parts.serverUrl();
      const userId = parts.userId();
      return serverUrl === null || userId === undefined ? null : `${serverUrl} ${userId}`;
    },
    readChoices: (account) => settings.current.captureChoices[account] ?? NO_STORED_CHOICES,
    writeChoices: (account, choices) =>
      settings.update({ captureChoices: withLatest(settings.current.captureChoices, account, choices) }),
    system: systemMedia(platform),
    hasSystemSettings: hasMediaSettings(platform),
    prompt: { open: (type, onClosed) => openPrompt(parts, type, onClosed) },
    now: () => Date.now(),
    onChange: () => sendToWindows('captureAccess', null),
  });
  const access = (): CaptureAccess => capture.describe();
  return {
    access,
    guard: {
      allowsRequest: (request) => capture.allowsRequest(request),
      allowsCheck: (request) => capture.allowsCheck(request),
      pickScreen: () => pickScreen(capture, parts.hasSystemPicker),
    },
    handlers: {
      getCaptureAccess: access,
      requestCapture: (request) => capture.request(request),
      releaseCapture: (callId) => capture.release(callId),
      forgetCaptureChoice: (device) => capture.forget(device),
      openCaptureSettings: (device) => openMediaSettings(platform, device),
      getCaptureQuestion: () => capture.question,
      requestPromptPreview: () => capture.preview(),
      answerCapture: (answer) => capture.answer(answer),
    },
  };
}

function openPrompt(parts: MediaParts, type: CaptureQuestion['type'], onClosed: () => void): () => void {
  return openPanel(parts.windowParts(), {
    page: 'mediaPrompt',
    title: type === 'screen' ? 'Share your screen' : 'Camera and microphone',
    ...SIZES[type],
    parent: parts.window(),
    background: parts.settings.current.appearance.background,
    onClosed,
  });
}

async function pickScreen(capture: Capture, hasSystemPicker: boolean): Promise<CapturedSource | null> {
  const sources = await listSources();
  if (hasSystemPicker) return sources[0] ?? null;
  const id = await capture.pickScreen(sources.map((source) => toScreenSource(source)));
  return sources.find((source) => source.id === id) ?? null;
}

type Choices = Settings['captureChoices'];

/** Returns the choices with those of an account as the latest, without the oldest accounts. */
function withLatest(all: Choices, account: string, choices: Choices[string]): Choices {
  const others = Object.entries(all).filter(([key]) => key !== account);
  const latest = choices.camera === null && choices.microphone === null ? [] : [[account, choices] as const];
  return Object.fromEntries([...others, ...latest].slice(-CAPTURE_ACCOUNTS_MAX));
}
