import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The time between the request to stop and the closing of the listener. */
export interface Drain {
  /** True from the request to stop on: the node is not ready, so that a load balancer sends requests elsewhere. */
  isDraining: () => boolean;
  /** Waits for the load balancer to notice; requests are still handled, each on its last connection. */
  start: () => Promise<void>;
  /** Aborted when the stop must be quick. */
  hurried: AbortSignal;
  /** Ends the wait, also one that has not begun. */
  hurry: () => void;
  /** Lets the server close each connection after its response while it drains. */
  watch: (server: Server) => void;
}

/** Creates the drain of a server; `drainMs` is how long a load balancer may take to notice. */
export function createDrain(drainMs: number): Drain {
  const controller = new AbortController();
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    async start() {
      isDraining = true;
      // Rejected when it is aborted, which ends the wait as well.
      await pause(drainMs, undefined, { signal: controller.signal }).catch(() => undefined);
    },
    hurried: controller.signal,
    hurry: () => controller.abort(),
    watch(server) {
      // A connection that is kept open could be closed at the moment when the load balancer uses it again.
      server.prependListener('request', (_req, res) => {
        if (isDraining) res.shouldKeepAlive = false;
      });
    },
  };
}
