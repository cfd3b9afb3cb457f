import type { BridgeTable, EventTable } from './page.ts';

/** What a page can capture. */
export type CaptureKind = 'camera' | 'microphone' | 'screen';

/** A device whose use the member is asked about; the screen has a picker instead. */
export type CaptureDevice = Exclude<CaptureKind, 'screen'>;

/** A rule of the institution: `ask` leaves the choice to the member, `allow` asks no question. */
type CaptureRule = 'ask' | 'allow' | 'deny';

/** The institution's rules; the names are those of the managed policy. */
export interface CapturePolicy {
  camera: CaptureRule;
  microphone: CaptureRule;
  screenShare: CaptureRule;
}

/**
 * Why something may not be captured; `recommendation` when the institution advises against it and the member has not
 * chosen, `dismissed` when the member closed the question without a choice.
 */
export type CaptureDenial = 'institution' | 'recommendation' | 'system' | 'member' | 'dismissed';

/** What may not be captured, with the reason; empty when all is allowed. */
export type CaptureDenials = Partial<Record<CaptureKind, CaptureDenial>>;

/** What the member has chosen for later requests. */
export type RememberedChoice = 'always' | 'never';

/** The operating system's own permission; `unknown` where it has none. */
export type SystemAccess = 'granted' | 'denied' | 'not-determined' | 'unknown';

/** Permission to use one device. */
export interface DeviceAccess {
  rule: CaptureRule;
  /** Null when the member is asked each time. */
  choice: RememberedChoice | null;
  /** The choice is the institution's recommendation; the member can remove it. */
  isRecommended: boolean;
  system: SystemAccess;
  /** True when a request shows no question. */
  isAllowed: boolean;
}

/** Permissions of this computer's devices and screen for the signed-in member. */
export interface CaptureAccess {
  camera: DeviceAccess;
  microphone: DeviceAccess;
  screenShare: CaptureRule;
  /** The privacy settings of the system can be opened. */
  hasSystemSettings: boolean;
}

/** A request before the browser's own: devices, or the screen alone. */
export interface CaptureRequest {
  kinds: CaptureKind[];
  /** The call that uses the devices; null for a test or a preview. */
  callId: string | null;
}

/** A screen or a window that can be shared. */
export interface ScreenSource {
  id: string;
  name: string;
  type: 'screen' | 'window';
  /** Data address of a small image; empty when there is none. */
  image: string;
}

/** What the prompt asks. */
export type CaptureQuestion =
  | { type: 'devices'; kinds: CaptureDevice[]; isForCall: boolean }
  | { type: 'screen'; sources: ScreenSource[] };

/** How long a choice applies: to one request, to all requests of the call, to all later ones; `later` is no choice. */
export type CaptureChoice = 'once' | 'call' | 'always' | 'never' | 'later';

/** The member's answer to the question of the same type; `sourceId` is null when nothing is shared. */
export type CaptureAnswer = { type: 'devices'; choice: CaptureChoice } | { type: 'screen'; sourceId: string | null };

/** Calls about camera, microphone and screen: arguments and result of each. */
export interface MediaCalls {
  getCaptureAccess: { args: []; result: CaptureAccess };
  /**
   * Asks for what a call, a test or a preview captures, with a prompt when the member has to choose. When all is
   * allowed, the page may open it once within a few seconds.
   */
  requestCapture: { args: [request: CaptureRequest]; result: CaptureDenials };
  /** Closes an open prompt; with the id of a call, also ends what was allowed for it. */
  releaseCapture: { args: [callId: string | null]; result: void };
  /** Removes a remembered or recommended choice. A page cannot set one: only the prompt can. */
  forgetCaptureChoice: { args: [device: CaptureDevice]; result: void };
  /** Opens the privacy settings of the system where it has any. */
  openCaptureSettings: { args: [device: CaptureDevice]; result: void };
  /** Returns the question that the prompt shows; null when it was withdrawn. */
  getCaptureQuestion: { args: []; result: CaptureQuestion | null };
  /** Allows the prompt to open the devices in question once, for its own preview. */
  requestPromptPreview: { args: []; result: void };
  answerCapture: { args: [answer: CaptureAnswer]; result: void };
}

/** Events about camera and microphone. */
export interface MediaEvents {
  /** Permissions have changed, by the prompt for example. */
  captureAccess: null;
}

/** The page that may make each call. */
export const MEDIA_CALLS: BridgeTable<MediaCalls> = {
  getCaptureAccess: 'app',
  requestCapture: 'app',
  releaseCapture: 'app',
  forgetCaptureChoice: 'app',
  openCaptureSettings: 'app',
  getCaptureQuestion: 'mediaPrompt',
  requestPromptPreview: 'mediaPrompt',
  answerCapture: 'mediaPrompt',
};

/** The page that receives each event. */
export const MEDIA_EVENTS: EventTable<MediaEvents> = { captureAccess: 'app' };
