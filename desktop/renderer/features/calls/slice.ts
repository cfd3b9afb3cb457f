import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CallRoute, CallType } from '#shared/api/calls.ts';
import type { CaptureDenials } from '#shared/bridge/media.ts';
import { addSlice, store, useAppState } from '../../lib/store.ts';

/** Where a call is. */
type CallPhase = 'idle' | 'outgoing' | 'incoming' | 'active';

/**
 * The part of a phase: outgoing is `inviting`, `ringing` or `unreachable` (no device of the peer has rung for 3 s),
 * incoming `ringing` or `answering`, active `connecting`, `connected` or `reconnecting`; null when idle.
 */
export type CallStep =
  | 'inviting'
  | 'ringing'
  | 'unreachable'
  | 'answering'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | null;

/** The other member of a call. */
export interface CallPeer {
  id: string;
  name: string;
  /** Address of the photo; null without one, or until it is known. */
  photo: string | null;
}

/** What a device sends at the moment. */
export interface SentMedia {
  audio: boolean;
  video: boolean;
  screen: boolean;
}

/** Kinds of devices that a user chooses; the ringtone can be played by another device than the call. */
export type DeviceKind = 'microphone' | 'camera' | 'speaker' | 'ringer';

/** A device for sound or images. */
export interface CallDevice {
  id: string;
  /** Empty until the user has allowed the use of devices. */
  label: string;
}

/** Devices by kind; `speaker` and `ringer` list the same devices, and are empty where the browser cannot choose. */
export type CallDevices = Record<DeviceKind, readonly CallDevice[]>;

/** The call of this window as the interface shows it. It is serialisable: streams are attached by the controller. */
export interface CallSnapshot {
  phase: CallPhase;
  step: CallStep;
  callId: string | null;
  role: 'caller' | 'callee' | null;
  peer: CallPeer | null;
  callType: CallType;
  /** Time of the answer by this computer's clock, in milliseconds since the epoch; null before the answer. */
  startedAtMs: number | null;
  isMicOn: boolean;
  isCameraOn: boolean;
  isScreenOn: boolean;
  /** True while a camera, microphone or screen is opened, which may show the browser's prompt. */
  isOpeningMedia: boolean;
  /** True when the browser will ask for the permission: the window explains the prompt. */
  needsMediaPrompt: boolean;
  /** True when only the camera of a video call failed: the call goes on with sound, and toggleCamera tries again. */
  hasCameraFailed: boolean;
  /** What the peer sends; false before the answer. */
  peerMedia: SentMedia;
  /** True when images of the peer have arrived, so that the window can show them. */
  hasRemoteVideo: boolean;
  /** Bars of the quality indicator, 0 to 4; null before the first measurement. */
  quality: 0 | 1 | 2 | 3 | 4 | null;
  /** Many packets are lost or late for 6 s: the window shows "Connection unstable". */
  isUnstable: boolean;
  /** The bitrate is too low for images: the window suggests to turn the camera off. */
  suggestsCameraOff: boolean;
  /** Null until the connection is established. */
  route: CallRoute | null;
  /** Loudness of the own microphone, 0 to 10; 0 when it is off. */
  micLevel: number;
  devices: CallDevices;
  /** The chosen device by kind; null is the system's default. */
  chosenDevices: Record<DeviceKind, string | null>;
  /** Chosen devices that are connected again while others are used: the window offers them. */
  returnedDevices: readonly ('microphone' | 'camera')[];
  /** False where the browser cannot share a screen. */
  canShareScreen: boolean;
  isMinimised: boolean;
  /** The preview of the own camera and microphone is open, before a call or an answer. */
  isPreviewing: boolean;
  /** What the desktop client denies, with the reasons; empty in the web app. */
  denials: CaptureDenials;
  /** The member asks why a call could not connect: the help article opens. */
  opensHelp: boolean;
  /** No microphone is connected: one joins and listens. */
  lacksMicrophone: boolean;
  /** Why a call could not use its devices, shown after it; empty where only the browser knows, null unless asked. */
  explained: CaptureDenials | null;
}

/** No call. */
export const IDLE_CALL: CallSnapshot = {
  phase: 'idle',
  step: null,
  callId: null,
  role: null,
  peer: null,
  callType: 'voice',
  startedAtMs: null,
  isMicOn: true,
  isCameraOn: false,
  isScreenOn: false,
  isOpeningMedia: false,
  needsMediaPrompt: false,
  hasCameraFailed: false,
  peerMedia: { audio: false, video: false, screen: false },
  hasRemoteVideo: false,
  quality: null,
  isUnstable: false,
  suggestsCameraOff: false,
  route: null,
  micLevel: 0,
  devices: { microphone: [], camera: [], speaker: [], ringer: [] },
  chosenDevices: { microphone: null, camera: null, speaker: null, ringer: null },
  returnedDevices: [],
  canShareScreen: false,
  isMinimised: false,
  isPreviewing: false,
  denials: {},
  opensHelp: false,
  lacksMicrophone: false,
  explained: null,
};

const calls = createSlice({
  name: 'calls',
  initialState: IDLE_CALL,
  reducers: {
    update: (state, { payload }: PayloadAction<Partial<CallSnapshot>>): CallSnapshot => ({ ...state, ...payload }),
  },
});

/** Returns the call of this window. */
export const readCall = addSlice<CallSnapshot>(calls.name, calls.reducer);

/** Changes parts of the snapshot. */
export function updateCall(change: Partial<CallSnapshot>): void {
  store.dispatch(calls.actions.update(change));
}

/** Returns a part of the snapshot and follows its changes. */
export function useCall<Name extends keyof CallSnapshot>(name: Name): CallSnapshot[Name] {
  return useAppState(() => readCall()[name]);
}
