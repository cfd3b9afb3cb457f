/** A push contains the time at which the server created it, ISO 8601. */
export type Push<View> = View & { at: string };

/** Acknowledgement of an intent; `code` is the reason of a failure. */
export type Ack =
  | { ok: true }
  | { ok: false; code: 'INVALID' | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'NOT_AVAILABLE' | 'UNAVAILABLE' };
