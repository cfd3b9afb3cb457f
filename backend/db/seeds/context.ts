import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';

/** Settings of the demo: images are stored as `dataDir`/files/<last two characters of the id>/<id>. */
export interface SeedSettings {
  dataDir: string;
}

/** Shared by the parts of the demo: one transaction, one time, and the users by username. */
export interface SeedContext extends SeedSettings {
  em: EntityManager;
  now: number;
  idOf: (username: string) => string;
}

/** Creates an id and its time, `hours` before `now`. The id contains the time, so ids and times have the same order. */
export function ago(now: number, hours: number): { id: string; createdAt: Date } {
  const msecs = Math.round(now - hours * HOUR_MS);
  return { id: uuidv7({ msecs }), createdAt: new Date(msecs) };
}

/** The hours of a day (UTC) in which people of the demo write. */
const DAY_STARTS = 8;
const EVENING = 20;
const DAY_ENDS = 22;

/**
 * Creates an id and its time, about `hours` before `now`, at an hour at which people are awake. Later times stay later,
 * and none is after `now`.
 */
export function agoAtDaytime(now: number, hours: number): { id: string; createdAt: Date } {
  const today = now - (now % DAY_MS);
  const wanted = now - hours * HOUR_MS;
  const day = wanted - (((wanted % DAY_MS) + DAY_MS) % DAY_MS);
  const wantedHour = (wanted - day) / HOUR_MS;
  const hourNow = (now - today) / HOUR_MS;
  const isNight = hourNow <= DAY_STARTS;
  // What would be from this night is from the evening before, and what is from that day is earlier.
  if (day === today && isNight) return ago(today - DAY_MS, -between(EVENING, DAY_ENDS, wantedHour / (hourNow || 1)));
  const ends = day === today ? Math.min(hourNow, DAY_ENDS) : DAY_ENDS;
  const isBefore = isNight && day === today - DAY_MS;
  const share = wantedHour / (day === today ? hourNow : 24);
  return ago(day, -between(DAY_STARTS, isBefore ? EVENING : ends, share));
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/**
 * Returns the time in `inDays` days at `hour` o'clock UTC; with `weekday` (0 is Sunday) on the first such day from then
 * on, so that it agrees with texts that name the day.
 */
export function inDaysAt(
  now: number,
  { inDays, weekday, hour }: { inDays: number; weekday?: number; hour: number },
): Date {
  const earliest = new Date(now + inDays * DAY_MS);
  const daysLater = weekday === undefined ? 0 : (weekday - earliest.getUTCDay() + 7) % 7;
  return new Date(new Date(earliest.getTime() + daysLater * DAY_MS).setUTCHours(hour, 0, 0, 0));
}

/** Returns the day (UTC) of a time in milliseconds, as 2026-11-22. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Creates a generator of numbers from 0 to 1 that is the same on every run (mulberry32). */
export function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes the bytes of a file of the demo to where the file store looks for them. */
export async function storeBytes(dataDir: string, id: string, bytes: Buffer): Promise<void> {
  const folder = join(dataDir, 'files', id.slice(-2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id), bytes);
}

/** Loads the ids of courses or events by title. */
export async function idsByTitle(em: EntityManager, table: 'courses' | 'events'): Promise<Map<string, string>> {
  const rows = await em.execute<{ id: string; title: string }[]>(`select id, title from ${table}`);
  return new Map(rows.map(({ id, title }) => [title, id]));
}

/** Returns a value that the demo data must contain. @throws Error when it is undefined. */
export function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo data names ${name}, which it does not contain.`);
  return value;
}
