import type { Bridge } from '#shared/bridge/contract.ts';

declare global {
  interface Window {
    /** The API that the desktop app's preload script exposes; absent in the web app. */
    readonly lyceum?: Bridge;
  }
}

/** Returns the desktop app's bridge; undefined in the web app. */
export function readBridge(): Bridge | undefined {
  return globalThis.window.lyceum;
}
