import type { Bridge } from '#shared/bridge/contract.ts';

declare global {
  interface Window {
    /** What the desktop shell's preload script exposes; absent in the web app. */
    readonly lyceum?: Bridge;
  }
}

/** The desktop shell, when this page runs in it. */
export function readBridge(): Bridge | undefined {
  return globalThis.window.lyceum;
}
