import * as z from 'zod/mini';
import type { LiveCalls } from './live.ts';

const ROOM_MAX_CHARS = 100;
const NAME_MAX_CHARS = 64;

const room = z
  .string('A room is a text.')
  .check(z.regex(/^[a-z]+(?:-[\w-]+)?$/, 'This is not a room.'), z.maxLength(ROOM_MAX_CHARS, 'This is not a room.'));
const none = z.tuple([]);

/** Arguments of the calls about the live link. */
export const liveArguments = {
  getLiveState: none,
  connectLive: z.tuple([z.uuid('This is not an id.')]),
  disconnectLive: none,
  reconnectLive: z.tuple([z.boolean('A change is true or false.')]),
  joinRoom: z.tuple([room]),
  leaveRoom: z.tuple([room]),
  emitLive: z.tuple([
    z
      .string('An intent has a name.')
      .check(
        z.regex(/^[a-z][a-z-]*$/, 'This is not an intent.'),
        z.maxLength(NAME_MAX_CHARS, 'This is not an intent.'),
      ),
    z.unknown(),
  ]),
} as const satisfies Record<keyof LiveCalls, z.ZodMiniType>;
