import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '#shared/time.ts';

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
