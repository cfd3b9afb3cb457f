import type { Ack } from '../realtime/contract.ts';
import type { LinkStatus } from '../realtime/live-session.ts';
import type { BridgeTable, EventTable } from './page.ts';

/** State of the live link, for a window that opens while it is already running. */
export interface LiveState {
  userId: string | null;
  status: LinkStatus;
}

/** Calls about the live link: arguments and result of each. */
export interface LiveCalls {
  getLiveState: { args: []; result: LiveState };
  connectLive: { args: [userId: string]; result: LiveState };
  disconnectLive: { args: []; result: void };
  /** After a change of the network a link that seems live is checked. */
  reconnectLive: { args: [isChanged: boolean]; result: void };
  joinRoom: { args: [room: string]; result: void };
  leaveRoom: { args: [room: string]; result: void };
  /** Sends an intent; its payload is checked again by the server. */
  emitLive: { args: [name: string, payload: unknown]; result: Ack };
}

/** Events of the live link. */
export interface LiveEvents {
  liveStatus: LiveState;
  livePush: { name: string; payload: unknown };
  /** The link is restored after it was lost: missed entries must be fetched. */
  liveReconnected: null;
  /** The server ended the session from its side. */
  liveEnded: null;
}

/** The page that may make each call. */
export const LIVE_CALLS: BridgeTable<LiveCalls> = {
  getLiveState: 'app',
  connectLive: 'app',
  disconnectLive: 'app',
  reconnectLive: 'app',
  joinRoom: 'app',
  leaveRoom: 'app',
  emitLive: 'app',
};

/** The page that receives each event. */
export const LIVE_EVENTS: EventTable<LiveEvents> = {
  liveStatus: 'app',
  livePush: 'app',
  liveReconnected: 'app',
  liveEnded: 'app',
};
