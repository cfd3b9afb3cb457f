import { METRICS, type AnalyticsView } from '#shared/api/analytics.ts';
import { Card } from '../../../ui/Card.tsx';
import { useExportAnalytics } from '../api/mutations.ts';
import { daysOf, formatLongDay, formatShortDay, formatValue } from '../wording.ts';
import { SaveCsvButton } from './SaveCsvButton.tsx';

const CELL = 'px-3 py-1.5 whitespace-nowrap';

/** All numbers by day, newest first, with their sums, which are those of the cards; the CSV file has the same rows. */
export function DaysTable({ view }: { view: AnalyticsView }) {
  const { mutate, isPending } = useExportAnalytics();
  const days = daysOf(view);
  const columns = [
    ...view.metrics.map((metric) => ({ ...metric, currency: view.currency, label: METRICS[metric.name].label })),
    ...view.otherMoney.map((money) => ({ ...money, label: `${METRICS[money.name].label} (${money.currency})` })),
  ];
  return (
    <Card as="section" aria-label="Numbers by day" isFlush className="mb-4 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 p-4 pb-2">
        <h2 className="text-base font-semibold">Numbers by day</h2>
        <SaveCsvButton isPending={isPending} onSave={() => mutate(view)} />
      </div>
      <div className="isolate max-h-96 overflow-auto" role="region" aria-label="Table of numbers by day" tabIndex={0}>
        <table className="w-full border-separate border-spacing-0 text-small tabular-nums">
          <thead>
            <tr>
              <th
                scope="col"
                className={`${CELL} sticky start-0 top-0 z-20 border-b border-border bg-surface-raised text-start font-medium`}
              >
                Day (UTC)
              </th>
              {columns.map(({ label }) => (
                <th
                  key={label}
                  scope="col"
                  className={`${CELL} sticky top-0 z-10 border-b border-border bg-surface-raised text-end font-medium`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="font-semibold">
              <th
                scope="row"
                className={`${CELL} sticky start-0 z-10 border-b border-border bg-surface-raised text-start`}
              >
                Sum
              </th>
              {columns.map(({ label, name, total, currency }) => (
                <td key={label} className={`${CELL} border-b border-border text-end`}>
                  {formatValue(name, total, currency)}
                </td>
              ))}
            </tr>
            {days
              .map((day, at) => (
                <tr key={day}>
                  <th
                    scope="row"
                    className={`${CELL} sticky start-0 z-10 bg-surface-raised text-start font-normal text-text-muted`}
                  >
                    <time dateTime={day} title={formatLongDay(day)}>
                      {formatShortDay(day)}
                    </time>
                    {day === view.today && <span>{' (not over)'}</span>}
                  </th>
                  {columns.map(({ label, name, days: values, currency }) => (
                    <td key={label} className={`${CELL} text-end`}>
                      {formatValue(name, values[at] ?? 0, currency)}
                    </td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
