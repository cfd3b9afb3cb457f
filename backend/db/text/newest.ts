import type { BucketRange } from './time-buckets.ts';

/** Matching rows, newest first; every field is constant SQL. */
interface Wanted {
  /** A select from an index with time buckets, up to its conditions. */
  from: string;
  /** Columns of the row: its time, what orders rows of one time, and its time buckets. */
  at: string;
  id: string;
  buckets: string;
  /** Maximum number of rows. */
  limit: string;
  /** Ends of the first and second step, and the buckets of both. */
  steps: { since: string; earlierSince: string; buckets: string; earlierBuckets: string };
}

/**
 * Writes CTEs that find the newest rows in three steps, each for the rows that the earlier steps have not found, and
 * the select that reads them all. A common word occurs among the latest records, a rare one has few rows in total, and
 * the steps limit the cases between: the same index contains the words and the few time buckets of a step. The rest is
 * cheap with either plan of Postgres; if Postgres chose by the statistics of all types together, it would read the
 * whole table when they are wrong.
 */
export function newestFirst(
  name: string,
  { from, at, id, buckets, limit, steps }: Wanted,
): { ctes: string; rows: string } {
  // No index has this order, so Postgres searches by the words.
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

/** Ends and buckets of the two steps, for each of several searches. */
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
