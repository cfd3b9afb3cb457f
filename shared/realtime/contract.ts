import type { IceServersView } from '../api/calls.ts';

/** A push contains the time at which the server created it, ISO 8601. */
export type Push<View> = View & { at: string };

/**
 * A push after which its receivers fetch something. They spread their requests over `withinMs` milliseconds, so that a
 * push to many does not make all of them fetch at once; undefined for a push to few.
 */
export type Spread<View> = View & { withinMs?: number };

/**
 * A view or counters with the time at which they were read, ISO 8601, by the clock of the database. Two nodes that push
 * the same record can do so in another order than they have read it.
 */
export type Counted<View> = View & { countedAt: string };

/**
 * Acknowledgement of an intent; `code` is the reason of a failure. CONFLICT: another device was first. NO_RELAY: a call
 * has to be relayed and cannot be.
 */
export type Ack =
  /** `iceServers`: STUN and TURN servers for the call that was started. */
  | { ok: true; iceServers?: IceServersView }
  | {
      ok: false;
      code: 'INVALID' | 'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT' | 'RATE_LIMITED' | 'UNAVAILABLE' | 'NO_RELAY';
    };
