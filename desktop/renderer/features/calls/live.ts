import { SignedOutError } from '../../lib/http/errors.ts';
import type { LiveBinding } from '../../lib/live/live-link.ts';
import { hasKeptCall } from './kept-call.ts';
import type { CallController } from './session/call-controller.ts';

/** Pushes that load the code of calls, which follows all others itself. */
const OPENING = ['incoming-call', 'call-state'] as const;

let open: (() => Promise<CallController>) | undefined;
/** Loads that began before calls were bound, as those of the page with which the app opens. */
const waiting = new Set<() => void>();

/** Receives the user's calls. Returns the unbind function, which ends a call. */
export function bindCalls(binding: LiveBinding): () => void {
  let calls: CallController | undefined;
  let loading: Promise<CallController> | undefined;
  const load = (): Promise<CallController> =>
    (loading ??= import('./session/controller.ts').then(
      ({ openCalls }) => {
        if (open !== load) throw new SignedOutError();
        return (calls = openCalls(binding));
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  open = load;
  // The page was loaded again in a call.
  if (hasKeptCall())
    load().then(
      (session) => session.sync(),
      () => undefined,
    );
  for (const start of waiting) start();
  waiting.clear();
  const stops = OPENING.map((name) =>
    binding.link.subscribe(name, (push) => {
      if (calls) return calls.receive(name, push);
      load().then(
        (session) => {
          session.receive(name, push);
          // What was pushed while the code loaded is lost.
          session.sync();
        },
        () => undefined,
      );
    }),
  );
  return () => {
    for (const stop of stops) stop();
    open = undefined;
    calls?.dispose();
  };
}

/** Loads the code of calls, before the first one. @throws SignedOutError when no user is signed in. */
export function loadCalls(): Promise<CallController> {
  return open?.() ?? Promise.reject(new SignedOutError());
}

/** Loads the code of calls as soon as they are bound. @throws AbortError when the signal comes before. */
export function loadBoundCalls(signal: AbortSignal): Promise<CallController> {
  return new Promise((resolve, reject) => {
    const start = (): void => resolve(loadCalls());
    if (open) return start();
    waiting.add(start);
    const abort = (): void => {
      waiting.delete(start);
      reject(new DOMException('No user signed in meanwhile', 'AbortError'));
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}
