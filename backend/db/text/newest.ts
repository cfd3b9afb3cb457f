import type { BucketRange } from './time-buckets.ts';

/** Rows that match, newest first; all of it is constant SQL. */
interface Wanted {
  /** A select from an index with time buckets, up to its conditions. */
  from: string;
  /** Columns of the row: its time, what orders rows of one time, and its time buckets. */
  at: string;
  id: string;
  buckets: string;
  /** How many at most. */
  limit: string;
  /** Where the first step ends and the second, and the buckets of both. */
  steps: { since: string; earlierSince: string; buckets: string; earlierBuckets: string };
}

/**
 * Writes CTEs that find the newest rows in three steps, each for what the ones before have not found, and the select
 * that reads them all. A common word is soon met among the latest records, a rare one has few rows in all, and the
 * steps bound what lies between: rows of the few time buckets of a step come from the same index as the words. What is
 * left to Postgres costs little either way; to choose by statistics of all types together, it would read the whole
 * table where they are wrong.
 */
export function newestFirst(
  name: string,
  { from, at, id, buckets, limit, steps }: Wanted,
): { ctes: string; rows: string } {
  // What no index is ordered by is found by its words.
  const newest = `order by ${at} + interval '0' desc, ${id} desc limit ${limit}`;
  const found = (...before: string[]) => before.map((step) => ` - (select count(*) from ${name}_${step})`).join('');
  return {
    ctes: `${name}_late as materialized (${from} and ${at} >= ${steps.since} and ${buckets} && ${steps.buckets}
      order by ${at} desc, ${id} desc limit ${limit}),
    ${name}_middle as materialized (${from} and ${at} >= ${steps.earlierSince} and ${at} < ${steps.since}
      and ${buckets} && ${steps.earlierBuckets} ${newest}${found('late')}),
    ${name}_early as materialized (${from} and ${at} < ${steps.earlierSince} ${newest}${found('late', 'middle')})`,
    rows: ['late', 'middle', 'early'].map((step) => `select * from ${name}_${step}`).join(' union all '),
  };
}

/** Where the steps end, and the buckets of both steps, for each of several searches. */
export type Steps = [since: string[], earlierSince: string[], buckets: number[][], earlierBuckets: number[][]];

/** Writes the ranges of the two steps as parameters. */
export function toSteps(ranges: readonly (readonly [BucketRange, BucketRange])[]): Steps {
  return [
    ranges.map(([late]) => late.since),
    ranges.map(([, middle]) => middle.since),
    ranges.map(([late]) => late.buckets),
    ranges.map(([, middle]) => middle.buckets),
  ];
}
