import type { Span } from './eras.ts';

/** Rows that match, newest first; all of it is constant SQL. */
interface Wanted {
  /** A select from an index with eras, up to its conditions. */
  from: string;
  /** Columns of the row: its time, what orders rows of one time, and its eras. */
  at: string;
  id: string;
  eras: string;
  /** How many at most. */
  limit: string;
  /** Where the first step ends and the second, and the eras of both. */
  steps: { since: string; earlierSince: string; eras: string; earlierEras: string };
}

/**
 * Writes CTEs that find the newest rows in three steps, each for what the ones before have not found, and the select
 * that reads them all. A common word is soon met among the latest records, a rare one has few rows in all, and the
 * steps bound what lies between: rows of the few eras that a step spans come from the same index as the words. What is
 * left to Postgres costs little either way; to choose by statistics of all types together, it would read the whole
 * table where they are wrong.
 */
export function newestOf(name: string, { from, at, id, eras, limit, steps }: Wanted): { ctes: string; rows: string } {
  // What no index is ordered by is found by its words.
  const newest = `order by ${at} + interval '0' desc, ${id} desc limit ${limit}`;
  const found = (...before: string[]) => before.map((step) => ` - (select count(*) from ${name}_${step})`).join('');
  return {
    ctes: `${name}_late as materialized (${from} and ${at} >= ${steps.since} and ${eras} && ${steps.eras} order by ${at} desc, ${id} desc limit ${limit}),
    ${name}_middle as materialized (${from} and ${at} >= ${steps.earlierSince} and ${at} < ${steps.since} and ${eras} && ${steps.earlierEras} ${newest}${found('late')}),
    ${name}_early as materialized (${from} and ${at} < ${steps.earlierSince} ${newest}${found('late', 'middle')})`,
    rows: ['late', 'middle', 'early'].map((step) => `select * from ${name}_${step}`).join(' union all '),
  };
}

/** Where the steps end, and the eras they span, for each of several searches. */
export type Steps = [since: string[], earlierSince: string[], eras: number[][], earlierEras: number[][]];

/** Writes the spans of the two steps as parameters. */
export function toSteps(spans: readonly (readonly [Span, Span])[]): Steps {
  return [
    spans.map(([late]) => late.since),
    spans.map(([, middle]) => middle.since),
    spans.map(([late]) => late.eras),
    spans.map(([, middle]) => middle.eras),
  ];
}
