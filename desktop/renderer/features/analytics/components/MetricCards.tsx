import clsx from 'clsx';
import {
  METRICS,
  METRICS_OF_ROLE,
  RATIOS,
  type AnalyticsView,
  type MetricName,
  type MetricView,
} from '#shared/api/analytics.ts';
import { formatAmount } from '#shared/money.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { formatValue, wordChange } from '../wording.ts';
import { Definitions } from './Definitions.tsx';

interface MetricCardsProps {
  view: AnalyticsView;
  chosen: MetricName;
  onChoose: (name: MetricName) => void;
}

/** The sums of the period in the groups of the role; the chosen one is shown in the graph. */
export function MetricCards({ view, chosen, onChoose }: MetricCardsProps) {
  const metrics = new Map(view.metrics.map((metric) => [metric.name, metric]));
  const groups = METRICS_OF_ROLE[view.role].filter(({ metrics: names }) => names.some((name) => metrics.has(name)));
  return groups.map(({ title, metrics: names }) => (
    <section key={title} aria-label={title} className="mb-6">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {names.flatMap((name) => {
          const metric = metrics.get(name);
          if (!metric) return [];
          const choose = () => onChoose(name);
          return [
            <li key={name} className="min-w-0">
              <MetricCard metric={metric} currency={view.currency} isChosen={name === chosen} onChoose={choose} />
            </li>,
          ];
        })}
      </ul>
      <Ratios view={view} title={title} names={names} />
      <OtherMoney money={view.otherMoney.filter(({ name }) => names.includes(name))} />
    </section>
  ));
}

interface MetricCardProps {
  metric: MetricView;
  currency: string;
  isChosen: boolean;
  onChoose: () => void;
}

function MetricCard({ metric, currency, isChosen, onChoose }: MetricCardProps) {
  const { label, definition } = METRICS[metric.name];
  const change = wordChange(metric, currency);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={definition}
      onClick={onChoose}
      className={clsx(
        'flex size-full flex-col rounded-lg border p-3 text-start transition-colors',
        isChosen
          ? 'border-accent bg-accent-soft outline-1 -outline-offset-2 outline-accent'
          : 'border-border bg-surface-raised hover:border-border-strong',
      )}
    >
      <span className="text-small text-text-muted">{label}</span>{' '}
      <span className="mt-0.5 text-lg font-semibold tabular-nums wrap-anywhere">
        {formatValue(metric.name, metric.total, currency)}
      </span>
      {change !== null && <span className="mt-0.5 text-small text-text-muted">{change}</span>}
    </button>
  );
}

/** Numbers that follow from two sums; they have no graph. */
function Ratios({ view, title, names }: { view: AnalyticsView; title: string; names: readonly MetricName[] }) {
  const totals = new Map(view.metrics.map(({ name, total }) => [name, total]));
  const ratios = RATIOS.filter(({ part, whole }) => names.includes(part) && names.includes(whole));
  if (ratios.length === 0) return null;
  return (
    <>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-small">
        {ratios.map(({ name, label, part, whole, unit }) => (
          <div key={name}>
            <dt className="inline text-text-muted">{label}: </dt>
            <dd className="inline font-medium tabular-nums">
              {ratioText(totals.get(part) ?? 0, totals.get(whole) ?? 0, unit)}
            </dd>
          </div>
        ))}
      </dl>
      <Definitions title={`What these ratios of “${title}” mean`} numbers={ratios} />
    </>
  );
}

function ratioText(part: number, whole: number, unit: (typeof RATIOS)[number]['unit']): string {
  if (whole === 0) return '–';
  if (unit === 'percent') return `${String(Math.round((100 * part) / whole))}%`;
  return `${(part / whole).toLocaleString(undefined, { maximumFractionDigits: 1 })} of 5 stars`;
}

/** What was paid and refunded before the server had its currency, which the cards leave out. */
function OtherMoney({ money }: { money: AnalyticsView['otherMoney'] }) {
  if (money.length === 0) return null;
  return (
    <div className="mt-3 text-small">
      <p className="text-text-muted">
        Some amounts of this period are in another currency. They are not part of the numbers above.{' '}
        <TextLink to="/library?sales=1&filter=items">Sales by item</TextLink>
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-2">
        {money.map(({ name, currency, total }) => (
          <div key={`${name} ${currency}`}>
            <dt className="inline text-text-muted">{`${METRICS[name].label} in ${currency}: `}</dt>
            <dd className="inline font-medium tabular-nums">{formatAmount(total, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
