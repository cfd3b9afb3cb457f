/** Every push carries the time the server made it, ISO 8601. */
export type Push<View> = View & { at: string };

/** What a server answers to an intent; `code` says why not. */
export type Ack =
  | { ok: true }
  | { ok: false; code: 'INVALID' | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'NOT_AVAILABLE' | 'UNAVAILABLE' };
