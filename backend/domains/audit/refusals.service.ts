import type { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '#shared/time.ts';
import { recordAudit } from './audit.service.ts';

/** How often a refusal of one account or address and kind is recorded, in milliseconds. */
const RECORD_EVERY_MS = MINUTE_MS;

/** Most refusals that a node records in that time, from all accounts and addresses. */
const RECORDS_MAX = 200;

/** A request that was refused with one of {@link EVENTS}. */
export interface Refusal {
  code: string;
  userId: string | null;
  sessionId: string | null;
  ip: string | null;
  method: string;
  /** The path without its query. */
  path: string;
}

/** Events of the OWASP logging vocabulary by the code of the error. Any other 403 is `authz_fail`. */
const EVENTS: Record<string, string> = { CSRF_INVALID: 'csrf_fail', RATE_LIMITED: 'excess_rate_limit_exceeded' };

/** Settings of the recorder. */
interface RefusalSettings {
  forkEm: () => EntityManager;
  onError: (error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
}

/**
 * Creates the function that records refused requests in the audit log, sampled so that they cannot flood it. The
 * entries are written in the background.
 */
export function createRefusalRecorder({ forkEm, onError, nowMs = () => performance.now() }: RefusalSettings) {
  const recorded = new Set<string>();
  let sinceMs = nowMs();
  return ({ code, userId, sessionId, ip, method, path }: Refusal): void => {
    const event = EVENTS[code] ?? 'authz_fail';
    if (nowMs() - sinceMs >= RECORD_EVERY_MS) {
      recorded.clear();
      sinceMs = nowMs();
    }
    const key = `${event} ${userId ?? ip}`;
    if (recorded.has(key) || recorded.size >= RECORDS_MAX) return;
    recorded.add(key);
    const details = { code, method, path };
    recordAudit(forkEm(), { event, outcome: 'failure', actorId: userId, sessionId, ip, details }).catch(onError);
  };
}
