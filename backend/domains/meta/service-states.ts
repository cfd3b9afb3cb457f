import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceState } from '#shared/api/meta.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { Pool } from '../../db/pool.ts';
import { isOutboxLate } from '../../domain-events.ts';
import type { Mailer } from '../../gateways/email.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import { pingScanner } from '../../gateways/scanner.ts';

/** How long a check may take, in milliseconds. */
const CHECK_MAX_MS = 2 * SECOND_MS;
/** How long states are used before they are checked again, in milliseconds: a check of SMTP signs in. */
const STATES_MS = 30 * SECOND_MS;

/** Returns the state of a service; one that rejects or takes too long is unavailable. */
type ServiceCheck = () => Promise<ServiceState>;

/**
 * Returns a function that returns the states of services by name. The first call waits for the checks, at most
 * {@link CHECK_MAX_MS}; later ones return the last states at once, and start the next checks when these are older than
 * {@link STATES_MS}.
 */
export function createServiceStates<Name extends string>(
  checks: Readonly<Partial<Record<Name, ServiceCheck | undefined>>>,
  nowMs: () => number = () => performance.now(),
): () => Promise<Partial<Record<Name, ServiceState>>> {
  let states: Promise<Partial<Record<Name, ServiceState>>> | undefined;
  let checkedAtMs = 0;
  let isChecking = false;

  const checkAll = async (): Promise<Partial<Record<Name, ServiceState>>> => {
    const entries = Object.entries<ServiceCheck | undefined>(checks);
    const known = entries.filter((entry): entry is [Name, ServiceCheck] => entry[1] !== undefined);
    const found = await Promise.all(known.map(async ([name, check]) => [name, await stateOf(check)] as const));
    return Object.fromEntries(found) as Partial<Record<Name, ServiceState>>;
  };
  return () => {
    if (!isChecking && (!states || nowMs() - checkedAtMs >= STATES_MS)) {
      isChecking = true;
      const next = checkAll();
      states ??= next;
      void next.then(() => {
        states = next;
        checkedAtMs = nowMs();
        isChecking = false;
      });
    }
    return states ?? Promise.resolve({});
  };
}

/** Runs a check, at most {@link CHECK_MAX_MS}. */
async function stateOf(check: ServiceCheck): Promise<ServiceState> {
  const late = new AbortController();
  const limit = pause(CHECK_MAX_MS, 'unavailable' as const, { ref: false, signal: late.signal });
  const state = await Promise.race([check().catch(() => 'unavailable' as const), limit]);
  late.abort();
  return state;
}

/** The services of a backend; those that are not set up are undefined. */
interface Services {
  pool: Pool;
  store: FileStore;
  mailer: Mailer;
  clamd: Parameters<typeof pingScanner>[0] | undefined;
}

/** Returns a function that returns the states of the services that are set up, as {@link createServiceStates} does. */
export function watchServices({ pool, store, mailer: { check }, clamd }: Services) {
  return createServiceStates({
    files: () => store.readMarker().then(() => 'ok' as const),
    scanner: clamd === undefined ? undefined : () => pingScanner(clamd).then(() => 'ok' as const),
    email: check && (() => check().then(() => 'ok' as const)),
    outbox: async () => ((await isOutboxLate(pool)) ? 'late' : 'ok'),
  });
}
