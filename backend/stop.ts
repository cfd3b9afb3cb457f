import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JobQueue } from './db/job-queue.ts';
import type { Pool } from './db/pool.ts';
import type { DomainEvents } from './domain-events.ts';
import { retireNode } from './domains/presence/nodes.service.ts';
import type { Redis } from './gateways/redis.ts';
import type { Drain } from './http/drain.ts';
import type { Live } from './live.ts';

/** How long running requests may take after the stop, in milliseconds; less when the stop must be quick. */
const SHUTDOWN_MS = { usual: 8_000, hurried: 2_000 } as const;
/** How long each later step of the stop may take, in milliseconds. */
const STEP_MS = 6_000;
const IDLE_CHECK_MS = 50;

/** What runs in a started backend, and has to be stopped. */
interface Running {
  log: Logger;
  drain: Drain;
  housekeeping: NodeJS.Timeout;
  server: Server;
  live: Live;
  events: DomainEvents;
  jobs: JobQueue;
  database: { pool: Pool; close: () => Promise<void> };
  nodeId: string;
  redis: Redis | undefined;
  mailer: { close: () => void };
  callNetwork: { stop: () => Promise<void> };
}

/**
 * Stops a backend: it reports that it is not ready, finishes requests and jobs, and closes sockets and connections. A
 * step that takes too long is logged, and the stop goes on without it.
 */
export async function stopApp({
  log,
  drain,
  housekeeping,
  server,
  live,
  nodeId,
  redis,
  mailer,
  ...rest
}: Running): Promise<void> {
  await drain.start();
  clearInterval(housekeeping);
  const { events, jobs, database, callNetwork } = rest;
  void retireNode(database.pool, nodeId).catch(() => undefined);
  await stopAccepting(server, live, drain.hurried);
  const steps = {
    stun: callNetwork.stop,
    events: () => events.stop(),
    pushes: live.sendLast,
    jobs: () => jobs.stop(),
    redis: async () => {
      await redis?.settle();
      redis?.close();
    },
    database: database.close,
  };
  for (const [step, stop] of Object.entries(steps))
    if (!(await endsWithin(stop(), STEP_MS))) log.warn({ step }, 'stopping took too long and goes on without it');
  mailer.close();
}

/** Refuses new connections, disconnects the sockets, and waits for the running requests. */
async function stopAccepting(server: Server, live: Pick<Live, 'close'>, hurried: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await live.close();
  // Clients keep a connection open after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const closeAll = (): void => server.closeAllConnections();
  const timers = [setTimeout(closeAll, SHUTDOWN_MS.usual)];
  const hurry = (): unknown => timers.push(setTimeout(closeAll, SHUTDOWN_MS.hurried));
  if (hurried.aborted) hurry();
  else hurried.addEventListener('abort', hurry, { once: true });
  await closed;
  hurried.removeEventListener('abort', hurry);
  clearInterval(sweep);
  for (const timer of timers) clearTimeout(timer);
}

/** Waits for a step, at most `ms`, and returns whether it ended. */
async function endsWithin(step: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new AbortController();
  const isEnded = await Promise.race([step.then(() => true), pause(ms, false, { signal: late.signal })]);
  late.abort();
  return isEnded;
}
