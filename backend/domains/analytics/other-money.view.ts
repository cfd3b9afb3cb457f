import type { MetricName, MoneyView, PeriodView } from '#shared/api/analytics.ts';
import { METRICS } from '#shared/api/analytics.ts';
import { read, type Reader } from '../../db/read.ts';
import { daysOf } from './metrics.service.ts';

/** The days from $3 to $4 of the money $2 of the owner $1 in all currencies but $5; with $6 that of one item. */
const OTHER_MONEY = {
  name: 'analytics-other-money',
  text: `select split_part(m.metric, ':', 1) as metric, split_part(m.metric, ':', 2) as currency, m.day::text as day,
      sum(m.count) as count
    from metrics_daily m
    where m.owner_id = $1 and m.day between $3::date and $4::date and ($6::uuid is null or m.subject_id = $6)
      and split_part(m.metric, ':', 1) = any($2::text[]) and split_part(m.metric, ':', 2) not in ('', $5)
    group by 1, 2, 3 order by 2`,
};

interface MoneyRow {
  metric: MetricName;
  currency: string;
  day: string;
  count: string;
}

/** What is loaded: those of `names` that are money, in all currencies but `currency`. */
interface OtherMoneyRequest extends PeriodView {
  ownerId: string;
  names: readonly MetricName[];
  currency: string;
  item?: string | undefined;
}

/**
 * Loads the amounts of a period in other currencies, in the order of the numbers and then by currency; empty when all
 * payments and refunds were in the server's.
 */
export async function loadOtherMoney(reader: Reader, request: OtherMoneyRequest): Promise<MoneyView[]> {
  const { ownerId, currency, from, to, item = null } = request;
  const names = request.names.filter((name) => METRICS[name].unit === 'money');
  if (names.length === 0) return [];
  const rows = await read<MoneyRow>(reader, OTHER_MONEY, [ownerId, names, from, to, currency, item]);
  const days = daysOf(request);
  return names.flatMap((name) =>
    [
      ...Map.groupBy(
        rows.filter(({ metric }) => metric === name),
        (row) => row.currency,
      ),
    ].map(([other, own]) => {
      const byDay = new Map(own.map(({ day, count }) => [day, Number(count)]));
      const counts = days.map((day) => byDay.get(day) ?? 0);
      return { name, currency: other, total: counts.reduce((sum, count) => sum + count, 0), days: counts };
    }),
  );
}
