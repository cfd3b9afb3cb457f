import type pg from 'pg';

/** Pause before the next try, in milliseconds. */
const PAUSE_MS = 100;

/** SQLSTATE of a server that has no connection left. */
const TOO_MANY_CONNECTIONS = '53300';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * Makes a pool try again for `waitMs` when the server has no connection left, instead of failing at once: another pool,
 * or this one, may release a connection meanwhile.
 */
export function waitForFreeConnection(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool);
  const attempt = (until: number, done: (...connected: Connected) => void): void =>
    connect((error, client, release) => {
      const isFull = error !== undefined && 'code' in error && error.code === TOO_MANY_CONNECTIONS;
      if (isFull && performance.now() < until) setTimeout(() => attempt(until, done), PAUSE_MS);
      else done(error, client, release);
    });
  pool.connect = ((callback?: (...connected: Connected) => void) => {
    const until = performance.now() + waitMs;
    if (callback) return attempt(until, callback);
    return new Promise((resolve, reject) => {
      attempt(until, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }) as typeof pool.connect;
}
