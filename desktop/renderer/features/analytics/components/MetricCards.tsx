import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { METRICS, type AnalyticsView, type MetricName, type MetricView } from '#shared/api/analytics.ts';
import { formatAmount } from '#shared/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { cardsOf } from '../cards.ts';
import { formatValue, wordChange } from '../wording.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface MetricCardsProps {
  view: AnalyticsView;
  chosen: MetricName;
  onChoose: (name: MetricName) => void;
}

/**
 * The sums of the period, at most six of them until the others are asked for; the chosen one is shown in the graph. A
 * chosen one among the others opens them.
 */
export function MetricCards({ view, chosen, onChoose }: MetricCardsProps) {
  const { first, more } = cardsOf(view);
  const isAmongMore = more.some(({ metrics }) => metrics.some(({ name }) => name === chosen));
  const [asked, setAsked] = useState<{ isOpen: boolean; with: MetricName | null }>({ isOpen: isAmongMore, with: null });
  const isOpen = isAmongMore && asked.with !== chosen ? true : asked.isOpen;
  const cards = { currency: view.currency, chosen, onChoose };
  return (
    <section aria-label="Numbers of the period" className="mb-3">
      <Cards metrics={first} {...cards} />
      {more.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          aria-expanded={isOpen}
          onClick={() => setAsked({ isOpen: !isOpen, with: chosen })}
        >
          <ChevronDown aria-hidden="true" className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
          More numbers
        </Button>
      )}
      {isOpen &&
        more.map(({ title, metrics }) => (
          <section key={title} aria-label={title} className="mt-2 mb-4">
            <h2 className="mb-2 text-base font-semibold">{title}</h2>
            <Cards metrics={metrics} {...cards} />
          </section>
        ))}
      <OtherMoney money={view.otherMoney} />
    </section>
  );
}

interface CardsProps extends Omit<MetricCardsProps, 'view'> {
  metrics: readonly MetricView[];
  currency: string;
}

function Cards({ metrics, currency, chosen, onChoose }: CardsProps) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 min-[80rem]:grid-cols-6">
      {metrics.map((metric) => (
        <li key={metric.name} className="min-w-0">
          <MetricCard
            metric={metric}
            currency={currency}
            isChosen={metric.name === chosen}
            onChoose={() => onChoose(metric.name)}
          />
        </li>
      ))}
    </ul>
  );
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
            <dd className="inline font-medium tabular-nums">{formatAmount(total, currency, OWN_LOCALE)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
