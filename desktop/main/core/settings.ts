import * as z from 'zod/mini';
import { isServerOrigin } from './server-address.ts';

const bounds = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

const fields = {
  /** Origin of the chosen server; null before the first choice. */
  serverUrl: z.nullable(z.string().check(z.refine(isServerOrigin))),
  /** Id of the account that the window showed last; null before the first sign-in. */
  lastAccount: z.nullable(z.string().check(z.regex(/^[\da-f]{16}$/))),
  window: z.nullable(z.object({ bounds, isMaximized: z.boolean() })),
  zoomFactor: z.number().check(z.minimum(0.5), z.maximum(3)),
  appearance: z.object({
    theme: z.enum(['light', 'dark', 'system']),
    background: z.nullable(z.string().check(z.regex(/^#[\da-f]{6}$/i))),
  }),
  /** The toast that this computer cannot store sessions was shown. */
  isKeychainNoticeShown: z.boolean(),
};

/** What the shell stores between runs; nothing in it is secret. */
export type Settings = { [Key in keyof typeof fields]: z.infer<(typeof fields)[Key]> };

/** Settings at the first start. */
const DEFAULT_SETTINGS: Settings = {
  serverUrl: null,
  lastAccount: null,
  window: null,
  zoomFactor: 1,
  appearance: { theme: 'system', background: null },
  isKeychainNoticeShown: false,
};

/** Parses a settings file field by field. An invalid field has its default; `bad` lists the invalid fields. */
export function readSettings(stored: Readonly<Record<string, unknown>>): { settings: Settings; bad: string[] } {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const bad: string[] = [];
  for (const [name, schema] of Object.entries(fields)) {
    if (!Object.hasOwn(stored, name)) continue;
    const parsed = schema.safeParse(stored[name]);
    if (parsed.success) settings[name] = parsed.data;
    else bad.push(name);
  }
  return { settings: settings as Settings, bad };
}
