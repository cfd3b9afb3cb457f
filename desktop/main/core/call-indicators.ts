import type { CallBoxView } from '#shared/bridge/calls.ts';
import type { LinkStatus } from '#shared/realtime/live-session.ts';
import type { AlertState } from './call-alert-state.ts';

/** What the icon in the tray shows. */
export const TRAY_STATES = [
  'signed-out',
  'offline',
  'normal',
  'unread',
  'missed-call',
  'ringing',
  'in-call',
  'in-call-muted',
] as const;
/** One of {@link TRAY_STATES}. */
export type TrayState = (typeof TRAY_STATES)[number];

/** What indicators depend on beside the calls. */
export interface IndicatorConditions {
  link: LinkStatus;
  /** Number of unread items, as on the app's icon. */
  unread: number;
  isQuiet: boolean;
  /** True while the app's window has the focus: its page shows the card of a call. */
  isWindowFocused: boolean;
}

/** What each indicator shows. */
export interface CallIndicators {
  /** The call box; null hides it. */
  box: CallBoxView | null;
  /** The system's notification of a call; null closes it. */
  notification: CallBoxView | null;
  /** The taskbar flashes, or the icon in the dock bounces. */
  isFlashing: boolean;
  /** What the system must not do meanwhile; null lets it sleep. */
  awake: 'prevent-display-sleep' | 'prevent-app-suspension' | null;
  tray: TrayState;
  tooltip: string;
}

/** Returns what each indicator shows. Only a call that rings is shown by call box and notification. */
export function indicatorsOf(state: AlertState, conditions: IndicatorConditions): CallIndicators {
  const { isQuiet, isWindowFocused } = conditions;
  const { call } = state;
  const box =
    state.phase === 'ringing' && call && !isWindowFocused
      ? { callId: call.callId, peer: call.peer, callType: call.callType, isQuiet }
      : null;
  const isTalking = state.phase === 'connecting' || state.phase === 'in-call';
  const tray = trayStateOf(state, conditions);
  return {
    box,
    notification: isQuiet ? null : box,
    isFlashing: box !== null && !isQuiet,
    awake: isTalking ? (call?.callType === 'video' ? 'prevent-display-sleep' : 'prevent-app-suspension') : null,
    tray,
    tooltip: tooltipOf(tray, state, conditions),
  };
}

function trayStateOf(state: AlertState, { link, unread }: IndicatorConditions): TrayState {
  if (link === 'off') return 'signed-out';
  if (state.phase === 'ringing') return 'ringing';
  if (state.phase === 'in-call' || state.phase === 'connecting')
    return state.call?.isMuted === true ? 'in-call-muted' : 'in-call';
  if (link !== 'live') return 'offline';
  if (state.hasNewMissed) return 'missed-call';
  return unread > 0 ? 'unread' : 'normal';
}

function tooltipOf(tray: TrayState, { call, missed }: AlertState, { unread, isQuiet }: IndicatorConditions): string {
  const name = call?.peer.name ?? '';
  const texts: Record<TrayState, string> = {
    'signed-out': 'Not signed in',
    offline: 'Offline',
    normal: '',
    unread: `${String(unread)} unread`,
    'missed-call': missed.length === 1 ? `Missed call from ${missed[0]?.peer.name ?? ''}` : 'Missed calls',
    ringing: `${name} is calling you`,
    'in-call': `In a call with ${name}`,
    'in-call-muted': `In a call with ${name}, muted`,
  };
  const sharing = call?.isSharing === true ? ['Sharing your screen'] : [];
  return ['Lyceum', ...sharing, texts[tray], ...(isQuiet ? ['Do not disturb'] : [])]
    .filter((text) => text !== '')
    .join(' – ');
}
