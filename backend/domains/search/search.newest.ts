import { INDEXED_TYPES, type IndexedType } from '#shared/api/search.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { Timestamp } from '../../db/read.ts';
import { ALL_TIMES, bucketRange, type BucketRange } from '../../db/text/time-buckets.ts';
import { newestFirst, toSteps, type Steps } from '../../db/text/newest.ts';

/**
 * Selects rows `s` of the search index of one type; the steps are four parameters starting at `first`, as
 * {@link findSteps} returns them.
 */
export function newestRecords(
  name: string,
  wanted: { type: IndexedType; columns: string; where: string; limit: string; first: number },
): { ctes: string; rows: string } {
  const { type, columns, where, limit, first } = wanted;
  const at = INDEXED_TYPES.indexOf(type) + 1;
  const [since = '', earlierSince = ''] = [0, 1].map((offset) => `($${first + offset}::timestamptz[])[${at}]`);
  const [buckets = '', earlierBuckets = ''] = [2, 3].map((offset) => `($${first + offset}::int[])[${at}:${at}]`);
  const from = `select ${columns} from search_index s where s.entity_type = '${type}' and ${where}`;
  return newestFirst(name, {
    from,
    at: 's.dated_at',
    id: 's.id',
    buckets: 's.time_buckets',
    limit,
    steps: { since, earlierSince, buckets, earlierBuckets },
  });
}

/** Maximum number of rows that the first step and the second step read. */
const STEPS = [6_000, 60_000] as const;
const step = (rows: number) =>
  `(select s.dated_at from search_index s where s.entity_type = t.type and s.dated_at < $2
    order by s.dated_at desc, s.id desc offset ${rows} limit 1)`;
const BOUNDS = {
  name: 'search-steps',
  text: `select ${step(STEPS[0])} as late, ${step(STEPS[1])} as middle
    from unnest($1::text[]) with ordinality t (type, position) order by t.position`,
};
/** Events have dates in the future; the margin also finds one that was created a moment ago. */
const LAST = {
  name: 'search-last',
  text: `select (select max(s.dated_at) from search_index s where s.entity_type = t.type) as last
    from unnest($1::text[]) with ordinality t (type, position) order by t.position`,
};

type Bounds = Record<'late' | 'middle', Timestamp | null>;

const CACHE_MS = 5 * MINUTE_MS;
const cache = new WeakMap<Pool, { at: number; bounds: Promise<Bounds[]> }>();

/**
 * Finds where the steps end, before a time (ISO 8601). For the present it may return a result that is minutes old,
 * which costs a few extra rows.
 */
export async function findSteps(pool: Pool, before = 'infinity'): Promise<Steps> {
  const bounds = await (before === 'infinity'
    ? cachedBounds(pool)
    : query<Bounds>(pool, BOUNDS, [INDEXED_TYPES, before]));
  const lasts = await query<{ last: Timestamp | null }>(pool, LAST, [INDEXED_TYPES]);
  return toSteps(
    bounds.map((bound, at) => rangesOf(bound, Math.max(databaseNowMs(), timeOf(lasts[at]?.last ?? null)))),
  );
}

function cachedBounds(pool: Pool): Promise<Bounds[]> {
  const known = cache.get(pool);
  if (known && performance.now() - known.at < CACHE_MS) return known.bounds;
  const bounds = query<Bounds>(pool, BOUNDS, [INDEXED_TYPES, 'infinity']);
  cache.set(pool, { at: performance.now(), bounds });
  bounds.catch(() => cache.delete(pool));
  return bounds;
}

function rangesOf({ late, middle }: Bounds, last: number): [BucketRange, BucketRange] {
  return [
    late === null ? ALL_TIMES : bucketRange(timeOf(late), last),
    middle === null ? ALL_TIMES : bucketRange(timeOf(middle), last),
  ];
}

const timeOf = (time: Timestamp | null): number => (time === null ? 0 : new Date(time).getTime());
