import type { Response } from 'express';
import { STATES, type StateName } from '#shared/api/analytics-states.ts';
import { METRICS } from '#shared/api/analytics.ts';
import { amountText } from '#shared/money.ts';
import type { Pool } from '../../db/pool.ts';
import { sendCsv } from '../../http/csv.ts';
import { loadAnalytics, type AnalyticsRequest } from './analytics.view.ts';
import { daysOf } from './metrics.service.ts';

/** The heading of a number that is true now. */
function stateHeading(name: StateName): string {
  const { label, unit } = STATES[name];
  return `${label}${unit === 'minutes' ? ' in minutes' : ''} (now)`;
}

/**
 * Streams the days of a period as CSV: the table of the page, with money in major units. The numbers that are true now
 * have columns of their own, which are empty but for a last row, so that each column has the sum of its card.
 */
export async function sendAnalytics(pool: Pool, res: Response, request: AnalyticsRequest): Promise<void> {
  const { metrics, otherMoney, currency, states } = await loadAnalytics(pool, request);
  const columns = [...metrics.map((metric) => ({ ...metric, currency })), ...otherMoney].map((column) => {
    const { label, unit } = METRICS[column.name];
    return {
      ...column,
      isMoney: unit === 'money',
      heading: unit === 'money' ? `${label} (${column.currency})` : label,
    };
  });
  const cellsOf = (at: number) =>
    columns.map(({ days, isMoney, currency: own }) => {
      const count = days[at] ?? 0;
      return isMoney ? amountText(count, own) : count;
    });
  const pages = async function* () {
    yield daysOf(request).map((day, at) => [day, ...cellsOf(at), ...states.map(() => null)]);
    if (states.length > 0) yield [['Now', ...columns.map(() => null), ...states.map(({ value }) => value)]];
  };
  await sendCsv(res, {
    name: 'analytics',
    headings: ['Day (UTC)', ...columns.map(({ heading }) => heading), ...states.map(({ name }) => stateHeading(name))],
    pages: pages(),
  });
}
