import * as z from 'zod/mini';

/** Settings of the shell from the environment. */
export interface ShellConfig {
  /** LYCEUM_SERVER_URL: server address suggested at the first start; empty when unset. */
  suggestedServerUrl: string;
  /** LYCEUM_USER_DATA: folder of the profile instead of the system's; null when unset. */
  userDataDir: string | null;
  /** LYCEUM_DICTIONARY_URL: https address of a folder with dictionaries for spelling; null when unset. */
  dictionaryUrl: string | null;
  /** ELECTRON_RENDERER_URL: address of the renderer's dev server, set by electron-vite; null in a built app. */
  devServerUrl: string | null;
  /** APPIMAGE: file of the AppImage that runs, set by it on Linux; null otherwise. */
  appImage: string | null;
}

const schema = z.object({
  LYCEUM_SERVER_URL: z._default(z.string(), ''),
  LYCEUM_USER_DATA: z.optional(z.string().check(z.minLength(1))),
  APPIMAGE: z.optional(z.string()),
  LYCEUM_DICTIONARY_URL: z.optional(z.url({ protocol: /^https$/ })),
  ELECTRON_RENDERER_URL: z.optional(z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1)$/ })),
});

/** Parses the environment. A packaged app never loads a dev server. @throws Error that names the invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, isPackaged: boolean): ShellConfig {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new Error(`Setting ${String(parsed.error.issues[0]?.path[0])} is invalid.`);
  const { LYCEUM_SERVER_URL, LYCEUM_USER_DATA, LYCEUM_DICTIONARY_URL, ELECTRON_RENDERER_URL, APPIMAGE } = parsed.data;
  return {
    suggestedServerUrl: LYCEUM_SERVER_URL,
    userDataDir: LYCEUM_USER_DATA ?? null,
    dictionaryUrl: LYCEUM_DICTIONARY_URL ?? null,
    devServerUrl: isPackaged ? null : (ELECTRON_RENDERER_URL ?? null),
    appImage: APPIMAGE ?? null,
  };
}
