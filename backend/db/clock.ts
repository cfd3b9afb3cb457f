import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { SECOND_MS } from '#shared/time.ts';
import { clock } from '#shared/clock.ts';
import { read, type Reader } from './read.ts';

/**
 * The clock of the database, by which all nodes order and limit things. The node's own clock is not used: it may be
 * wrong or be set while the process runs.
 */

/** How often the clock is compared with the database's, in milliseconds: this machine may have been suspended. */
const SYNCHRONIZE_MS = 10 * SECOND_MS;

/** The fastest of these samples counts; the first one may have to open a connection. */
const SAMPLES = 3;

/** A sample whose round trip took longer is ignored, in milliseconds: it is off by up to half of that. */
const TRIP_MAX_MS = 250;

const SAMPLE = { name: 'clock', text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms' };

/** Time at which `performance.now()` was 0, in milliseconds since 1970. */
let originMs = performance.timeOrigin;
let isSynchronized = false;

/** Returns the current time of the database; until the first {@link startClock} that of this machine. */
export function databaseNow(): Date {
  return new Date(databaseNowMs());
}

/** Returns {@link databaseNow} in milliseconds since 1970. */
export function databaseNowMs(): number {
  return Math.floor(originMs + performance.now());
}

let last = { ms: 0, sequence: 0 };

/** Makes a UUIDv7 (RFC 9562, section 5.7) with the time of the database. Ids of one process are ascending. */
export function newId(): string {
  const ms = databaseNowMs();
  last =
    ms > last.ms ? { ms, sequence: randomBytes(4).readUInt32BE() >>> 1 } : { ms: last.ms, sequence: last.sequence + 1 };
  return uuidv7({ msecs: last.ms, seq: last.sequence });
}

/** Compares the clock with that of the database once. Ignores slow samples, unless there is no other yet. */
export async function synchronizeClock(reader: Reader): Promise<void> {
  let best = { tripMs: Infinity, originMs };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sentAt = performance.now();
    const [row] = await read<{ ms: number }>(reader, SAMPLE, []);
    const tripMs = performance.now() - sentAt;
    if (row && tripMs < best.tripMs) best = { tripMs, originMs: Number(row.ms) - sentAt - tripMs / 2 };
  }
  if (best.tripMs > TRIP_MAX_MS && isSynchronized) return;
  originMs = best.originMs;
  isSynchronized ||= best.tripMs < Infinity;
}

/**
 * Compares the clock with that of the database, now and every 10 s, and gives it to the schemas of `shared`. While the
 * database cannot be reached, the clock goes on. Returns the function that ends this.
 */
export async function startClock(reader: Reader): Promise<() => void> {
  clock.now = databaseNowMs;
  await synchronizeClock(reader);
  const timer = setInterval(() => void synchronizeClock(reader).catch(() => undefined), SYNCHRONIZE_MS).unref();
  return () => clearInterval(timer);
}
