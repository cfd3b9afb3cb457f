import * as z from 'zod/mini';
import { isServerOrigin } from './server-address.ts';

/** Accounts whose choices are remembered; the oldest are removed first. */
export const CAPTURE_ACCOUNTS_MAX = 50;

const choice = z.nullable(z.enum(['always', 'never', 'ask']));
const bounds = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Form of the settings file: since 2, null is a setting that the member has not chosen. */
const FORMAT = 2;

const fields = {
  /** See {@link FORMAT}. */
  format: z.int(),
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
  /** The policy has last set shared-computer mode. */
  wasShared: z.boolean(),
  /** The toast that this computer cannot store sessions was shown. */
  isKeychainNoticeShown: z.boolean(),
  /** What closing the window does, where there is a tray; null until the member has chosen. */
  closeBehaviour: z.nullable(z.enum(['tray', 'quit'])),
  /** What notifications of messages show; null until the member has chosen. */
  notificationPreview: z.nullable(z.enum(['full', 'sender', 'none'])),
  /** The member was shown that the app stays in the tray. */
  isTrayNoticeShown: z.boolean(),
  /** The member does not want to be disturbed. */
  isQuiet: z.boolean(),
  /** Choices for camera and microphone by account on its server, the latest account last. */
  captureChoices: z.record(z.string(), z.object({ camera: choice, microphone: choice })),
  /** Null until the member has chosen. */
  startAtLogin: z.nullable(z.boolean()),
  /** What the client has last asked of the system: to start at login, or not to. */
  isLoginItemSet: z.boolean(),
  /** Folder of downloads; null for the system's. */
  downloadsFolder: z.nullable(z.string().check(z.minLength(1))),
  downloadRule: z.enum(['allow', 'ask']),
  /** Codes of the languages to check; none for those of the system. */
  spelling: z.object({ isOn: z.boolean(), languages: z.array(z.string()) }),
};

/** What the shell stores between runs; nothing in it is secret. */
export type Settings = { [Key in keyof typeof fields]: z.infer<(typeof fields)[Key]> };

/** Settings at the first start. */
const DEFAULT_SETTINGS: Settings = {
  format: FORMAT,
  serverUrl: null,
  lastAccount: null,
  window: null,
  wasShared: false,
  zoomFactor: 1,
  appearance: { theme: 'system', background: null },
  isKeychainNoticeShown: false,
  closeBehaviour: null,
  notificationPreview: null,
  isTrayNoticeShown: false,
  isQuiet: false,
  captureChoices: {},
  startAtLogin: null,
  isLoginItemSet: false,
  downloadsFolder: null,
  downloadRule: 'allow',
  spelling: { isOn: true, languages: [] },
};

/** Returns the settings without those of a member: only what belongs to the computer stays. */
export function withoutMember({ serverUrl, wasShared, isKeychainNoticeShown, isLoginItemSet }: Settings): Settings {
  return { ...DEFAULT_SETTINGS, serverUrl, wasShared, isKeychainNoticeShown, isLoginItemSet };
}

/**
 * Returns a settings file in the current form. Files of form 1 contain every setting, also those that the member never
 * chose: there, a value that is the default counts as not chosen.
 */
function migrate(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof stored['format'] === 'number' && stored['format'] >= FORMAT) return stored;
  const { closeBehaviour, startAtLogin, ...others } = stored;
  return {
    ...others,
    format: FORMAT,
    ...(closeBehaviour !== 'tray' && { closeBehaviour }),
    ...(startAtLogin === true && { startAtLogin, isLoginItemSet: true }),
  };
}

/** Parses a settings file field by field. An invalid field has its default; `bad` lists the invalid fields. */
export function readSettings(file: Readonly<Record<string, unknown>>): { settings: Settings; bad: string[] } {
  const stored = migrate(file);
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const bad: string[] = [];
  for (const [name, schema] of Object.entries(fields)) {
    if (stored[name] === undefined) continue;
    const parsed = schema.safeParse(stored[name]);
    if (parsed.success) settings[name] = parsed.data;
    else bad.push(name);
  }
  return { settings: settings as Settings, bad };
}
