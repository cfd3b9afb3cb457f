import type { LiveBinding } from '../../lib/live/live-link.ts';
import { hasKeptCall } from './kept-call.ts';
import type { CallController } from './session/call-controller.ts';

/** Pushes that load the code of calls, which follows all others itself. */
const OPENING = ['incoming-call', 'call-state'] as const;

let open: (() => Promise<CallController>) | undefined;

/** Receives the user's calls. Returns the unbind function, which ends a call. */
export function bindCalls(binding: LiveBinding): () => void {
  let calls: CallController | undefined;
  let loading: Promise<CallController> | undefined;
  const load = (): Promise<CallController> =>
    (loading ??= import('./session/controller.ts').then(
      ({ openCalls }) => {
        if (open !== load) throw new Error('signed out');
        return (calls = openCalls(binding));
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  open = load;
  // The server sends the state of the call once the link is live.
  if (hasKeptCall()) load().catch(() => undefined);
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

/** Loads the code of calls, before the first one. @throws Error when no user is signed in. */
export function loadCalls(): Promise<CallController> {
  return open?.() ?? Promise.reject(new Error('signed out'));
}
