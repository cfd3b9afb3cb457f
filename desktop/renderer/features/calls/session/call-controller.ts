import type { CallType } from '#shared/api/calls.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import type { CallPeer, DeviceKind } from '../slice.ts';

/** A stream that a component shows: the own camera or screen, or what the peer sends. */
export type CallStreamName = 'local' | 'remote';

/** Names of the pushes of calls. */
export type CallPushName = Extract<keyof PushMap, `call-${string}` | `incoming-call${string}`>;

/** What the interface can do with the call of this window. The state is in the slice; no method throws. */
export interface CallController {
  /** Calls a member. Shows a toast when there is no link or another call. */
  dial(peer: CallPeer, callType: CallType): void;
  /** Answers the incoming call `callId`; `media` are the choices of the preview. */
  answer(callId: string, media?: { isMicOn?: boolean; isCameraOn?: boolean }): void;
  decline(callId: string): void;
  /** Ends the call in every phase; an incoming one is declined. */
  hangUp(): void;
  toggleMute(): void;
  /** Video calls, and voice calls that are active: the camera makes them video calls. */
  toggleCamera(): void;
  /** Active calls; opens the browser's choice of a screen. */
  toggleScreen(): void;
  /** Chooses a device, now and for later calls; null is the system's default. */
  chooseDevice(kind: DeviceKind, deviceId: string | null): void;
  /** Reads the devices again, as when their menu opens. */
  refreshDevices(): void;
  /**
   * Shows a stream in an element, now and whenever it changes. Returns the function that detaches it, to be called when
   * the element is removed. Local elements are muted. `remote` plays the peer's sound with the chosen speaker in the
   * element, so that one element at a time plays it.
   */
  attach(element: HTMLMediaElement, stream: CallStreamName): () => void;
  /** Opens camera and microphone for a preview; nothing is sent. `endPreview` closes them unless a call uses them. */
  preview(callType: CallType): void;
  endPreview(): void;
  setMinimised(isMinimised: boolean): void;
  /** Applies a push; used by live.ts. */
  receive<Name extends CallPushName>(name: Name, push: PushMap[Name]): void;
  /** Asks the server for the state of the call, if there is one. */
  sync(): void;
  /** Ends the call and releases everything, at sign-out. */
  dispose(): void;
}

let current: CallController | undefined;

/** Returns the controller of the signed-in user. It exists when the slice is loaded. @throws Error without one. */
export function callController(): CallController {
  if (!current) throw new Error('The calls of this window are not open.');
  return current;
}

/** Sets the controller; undefined at sign-out. */
export function setCallController(controller: CallController | undefined): void {
  current = controller;
}
