import * as z from 'zod/mini';
import type { MediaCalls } from './media.ts';

const SOURCE_MAX_CHARS = 200;

const none = z.tuple([]);
const device = z.enum(['camera', 'microphone'], 'This is not a device.');
const callId = z.nullable(z.uuid('This is not an id.'));
const devices = z
  .array(device)
  .check(z.minLength(1, 'Name a device.'), z.maxLength(2, 'There are only two kinds of devices.'));

/** Arguments of the calls about camera, microphone and screen. */
export const mediaArguments = {
  getCaptureAccess: none,
  requestCapture: z.tuple([
    z.strictObject({
      kinds: z.union([devices, z.tuple([z.literal('screen')])], 'Request devices, or the screen alone.'),
      callId,
    }),
  ]),
  releaseCapture: z.tuple([callId]),
  forgetCaptureChoice: z.tuple([device]),
  openCaptureSettings: z.tuple([device]),
  getCaptureQuestion: none,
  requestPromptPreview: none,
  answerCapture: z.tuple([
    z.union(
      [
        z.strictObject({
          type: z.literal('devices'),
          choice: z.enum(['once', 'call', 'always', 'never', 'later'], 'This is not a choice.'),
        }),
        z.strictObject({
          type: z.literal('screen'),
          sourceId: z.nullable(z.string().check(z.maxLength(SOURCE_MAX_CHARS, 'This is not a source.'))),
        }),
      ],
      'This is not an answer.',
    ),
  ]),
} as const satisfies Record<keyof MediaCalls, z.ZodMiniType>;
