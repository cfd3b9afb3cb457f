import type { ShellConfig } from './config.ts';
import type { Policy } from './core/policy.ts';
import { serverOf } from './core/policy-server.ts';
import { spellCheckerOf, type SpellChecker } from './core/spell-checker.ts';
import { createToasts } from './core/toasts.ts';
import type { Links } from './links.ts';
import { sendToWindows } from './platform/ipc.ts';
import { readInstallation } from './platform/lifecycle.ts';
import type { PolicyRead } from './platform/policy.ts';
import { isWipeDue } from './platform/profile.ts';
import { openSettings, type SettingsStore } from './platform/settings-store.ts';
import { openPolicy } from './policy.ts';
import type { Recovery } from './recovery.ts';

/** Parameters of the shell, from the entry point. */
export interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  preloadFile: string;
  rendererDir: string;
  /** Folder of the images of the tray. */
  traysDir: string;
  /** The command line of this start, the program first. */
  argv: readonly string[];
  /** Prints a warning on the console. */
  print: (message: string) => void;
}

/** What exists before the app is ready. */
export interface Started {
  recovery: Recovery;
  links: Links;
  policyRead: PolicyRead;
}

/** What every module receives. */
export interface Base extends ShellParts, Started {
  installation: ReturnType<typeof readInstallation>;
  policy: Policy;
  settings: SettingsStore;
  /** Origin of the server that is used; null before one was chosen. */
  serverUrl: () => string | null;
  toasts: ReturnType<typeof createToasts>;
  spellChecker: SpellChecker;
  hasDevTools: boolean;
  /** True on a computer that several people use: nothing is kept of a member. */
  isShared: boolean;
}

/** Opens what every module receives. The app must be ready. */
export function openBase(shell: ShellParts, started: Started): Base {
  const { policyRead, recovery } = started;
  const installation = readInstallation();
  const settings = openSettings(recovery.warn, recovery.options.isSafeMode);
  const wasShared = settings.current.wasShared || isWipeDue();
  const policy = openPolicy(policyRead, { wasShared, warn: recovery.warn });
  const { current } = policy;
  if (settings.current.wasShared !== current.sharedComputer) settings.update({ wasShared: current.sharedComputer });
  return {
    ...shell,
    ...started,
    installation,
    policy,
    settings,
    serverUrl: () => serverOf(policy, settings.current.serverUrl),
    toasts: createToasts((toast) => sendToWindows('toast', toast)),
    spellChecker: spellCheckerOf(shell.platform, current.spellcheckDictionaryUrl ?? shell.config.dictionaryUrl),
    hasDevTools: policy.isManaged('devTools') ? current.devTools : !installation.isPackaged,
    isShared: current.sharedComputer,
  };
}
