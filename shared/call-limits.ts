import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

// Not in limits.ts, which is part of every first load.
/**
 * Calls, in milliseconds, bytes and characters. `ringMs` ends a call without an answer; `reachMs` is the wait for a
 * first device that rings; `graceMs` the time that a side of an active call may be without a socket and without media;
 * `returnMs` the time in which a page that was closed or loaded again in a call can come back; `takeUpMs` the time in
 * which the devices of a call report again after the server or its registry has lost what it knew; `aliveEveryMs` how
 * often a device reports that it is in a call and `deadMs` after how long without a report the call ends; `endedMs` how
 * long an ended call is known. A signal is at most `signalMaxBytes`, counted apart from other intents. A pair has
 * `pairInvitesPerMinute`; after each call without an answer the caller waits the next of `ringWaitsMs`.
 */
export const CALL_LIMITS = {
  ringMs: 30 * SECOND_MS,
  reachMs: 3 * SECOND_MS,
  graceMs: 15 * SECOND_MS,
  returnMs: 10 * SECOND_MS,
  takeUpMs: 30 * SECOND_MS,
  aliveEveryMs: 20 * SECOND_MS,
  deadMs: 90 * SECOND_MS,
  endedMs: 2 * MINUTE_MS,
  ringingDevicesMax: 4,
  signalsPerSecond: 20,
  signalsBurst: 100,
  signalMaxBytes: 32 * 1024,
  sdpMaxChars: 30_000,
  candidateMaxChars: 1_024,
  candidatesPerSignal: 30,
  nameMaxChars: 200,
  invitesPerMinute: 10,
  pairInvitesPerMinute: 3,
  ringWaitsMs: [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS],
  credentialMs: 10 * MINUTE_MS,
  pageMaxItems: 50,
} as const;
