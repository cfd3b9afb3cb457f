import type { EntityManager } from '@mikro-orm/postgresql';
import type { PeriodView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import type { AnnotationRow, MetricParts, MetricRow, PriceRow } from '../../db/metric-source.ts';
import { NIL_UUID, read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';

/** A node that counts at the same time waits, and then counts the open days again. */
const LOCK = { name: 'metrics-lock', text: `select pg_advisory_xact_lock(hashtextextended('metrics_daily', 0))` };
/** The first day that is not final, today, and the first day that is not final yet by its age. */
const STATE = {
  name: 'metrics-state',
  text: `select coalesce((select max(r.day) + 1 from metric_runs r where r.is_final),
      (select (min(u.created_at) at time zone 'utc')::date from users u))::text as next,
    (now() at time zone 'utc')::date::text as today,
    ((now() - interval '${ANALYTICS_LIMITS.finalAfterHours} hours') at time zone 'utc')::date::text as open_from`,
};
const CLEAR = {
  name: 'metrics-clear',
  text: 'delete from metrics_daily where day >= $1::date and day <= $2::date',
};
const STORE = {
  name: 'metrics-store',
  text: `insert into metrics_daily (owner_id, metric, day, subject_id, count)
    select r.owner_id, $1 || coalesce(':' || r.currency, ''), r.day, coalesce(r.subject_id, '${NIL_UUID}'), r.count
    from jsonb_to_recordset($2::jsonb) as r (owner_id uuid, day date, subject_id uuid, count bigint, currency text)`,
};
const STORE_RUNS = {
  name: 'metrics-store-runs',
  text: `insert into metric_runs (day, counted_at, is_final)
    select d.day::date, now(), d.day::date < $3::date from generate_series($1::date, $2::date, interval '1 day') d (day)
    on conflict (day) do update set counted_at = excluded.counted_at, is_final = excluded.is_final`,
};
const ANNOTATE = {
  name: 'annotations-store',
  text: `insert into annotations (owner_id, day, type, subject_id, value)
    select r.owner_id, r.day, $1, r.subject_id, r.value
    from jsonb_to_recordset($2::jsonb) as r (owner_id uuid, day date, subject_id uuid, value int)
    on conflict do nothing`,
};
/** Compares the current prices with the last stored ones; a second change on a day replaces the first. */
const ANNOTATE_PRICES = {
  name: 'annotations-prices',
  text: `insert into annotations (owner_id, day, type, subject_id, value)
    select r.owner_id, $2::date, 'price-changed', r.subject_id, r.value
    from jsonb_to_recordset($1::jsonb) as r (owner_id uuid, subject_id uuid, value int)
      cross join lateral (select a.value from annotations a where a.subject_id = r.subject_id
        and a.type in ('item-published', 'price-changed')
        order by a.day desc, a.type = 'price-changed' desc limit 1) last
    where last.value <> r.value
    on conflict (owner_id, day, type, subject_id) do update set value = excluded.value`,
};
const FORGET_SALTS = {
  name: 'view-salts-forget',
  text: `delete from view_salts where day < (now() at time zone 'utc')::date`,
};

interface StateRow {
  next: string | null;
  today: string;
  open_from: string;
}

const STORED_AT_ONCE = 5_000;

/**
 * Counts the numbers of all days (UTC) that are not final, oldest first, in transactions of at most 31 days. A day is
 * final two hours after its end. Each transaction replaces the numbers of its days, so that a repetition changes
 * nothing, and an interrupted run continues where it stopped.
 */
export async function countMetrics(em: EntityManager, parts: readonly MetricParts[]): Promise<void> {
  for (;;) if (!(await transact(em, (tx) => countNextDays(tx, parts)))) return;
}

/** Returns whether days remain. */
async function countNextDays(tx: EntityManager, parts: readonly MetricParts[]): Promise<boolean> {
  await read(tx, LOCK, []);
  const [state] = await read<StateRow>(tx, STATE, []);
  if (!state?.next || state.next > state.today) return false;
  const { next: from, today, open_from: openFrom } = state;
  const last = addDays(from, ANALYTICS_LIMITS.rollUpDays - 1);
  const to = last < today ? last : today;
  const range = [`${from}T00:00:00Z`, `${addDays(to, 1)}T00:00:00Z`];
  await read(tx, CLEAR, [from, to]);
  for (const { metrics = {}, annotations = {} } of parts) {
    for (const [metric, counting] of Object.entries(metrics))
      await storeAll(tx, STORE, { key: metric, rows: await read<MetricRow>(tx, counting, range) });
    for (const [type, annotating] of Object.entries(annotations))
      await storeAll(tx, ANNOTATE, { key: type, rows: await read<AnnotationRow>(tx, annotating, range) });
  }
  if (to === today) {
    for (const { prices } of parts)
      if (prices) await read(tx, ANNOTATE_PRICES, [JSON.stringify(await read<PriceRow>(tx, prices, [])), today]);
  }
  await read(tx, STORE_RUNS, [from, to, openFrom]);
  for (const { forget } of parts) if (forget) await read(tx, forget, [openFrom < to ? openFrom : to]);
  await read(tx, FORGET_SALTS, []);
  return to < today;
}

async function storeAll(
  tx: EntityManager,
  statement: typeof STORE,
  { key, rows }: { key: string; rows: readonly object[] },
): Promise<void> {
  for (let at = 0; at < rows.length; at += STORED_AT_ONCE)
    await read(tx, statement, [key, JSON.stringify(rows.slice(at, at + STORED_AT_ONCE))]);
}

/** Lists the days of a period, oldest first. */
export function daysOf({ from, to }: PeriodView): string[] {
  return Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, i) => addDays(from, i));
}

/** Adds days to a day written as `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
