import type { CallType } from '../api/calls.ts';
import type { BridgeTable, EventTable } from './page.ts';

/** The other member of a call. */
export interface CallPeer {
  id: string;
  name: string;
  /** Address of the photo; null without one. */
  photo: string | null;
}

/** The call of the app's page, as far as the main process needs it. */
interface PageCall {
  callId: string;
  peer: CallPeer;
  callType: CallType;
  phase: 'outgoing' | 'incoming' | 'active';
  /** True from the answer of an incoming call until it is active. */
  isAnswering: boolean;
  isMuted: boolean;
  /** True while the screen is shared. */
  isSharing: boolean;
}

/** What the app's page reports of its calls, at each change. */
export interface CallReport {
  /** True while the page has a live link, so that it can call. */
  isLive: boolean;
  /** Null without a call. */
  call: PageCall | null;
}

/** What the member chose outside the page: in the call box, a notification or the tray. */
export type CallAction =
  | { kind: 'answer'; callId: string; isCameraOn: boolean }
  | { kind: 'call'; peer: CallPeer; callType: CallType }
  | { kind: 'toggle-mute' | 'stop-sharing' | 'hang-up' }
  /** The computer woke up: the connection of a call is renewed. */
  | { kind: 'renew' };

/** The incoming call that the call box shows. */
export interface CallBoxView {
  callId: string;
  peer: CallPeer;
  callType: CallType;
  /** True while the member does not want to be disturbed: the ringtone follows its rule. */
  isQuiet: boolean;
}

/** What a member can do in the call box. */
export type CallBoxAction = 'answer-video' | 'answer-voice' | 'decline';

/** What the menu of the tray sets. */
export interface TraySettings {
  /** The member does not want to be disturbed. */
  isQuiet: boolean;
}

/** Calls about voice and video calls: arguments and result of each. */
export interface CallCalls {
  reportCall: { args: [report: CallReport]; result: void };
  getTraySettings: { args: []; result: TraySettings };
  /** Returns the call that the call box shows; null when it has ended. */
  getCallBox: { args: []; result: CallBoxView | null };
  /** Does nothing when the call has ended or was answered elsewhere. */
  actInCallBox: { args: [callId: string, action: CallBoxAction]; result: void };
}

/** Events about voice and video calls. */
export interface CallEvents {
  callAction: CallAction;
  traySettings: TraySettings;
  callBox: CallBoxView;
}

/** The page that may make each call. */
export const CALL_CALLS: BridgeTable<CallCalls> = {
  reportCall: 'app',
  getTraySettings: 'app',
  getCallBox: 'callBox',
  actInCallBox: 'callBox',
};

/** The page that receives each event. */
export const CALL_EVENTS: EventTable<CallEvents> = { callAction: 'app', traySettings: 'app', callBox: 'callBox' };
