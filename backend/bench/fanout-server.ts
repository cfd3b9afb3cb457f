import './collect.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time.ts';

/**
 * Loaded before a server of the bench `fanout`: connections are not pinged during the run, and the process responds to
 * each message with its processor time so far, in microseconds.
 */
Object.assign(SOCKET_LIMITS, { pingIntervalMs: HOUR_MS });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
