import * as z from 'zod/mini';
import { CALL_TYPES } from '../api/calls.ts';
import { CALL_LIMITS } from '../call-limits.ts';
import type { CallCalls } from './calls.ts';

const PHOTO_MAX_CHARS = 2_000;

const none = z.tuple([]);
const id = z.uuid('This is not an id.');
const peer = z.strictObject({
  id,
  name: z.string('A name is a text.').check(z.maxLength(CALL_LIMITS.nameMaxChars, 'The name is too long.')),
  photo: z.nullable(z.string().check(z.maxLength(PHOTO_MAX_CHARS, 'The address is too long.'))),
});
const call = z.strictObject({
  callId: id,
  peer,
  callType: z.enum(CALL_TYPES, 'Choose voice or video.'),
  phase: z.enum(['outgoing', 'incoming', 'active'], 'This is not a phase of a call.'),
  isAnswering: z.boolean('Choose true or false.'),
  isMuted: z.boolean('Choose true or false.'),
  isSharing: z.boolean('Choose true or false.'),
});

/** Arguments of the calls about voice and video calls. */
export const callArguments = {
  reportCall: z.tuple([z.strictObject({ isLive: z.boolean('Choose true or false.'), call: z.nullable(call) })]),
  getTraySettings: none,
  getCallBox: none,
  actInCallBox: z.tuple([id, z.enum(['answer-video', 'answer-voice', 'decline'], 'This is not an action.')]),
} as const satisfies Record<keyof CallCalls, z.ZodMiniType>;
