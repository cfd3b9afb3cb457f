import type { Response } from 'express';
import { METRICS, type MetricView } from '#shared/api/analytics.ts';
import { minorDigits } from '#shared/money.ts';
import type { Pool } from '../../db/pool.ts';
import { sendCsv } from '../../http/csv.ts';
import { daysOf, loadAnalytics, type AnalyticsRequest } from './analytics.view.ts';

/** Streams the days of a period as CSV: the table of the page, with money in major units. */
export async function sendAnalytics(pool: Pool, res: Response, request: AnalyticsRequest): Promise<void> {
  const { metrics, currency } = await loadAnalytics(pool, request);
  const digits = minorDigits(currency);
  const headingOf = ({ name }: MetricView) =>
    METRICS[name].unit === 'money' ? `${METRICS[name].label} (${currency})` : METRICS[name].label;
  const cellOf = ({ name, days }: MetricView, at: number) => {
    const count = days[at] ?? 0;
    return METRICS[name].unit === 'money' ? (count / 10 ** digits).toFixed(digits) : count;
  };
  const pages = async function* () {
    yield daysOf(request).map((day, at) => [day, ...metrics.map((metric) => cellOf(metric, at))]);
  };
  await sendCsv(res, { name: 'analytics', headings: ['Day (UTC)', ...metrics.map(headingOf)], pages: pages() });
}
