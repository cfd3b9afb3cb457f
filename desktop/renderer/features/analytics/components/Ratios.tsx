import { RATIOS, type AnalyticsView } from '#shared/api/analytics.ts';
import { Definitions } from './Definitions.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** Numbers that follow from two sums of the period; they have no graph. */
export function Ratios({ view }: { view: AnalyticsView }) {
  const totals = new Map(view.metrics.map(({ name, total }) => [name, total]));
  const ratios = RATIOS.filter(({ part, whole }) => totals.has(part) && totals.has(whole));
  if (ratios.length === 0) return null;
  return (
    <section aria-label="Ratios" className="mb-6">
      <h2 className="text-base font-semibold">Ratios</h2>
      <p className="text-small text-text-muted">These numbers follow from two sums of the period.</p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2 text-small">
        {ratios.map(({ name, label, part, whole, unit }) => (
          <div key={name}>
            <dt className="inline text-text-muted">{`${label}: `}</dt>
            <dd className="inline font-medium tabular-nums">
              {ratioText(totals.get(part) ?? 0, totals.get(whole) ?? 0, unit)}
            </dd>
          </div>
        ))}
      </dl>
      <Definitions title="What these ratios mean" numbers={ratios} />
    </section>
  );
}

function ratioText(part: number, whole: number, unit: (typeof RATIOS)[number]['unit']): string {
  if (whole === 0) return '–';
  if (unit === 'percent') return `${String(Math.round((100 * part) / whole))}%`;
  return `${(part / whole).toLocaleString(OWN_LOCALE, { maximumFractionDigits: 1 })} of 5 stars`;
}
