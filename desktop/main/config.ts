import * as z from 'zod/mini';

/** What the shell is told from outside when it starts. */
export interface ShellConfig {
  /** Server address that the first start suggests: LYCEUM_SERVER_URL; empty when unset. */
  suggestedServerUrl: string;
  /** Folder of the profile instead of the system's: LYCEUM_USER_DATA; null when unset. */
  userDataDir: string | null;
  /** Address of the renderer's dev server: ELECTRON_RENDERER_URL, set by electron-vite; null in a built app. */
  devServerUrl: string | null;
}

const schema = z.object({
  LYCEUM_SERVER_URL: z._default(z.string(), ''),
  LYCEUM_USER_DATA: z.optional(z.string().check(z.minLength(1))),
  ELECTRON_RENDERER_URL: z.optional(z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1)$/ })),
});

/** Reads the environment once. A packaged app loads no dev server. @throws Error that names the bad setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, isPackaged: boolean): ShellConfig {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new Error(`Setting ${String(parsed.error.issues[0]?.path[0])} is not usable.`);
  const { LYCEUM_SERVER_URL, LYCEUM_USER_DATA, ELECTRON_RENDERER_URL } = parsed.data;
  return {
    suggestedServerUrl: LYCEUM_SERVER_URL,
    userDataDir: LYCEUM_USER_DATA ?? null,
    devServerUrl: isPackaged ? null : (ELECTRON_RENDERER_URL ?? null),
  };
}
