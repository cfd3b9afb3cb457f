import * as z from 'zod/mini';

/** Settings of the shell from the environment. */
export interface ShellConfig {
  /** LYCEUM_SERVER_URL: server address suggested at the first start; empty when unset. */
  suggestedServerUrl: string;
  /** LYCEUM_USER_DATA: folder of the profile instead of the system's; null when unset. */
  userDataDir: string | null;
  /** LYCEUM_DICTIONARY_URL: https address of a folder with dictionaries for spelling; null when unset. */
  dictionaryUrl: string | null;
  /** Folders where Windows may be: its usual one and SystemRoot. The first that contains reg.exe is used. */
  systemRoots: readonly [string, ...string[]];
  /** LYCEUM_POLICY_DIR: folder of policy files on Linux; null when unset and in a packaged app. */
  policyDir: string | null;
  /** LYCEUM_PROXY: proxy rules as of Chromium's `--proxy-server`; null follows the system's settings. */
  proxyRules: string | null;
  /** ELECTRON_RENDERER_URL: address of the renderer's dev server, set by electron-vite; null in a built app. */
  devServerUrl: string | null;
  /** XDG_CURRENT_DESKTOP: names of the desktop environment on Linux, separated by colons. */
  desktop: string | undefined;
  /** LOCALAPPDATA: folder of the user's own programs on Windows; null elsewhere. */
  localAppData: string | null;
  /** APPIMAGE: the file that runs; null unless the app is an AppImage. */
  appImage: string | null;
  /** The word `update-keys`, then the public keys that updates of this build are signed with, after commas. */
  updateKeys: string;
  /** XDG_SESSION_TYPE: true on Wayland, where the system shows the choice of a screen to share. */
  isWayland: boolean;
}

/** Folder of Windows on nearly all computers. */
const USUAL_SYSTEM_ROOT = String.raw`C:\Windows`;

/** Set by the build, see electron.vite.config.ts. */
declare const LYCEUM_UPDATE_KEYS: string | undefined;

const schema = z.object({
  LYCEUM_SERVER_URL: z._default(z.string(), ''),
  LYCEUM_USER_DATA: z.optional(z.string().check(z.minLength(1))),
  LYCEUM_DICTIONARY_URL: z.optional(z.url({ protocol: /^https$/ })),
  XDG_CURRENT_DESKTOP: z.optional(z.string()),
  XDG_SESSION_TYPE: z.optional(z.string()),
  LYCEUM_POLICY_DIR: z.optional(z.string().check(z.minLength(1))),
  SystemRoot: z._default(z.string(), USUAL_SYSTEM_ROOT),
  LYCEUM_PROXY: z.optional(z.string().check(z.minLength(1))),
  ELECTRON_RENDERER_URL: z.optional(z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1)$/ })),
  LOCALAPPDATA: z.optional(z.string().check(z.minLength(1))),
  APPIMAGE: z.optional(z.string().check(z.minLength(1))),
});

/** Parses the environment. A packaged app never loads a dev server. @throws Error that names the invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, isPackaged: boolean): ShellConfig {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new Error(`Setting ${String(parsed.error.issues[0]?.path[0])} is invalid.`);
  const { SystemRoot } = parsed.data;
  const { LYCEUM_SERVER_URL, LYCEUM_USER_DATA, LYCEUM_DICTIONARY_URL, LYCEUM_PROXY, LYCEUM_POLICY_DIR } = parsed.data;
  return {
    suggestedServerUrl: LYCEUM_SERVER_URL,
    userDataDir: LYCEUM_USER_DATA ?? null,
    dictionaryUrl: LYCEUM_DICTIONARY_URL ?? null,
    // A member who starts the installed app must not be able to leave the institution's policy out. SystemRoot is used
    // only where Windows is not in its usual folder.
    systemRoots: isPackaged ? [USUAL_SYSTEM_ROOT, SystemRoot] : [SystemRoot, USUAL_SYSTEM_ROOT],
    policyDir: isPackaged ? null : (LYCEUM_POLICY_DIR ?? null),
    devServerUrl: isPackaged ? null : (parsed.data.ELECTRON_RENDERER_URL ?? null),
    desktop: parsed.data.XDG_CURRENT_DESKTOP,
    localAppData: parsed.data.LOCALAPPDATA ?? null,
    appImage: parsed.data.APPIMAGE ?? null,
    updateKeys: typeof LYCEUM_UPDATE_KEYS === 'string' ? LYCEUM_UPDATE_KEYS : '',
    isWayland: parsed.data.XDG_SESSION_TYPE === 'wayland',
    proxyRules: LYCEUM_PROXY ?? null,
  };
}
