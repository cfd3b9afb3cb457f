import type { AppLink, LinkCalls } from '#shared/bridge/links.ts';
import { findLink, parseLink } from './core/deep-links.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { sendToWindows } from './platform/ipc.ts';

/** Links that other programs open. */
export interface Links {
  /** Takes the link among the arguments of a start; the window is shown also without one. */
  onStart(argv: readonly string[]): void;
  /** Takes a link of the system. */
  onLink(url: string): void;
  /** Sets what shows the window for a link. */
  setWindow(show: () => void): void;
  /** True while a link waits for a page. */
  isWaiting(): boolean;
  /** Drops the link that was not opened yet. */
  clear(): void;
  handlers: HandlersOf<LinkCalls>;
}

/** Stores the last link until a page with a signed-in user takes it. What is no valid link is ignored. */
export function createLinks(): Links {
  let pending: AppLink | null = null;
  // Before the app is ready there is no window.
  let showWindow = (): void => undefined;
  const store = (link: AppLink | null): void => {
    pending = link ?? pending;
    showWindow();
    if (link) sendToWindows('linkArrived', null);
  };
  return {
    onStart: (argv) => store(findLink(argv)),
    onLink: (url) => store(parseLink(url)),
    setWindow: (show) => {
      showWindow = show;
    },
    isWaiting: () => pending !== null,
    clear: () => {
      pending = null;
    },
    handlers: {
      takeLink: () => {
        const link = pending;
        pending = null;
        return link;
      },
    },
  };
}
