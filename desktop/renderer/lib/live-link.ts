import type { QueryClient } from '@tanstack/react-query';
import type { Ack } from '#shared/realtime/contract.ts';
import type { IntentMap, PushMap } from '#shared/realtime/index.ts';
import type { LinkStatus } from '#shared/realtime/live-session.ts';

/** Name of a push. */
export type PushName = keyof PushMap;

/**
 * The one door for the live link. The web app's is a direct socket (socket-live-link.ts); the desktop shell serves the
 * same interface through shared/bridge, since its socket lives in main.
 */
export interface LiveLink {
  readonly status: LinkStatus;
  /** Hears every push of a name; answers a function that ends it. */
  subscribe<Name extends PushName>(name: Name, listener: (push: PushMap[Name]) => void): () => void;
  /** Hears every change of status; answers a function that ends it. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Runs after each connect that was not made at once: what was missed is to be fetched. */
  onReconnected(listener: () => void): () => void;
  /** Runs when all events of the stream that were missed have been told, each with `isMissed`. */
  onCaughtUp(listener: () => void): () => void;
  /** Runs when the server ended the session from its side. */
  onEnded(listener: () => void): () => void;
  /** Tells the server something; answers what it says, UNAVAILABLE when the link is down. Never waits for a reconnect. */
  emit<Name extends keyof IntentMap>(name: Name, payload: IntentMap[Name]): Promise<Ack>;
  /** Joins a room now and after each reconnect, until left. */
  joinRoom(room: string): void;
  leaveRoom(room: string): void;
  /**
   * Connects for the one who is signed in; `cursor` is where their stream stood when the session was fetched, null when
   * that is not known.
   */
  connect(userId: string, cursor: number | null): void;
  disconnect(): void;
  /** Starts a new burst of attempts at once. */
  reconnect(): void;
}

/** What a noun needs to keep the cache as fresh as the live link tells. */
export interface LiveBinding {
  link: LiveLink;
  client: QueryClient;
  /** The one who is signed in. */
  userId: string;
}
