import type { Browser } from 'playwright-core';

/** Listeners of a page by the name of their event. */
type Listeners = Map<string, (() => void)[]>;

/**
 * Creates a browser whose pages open, load, navigate and close, and run nothing. `onSend` receives what main sends to a
 * page.
 */
export function createPagelessBrowser(onSend: (channel: string, values: unknown[]) => void = () => {}): Browser {
  const context = {
    newPage: async () => openPage(onSend),
    newCDPSession: async () => ({ send: async () => undefined }),
    pages: () => [],
    grantPermissions: async () => undefined,
    route: async () => undefined,
    close: async () => undefined,
  };
  return { newContext: async () => context } as unknown as Browser;
}

function openPage(onSend: (channel: string, values: unknown[]) => void): object {
  let url = 'about:blank';
  const listeners: Listeners = new Map();
  const known = {
    url: () => url,
    on: (name: string, run: () => void) => void listeners.set(name, [...(listeners.get(name) ?? []), run]),
    goto: async (to: string) => {
      url = to;
      for (const name of ['domcontentloaded', 'load']) for (const run of listeners.get(name) ?? []) run();
    },
    evaluate: async (_run: unknown, sent?: [string, unknown[]]) => {
      if (sent) onSend(...sent);
    },
  };
  // A promise has no such method: it must not look like one.
  return new Proxy(known, {
    get: (target, name) =>
      name in target ? Reflect.get(target, name) : name === 'then' ? undefined : () => Promise.resolve(undefined),
  });
}
