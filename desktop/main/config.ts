import * as z from 'zod/mini';

/** Settings of the shell from the environment. */
export interface ShellConfig {
  /** LYCEUM_SERVER_URL: server address suggested at the first start; empty when unset. */
  suggestedServerUrl: string;
  /** LYCEUM_USER_DATA: folder of the profile instead of the system's; null when unset. */
  userDataDir: string | null;
  /** LYCEUM_DICTIONARY_URL: https address of a folder with dictionaries for spelling; null when unset. */
  dictionaryUrl: string | null;
  /** LYCEUM_PROXY: proxy rules as of Chromium's `--proxy-server`; null follows the system's settings. */
  proxyRules: string | null;
  /** ELECTRON_RENDERER_URL: address of the renderer's dev server, set by electron-vite; null in a built app. */
  devServerUrl: string | null;
}

const schema = z.object({
  LYCEUM_SERVER_URL: z._default(z.string(), ''),
  LYCEUM_USER_DATA: z.optional(z.string().check(z.minLength(1))),
  LYCEUM_DICTIONARY_URL: z.optional(z.url({ protocol: /^https$/ })),
  LYCEUM_PROXY: z.optional(z.string().check(z.minLength(1))),
  ELECTRON_RENDERER_URL: z.optional(z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1)$/ })),
});

/** Parses the environment. A packaged app never loads a dev server. @throws Error that names the invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, isPackaged: boolean): ShellConfig {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new Error(`Setting ${String(parsed.error.issues[0]?.path[0])} is invalid.`);
  const { LYCEUM_SERVER_URL, LYCEUM_USER_DATA, LYCEUM_DICTIONARY_URL, LYCEUM_PROXY, ELECTRON_RENDERER_URL } =
    parsed.data;
  return {
    suggestedServerUrl: LYCEUM_SERVER_URL,
    userDataDir: LYCEUM_USER_DATA ?? null,
    dictionaryUrl: LYCEUM_DICTIONARY_URL ?? null,
    proxyRules: LYCEUM_PROXY ?? null,
    devServerUrl: isPackaged ? null : (ELECTRON_RENDERER_URL ?? null),
  };
}
