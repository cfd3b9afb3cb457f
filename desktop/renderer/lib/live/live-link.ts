import type { QueryClient } from '@tanstack/react-query';
import type { Ack } from '#shared/realtime/contract.ts';
import type { IntentMap, PushMap } from '#shared/realtime/index.ts';
import type { LinkStatus } from '#shared/realtime/live-session.ts';

/** Name of a push. */
export type PushName = keyof PushMap;

/** Events of the link itself, beside pushes, each with its payload. */
export interface LinkEvents {
  status: LinkStatus;
  /** The link reconnected after a loss: data that changed meanwhile has to be fetched again. */
  reconnected: undefined;
  /** All missed events of the user log were delivered as pushes, each with `isMissed`. */
  caughtUp: undefined;
  /** The server ended the session. */
  ended: undefined;
}

/** Adds a listener for an event. Returns a function that removes it. */
export type Subscribe<Events> = <Name extends keyof Events>(
  name: Name,
  listener: (event: Events[Name]) => void,
) => () => void;

/**
 * The only way to the server's live updates. The web app's implementation is a socket of the page
 * (socket-live-link.ts); the desktop app's uses shared/bridge, since its socket is in the main process.
 */
export interface LiveLink {
  readonly status: LinkStatus;
  /** Follows the pushes of a name. */
  subscribe: Subscribe<PushMap>;
  /** Follows an event of the link itself. */
  on: Subscribe<LinkEvents>;
  /** Sends an intent. Returns the acknowledgement, UNAVAILABLE when the link is down; never waits for a reconnect. */
  emit<Name extends keyof IntentMap>(name: Name, payload: IntentMap[Name]): Promise<Ack>;
  /** Joins a room now and after each reconnect, until it is left as often as it was joined. */
  joinRoom(room: string): void;
  leaveRoom(room: string): void;
  /** Connects for the signed-in user; `cursor` is the user log's sequence number at that time, null when unknown. */
  connect(userId: string, cursor: number | null): void;
  /**
   * Lets the next document of this tab connect as the same party of the server, so that it can come back into a call.
   * Returns false where that is impossible.
   */
  keepParty(): boolean;
  disconnect(): void;
  /** Starts a new burst of attempts at once. After a change of the network a link that seems live is checked. */
  reconnect(isChanged?: boolean): void;
}

/** What a noun needs to update its cached data by the live link. */
export interface LiveBinding {
  link: LiveLink;
  client: QueryClient;
  /** The signed-in user. */
  userId: string;
}
/** Joins the functions that end bindings into one. */
export function endAll(ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}
