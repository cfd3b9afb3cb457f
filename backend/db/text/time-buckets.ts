import { HOUR_MS } from '#shared/time.ts';

// Time buckets. GIN indexes sets and cannot bound a range of times, but a search must find the newest of many rows
// that have a word. So each row stores the numbers of the buckets that contain its time, one for each length below,
// in a generated array column, and that column belongs to the same GIN index as the words. A range of times becomes a
// test for a few numbers: a row of 1970-01-02 05:00 UTC (hour 29) is in the buckets 29, 1 + STRIDE, 0 + 2 * STRIDE, 0
// + 3 * STRIDE and EVER; the five hours up to its time are the buckets 25 to 29, and the 20 days up to it those of 16
// hours. Rejected: btree_gin, which reads all entries of the range and joins them with those of the word; RUM, which
// few hosted databases offer; partitions by time, which need upkeep and cost each search one descent per partition.

/** Lengths of the buckets in hours. */
const BUCKET_HOURS = [1, 16, 256, 4_096] as const;
/** Buckets are numbered from 1970 on, those of each length from its own multiple of this. */
const STRIDE = 100_000_000;
/** The bucket that contains all times. */
const EVER = 2_000_000_000;

/** Writes the expression of a generated column with the buckets of a time. */
export function bucketsColumn(column: string): string {
  const bucket = (hours: number, kind: number) =>
    `floor(extract(epoch from ${column} at time zone 'UTC') / ${hours * 3_600})::int + ${kind * STRIDE}`;
  return `(array[${BUCKET_HOURS.map(bucket).join(', ')}, ${EVER}]) stored`;
}

const BUCKETS_MAX = 40;
/** Rows may be added while the range is used. */
const AHEAD = 1;

/** A range of times: its start (ISO 8601, or -infinity), and the buckets that cover it. */
export interface BucketRange {
  since: string;
  /** Always of one length, so that several fit into one array. */
  buckets: number[];
}

/** The range of all times. */
export const ALL_TIMES: BucketRange = {
  since: '-infinity',
  buckets: Array.from({ length: BUCKETS_MAX }, () => EVER),
};

/** Returns the range from one time to another, both in ms, in the shortest buckets of which at most 40 cover it. */
export function bucketRange(from: number, last: number): BucketRange {
  for (const [kind, hours] of BUCKET_HOURS.entries()) {
    const first = Math.floor(from / (hours * HOUR_MS));
    const count = Math.floor(last / (hours * HOUR_MS)) - first + 1 + AHEAD;
    if (count > BUCKETS_MAX) continue;
    return {
      since: new Date(first * hours * HOUR_MS).toISOString(),
      buckets: Array.from({ length: BUCKETS_MAX }, (_none, at) => first + Math.min(at, count - 1) + kind * STRIDE),
    };
  }
  return ALL_TIMES;
}
