import * as z from 'zod/mini';
import type { ShellCalls } from './shell.ts';

const URL_MAX_CHARS = 2_000;
const BADGE_MAX = 99_999;

const url = z.string('An address is a text.').check(z.maxLength(URL_MAX_CHARS, 'The address is too long.'));
const none = z.tuple([]);

/** Arguments of the calls about the server, the window and the computer. */
export const shellArguments = {
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
} as const satisfies Record<keyof ShellCalls, z.ZodMiniType>;
