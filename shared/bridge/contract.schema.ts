import * as z from 'zod/mini';
import type { BridgeCall } from './contract.ts';

const URL_MAX_CHARS = 2_000;
const ROOM_MAX_CHARS = 100;
const NAME_MAX_CHARS = 64;
const BADGE_MAX = 99_999;

const url = z.string('An address is a text.').check(z.maxLength(URL_MAX_CHARS, 'The address is too long.'));
const room = z
  .string('A room is a text.')
  .check(z.regex(/^[a-z]+(?:-[\w-]+)?$/, 'This is not a room.'), z.maxLength(ROOM_MAX_CHARS, 'This is not a room.'));
const none = z.tuple([]);

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = {
  getAppInfo: none,
  checkServer: z.tuple([url]),
  setServer: z.tuple([url]),
  forgetSession: z.tuple([z.enum(['stored', 'session', 'everything'], 'Choose stored, session or everything.')]),
  setAppearance: z.tuple([
    z.strictObject({
      theme: z.enum(['light', 'dark', 'system'], 'This is not a theme.'),
      background: z.string('A colour is a text.').check(z.regex(/^#[\da-f]{6}$/i, 'A colour is written as #rrggbb.')),
    }),
  ]),
  setBadge: z.tuple([
    z
      .int('A count is a whole number.')
      .check(z.minimum(0, 'A count starts at 0.'), z.maximum(BADGE_MAX, 'The count is too large.')),
  ]),
  takeToasts: none,
  getLiveState: none,
  connectLive: z.tuple([z.uuid('This is not an id.')]),
  disconnectLive: none,
  reconnectLive: none,
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
} as const satisfies Record<BridgeCall, z.ZodMiniType>;
