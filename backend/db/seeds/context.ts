import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '#shared/time.ts';

/** Where the demo's files go: images lie in `dataDir`/files/<first 2 of id>/<id>. */
export interface SeedSettings {
  dataDir: string;
}

/** What the parts of the demo share: one transaction, one moment, and the people by username. */
export interface SeedContext extends SeedSettings {
  em: EntityManager;
  now: number;
  idOf: (username: string) => string;
}

/** Makes an id and the moment it stands for, `hours` before now, so that ids and dates sort alike. */
export function ago(now: number, hours: number): { id: string; createdAt: Date } {
  const msecs = Math.round(now - hours * HOUR_MS);
  return { id: uuidv7({ msecs }), createdAt: new Date(msecs) };
}

/** A generator of numbers from 0 to 1 that gives the same demo on every run (mulberry32). */
export function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Answers a value that the seed data promises. @throws when the data names something that it does not hold. */
export function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo data names ${name}, which it does not hold.`);
  return value;
}
