import { createServer } from 'node:net';

/** Ports below the ephemeral range (32768), where no closed connection can still block one. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
/** Test processes that run at once have ranges of their own, by the number of the worker. */
const RANGES = 12;
const RANGE = PORTS / RANGES;

const first = FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGES) * RANGE;
let next = Math.floor(Math.random() * RANGE);
let found = 0;

/**
 * Finds a free port. A process never gets one twice: a server that will listen on it may not have started yet, or may
 * be restarting. @throws Error when the range is used up.
 */
export async function findPort(): Promise<number> {
  while (found < RANGE) {
    const port = first + next;
    next = (next + 1) % RANGE;
    found += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${first} to ${first + RANGE - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
