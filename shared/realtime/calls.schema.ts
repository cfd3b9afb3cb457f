import * as z from 'zod/mini';
import { CALL_TYPES } from '../api/calls.ts';
import { idSchema } from '../api/page.schema.ts';
import { CALL_LIMITS } from '../call-limits.ts';

/**
 * The sender's own id and name are replaced by those of the session. Without a callId the live call of the pair is
 * meant.
 */
const pair = {
  callerId: idSchema,
  calleeId: idSchema,
  callId: z.optional(idSchema),
};
const name = z.optional(z.string().check(z.maxLength(CALL_LIMITS.nameMaxChars)));
const sdp = z.string().check(z.minLength(1), z.maxLength(CALL_LIMITS.sdpMaxChars));

/** Names a connection: the caller's device makes a new one, with another name, when a page was loaded again. */
const link = z.optional(idSchema);

/** Counts the offers of a side; an answer has the number of its offer. A repeated description keeps its number. */
const no = z.optional(z.int().check(z.minimum(1), z.maximum(1e9)));

const candidate = z.strictObject({
  candidate: z.string().check(z.maxLength(CALL_LIMITS.candidateMaxChars)),
  sdpMid: z.nullable(z.string().check(z.maxLength(64))),
  sdpMLineIndex: z.nullable(z.int().check(z.minimum(0), z.maximum(64))),
  usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
});

/**
 * What two devices of a call send each other: session descriptions and candidates (RFC 8829), a request to the caller
 * to restart ICE, and what a device sends at the moment, since a receiver cannot see that a camera is off.
 */
const signal = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('offer'), sdp, no, link }),
  z.strictObject({ type: z.literal('answer'), sdp, no, link }),
  z.strictObject({ type: z.literal('candidate'), candidate, link }),
  z.strictObject({
    type: z.literal('candidates'),
    candidates: z.array(candidate).check(z.minLength(1), z.maxLength(CALL_LIMITS.candidatesPerSignal)),
    link,
  }),
  /**
   * `network`: the network of the callee has changed, so that restarts of before are in vain. `reload`: its page was
   * loaded again in the call, for the `no`th time, and needs a new connection.
   */
  z.strictObject({ type: z.literal('restart'), cause: z.optional(z.enum(['network', 'reload'])), no }),
  z.strictObject({ type: z.literal('media-state'), audio: z.boolean(), video: z.boolean(), screen: z.boolean() }),
]);

const count = z.number().check(z.minimum(0), z.maximum(1e9));

/** Summary of a call's connection, sent once at its end; times in milliseconds. */
const quality = z.strictObject({
  route: z.nullable(z.enum(['direct', 'relay'])),
  rttMs: z.nullable(count),
  jitterMs: z.nullable(count),
  lossPercent: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  freezes: count,
  concealedPercent: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  restarts: count,
  /** From the answer to the first sound or image of the other side. */
  mediaAfterMs: z.nullable(count),
});

/** Payloads of the intents of calls by name. */
export const callIntentSchemas = {
  'incoming-call': z.strictObject({ ...pair, callerName: name, callType: z.enum(CALL_TYPES) }),
  'incoming-call-received': z.strictObject(pair),
  'call-accepted': z.strictObject({ ...pair, calleeName: name }),
  'call-rejected': z.strictObject({ ...pair, calleeName: name, reason: z.optional(z.enum(['declined', 'media'])) }),
  'call-busy': z.strictObject(pair),
  'call-ended': z.strictObject({
    ...pair,
    /** `media`: this side could not use its camera or microphone. */
    reason: z.optional(z.enum(['completed', 'cancelled', 'no-answer', 'media', 'connection-failed', 'lost'])),
    quality: z.optional(quality),
  }),
  /** `partyId` names the device of the other side; needed while several devices ring. */
  'call-signal': z.strictObject({ ...pair, signal, partyId: z.optional(idSchema) }),
  /** Sent every {@link CALL_LIMITS.aliveEveryMs} by both devices of an active call. `isReceiving`: media arrives. */
  'call-alive': z.strictObject({ callId: idSchema, isReceiving: z.boolean() }),
  /** The page is closed or loaded again, no one knows which: it has {@link CALL_LIMITS.returnMs} to come back. */
  'call-away': z.strictObject({ callId: idSchema }),
  /** Asks for the state of a call, as after a reconnect; the response is call-state. */
  'call-sync': z.strictObject({ callId: idSchema }),
} as const;
