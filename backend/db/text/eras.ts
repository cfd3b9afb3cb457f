import { HOUR_MS } from '#shared/time.ts';

/** Lengths of the eras that a record is of, in hours; search.newest.ts looks through a few of them at a time. */
const ERA_HOURS = [1, 16, 256, 4_096] as const;
/** Eras are numbered from 1970 on, each kind from its own multiple of this. */
const STRIDE = 100_000_000;
/** The era that all records are of. */
const EVER = 2_000_000_000;

/** The expression of a generated column with the eras of a time. */
export function erasOf(column: string): string {
  const eraOf = (hours: number, kind: number) =>
    `floor(extract(epoch from ${column} at time zone 'UTC') / ${hours * 3_600})::int + ${kind * STRIDE}`;
  return `(array[${ERA_HOURS.map(eraOf).join(', ')}, ${EVER}]) stored`;
}

const ERAS_MAX = 40;
/** Records may come while the eras are in use. */
const AHEAD = 1;

/** A stretch of time: its beginning (ISO 8601, or -infinity), and the eras that cover it. */
export interface Span {
  since: string;
  /** Always as many, so that several stand in one array. */
  eras: number[];
}

/** All there is. */
export const EVERYTHING: Span = { since: '-infinity', eras: Array.from({ length: ERAS_MAX }, () => EVER) };

/**
 * The eras that hold a time and all from it up to another, both in ms, of the shortest kind of which that is not too
 * many.
 */
export function spanOf(from: number, last: number): Span {
  for (const [kind, hours] of ERA_HOURS.entries()) {
    const first = Math.floor(from / (hours * HOUR_MS));
    const count = Math.floor(last / (hours * HOUR_MS)) - first + 1 + AHEAD;
    if (count > ERAS_MAX) continue;
    return {
      since: new Date(first * hours * HOUR_MS).toISOString(),
      eras: Array.from({ length: ERAS_MAX }, (_none, at) => first + Math.min(at, count - 1) + kind * STRIDE),
    };
  }
  return EVERYTHING;
}
