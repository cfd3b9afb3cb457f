import type {
  CaptureDenial,
  CaptureDevice,
  CaptureKind,
  CapturePolicy,
  RememberedChoice,
} from '#shared/bridge/media.ts';
import { isAppUrl } from './navigation.ts';

/** The member's choices for later requests; null asks each time. */
export type RememberedChoices = Readonly<Record<CaptureDevice, RememberedChoice | null>>;

/**
 * What a window may capture for a short time. A ticket is issued when the member starts something that captures; it is
 * granted when the question about it was answered, or when there was none.
 */
export interface CaptureTicket {
  kinds: readonly CaptureKind[];
  isGranted: boolean;
}

/** A permission that a page requests or checks, with all that decides about it. */
export interface PermissionRequest {
  permission: string;
  /** Address of the page or frame. */
  url: string;
  isMainFrame: boolean;
  /** Electron's names of what is captured: `audio` and `video`, of devices for `media`, of the screen otherwise. */
  mediaTypes?: readonly string[] | undefined;
  /** Null without one. */
  ticket: CaptureTicket | null;
  policy: CapturePolicy;
  remembered: RememberedChoices;
}

/** A decision; `not-allowed` is what the app never requests, `no-ticket` a request that the member has not caused. */
export type Decision =
  | { type: 'allow' }
  | { type: 'ask'; kinds: readonly CaptureKind[] }
  | { type: 'deny'; why: CaptureDenial | 'not-allowed' | 'no-ticket' };

/** Permissions that are granted without a prompt; all others but capturing are denied. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen', 'speaker-selection']);
const DEVICES: Readonly<Record<string, CaptureDevice>> = { audio: 'microphone', video: 'camera' };
const NOT_ALLOWED: Decision = { type: 'deny', why: 'not-allowed' };

/** What Electron reports about the frame of a request; both are missing for some permissions. */
export interface RequestingFrame {
  requestingUrl?: string;
  securityOrigin?: string;
}

/**
 * Returns the address that a request is judged by. Of a frame inside the page, Electron may report the address of the
 * page and only the origin of the frame: both must be the app's.
 */
export function judgedUrl({ requestingUrl = '', securityOrigin = '' }: RequestingFrame): string {
  return securityOrigin === '' || isAppUrl(securityOrigin) ? requestingUrl : securityOrigin;
}

/** Decides about a request. Everything that is captured is judged separately, and all of it must be allowed. */
export function decide(request: PermissionRequest): Decision {
  const { permission, url, isMainFrame } = request;
  if (!isMainFrame || !isAppUrl(url)) return NOT_ALLOWED;
  if (ALLOWED.has(permission)) return { type: 'allow' };
  const kinds = capturedBy(request);
  if (kinds.length === 0) return NOT_ALLOWED;
  const decisions = kinds.map((kind) => decideKind(kind, request));
  const denied = decisions.find(({ type }) => type === 'deny');
  if (denied) return denied;
  const asked = decisions.flatMap((decision) => (decision.type === 'ask' ? decision.kinds : []));
  return asked.length > 0 ? { type: 'ask', kinds: asked } : { type: 'allow' };
}

/**
 * Decides about a check, which has no prompt. Before the checks of camera and microphone, Electron makes one without a
 * type, and refuses the device when it is denied; it is allowed when one of the two is.
 */
export function decideCheck(request: PermissionRequest): boolean {
  const isGeneral = request.permission === 'media' && (request.mediaTypes?.every((type) => !(type in DEVICES)) ?? true);
  const types = isGeneral ? Object.keys(DEVICES).map((type) => [type]) : [request.mediaTypes];
  return types.some((mediaTypes) => decide({ ...request, mediaTypes }).type === 'allow');
}

/** Decides about one kind, for the app's own main frame. The member's "never" also applies when the policy allows. */
export function decideKind(
  kind: CaptureKind,
  { ticket, policy, remembered }: Pick<PermissionRequest, 'ticket' | 'policy' | 'remembered'>,
): Decision {
  const rule = kind === 'screen' ? policy.screenShare : policy[kind];
  if (rule === 'deny') return { type: 'deny', why: 'institution' };
  if (!ticket?.kinds.includes(kind)) return { type: 'deny', why: 'no-ticket' };
  // The choice of a screen or window is the question.
  if (kind === 'screen') return { type: 'allow' };
  if (remembered[kind] === 'never') return { type: 'deny', why: 'member' };
  if (ticket.isGranted || rule === 'allow' || remembered[kind] === 'always') return { type: 'allow' };
  return { type: 'ask', kinds: [kind] };
}

/** Returns what a request captures, empty when any part is unknown. The sound of the computer is not shared. */
function capturedBy({ permission, mediaTypes = [] }: PermissionRequest): CaptureKind[] {
  if (permission === 'display-capture') return mediaTypes.every((type) => type === 'video') ? ['screen'] : [];
  if (permission !== 'media') return [];
  const kinds = mediaTypes.map((type) => (Object.hasOwn(DEVICES, type) ? DEVICES[type] : undefined));
  return kinds.every((kind) => kind !== undefined) ? kinds : [];
}
