import * as z from 'zod/mini';
import type { DesktopCalls } from './desktop.ts';

const LANGUAGES_MAX = 5;

const flag = z.optional(z.boolean('This switch is on or off.'));
const none = z.tuple([]);

/** Arguments of the calls about the settings of the desktop client. */
export const desktopArguments = {
  getDesktopSettings: none,
  editDesktopSettings: z.tuple([
    z.strictObject({
      startAtLogin: flag,
      closeBehaviour: z.optional(z.enum(['tray', 'quit'], 'Choose tray or quit.')),
      notificationPreview: z.optional(z.enum(['full', 'sender', 'none'], 'Choose full, sender or none.')),
      downloadRule: z.optional(z.enum(['allow', 'ask'], 'Choose allow or ask.')),
      isSpellingOn: flag,
      spellingLanguages: z.optional(
        z
          .array(z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/, 'This is not a language.')))
          .check(z.maxLength(LANGUAGES_MAX, 'Choose at most 5 languages.')),
      ),
      zoomFactor: z.optional(z.number('A zoom factor is a number.').check(z.minimum(0.5), z.maximum(3))),
    }),
  ]),
  chooseDownloadsFolder: none,
} as const satisfies Record<keyof DesktopCalls, z.ZodMiniType>;
