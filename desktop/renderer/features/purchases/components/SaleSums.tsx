import { useInfiniteQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import type { SaleSumsView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { saleSumsQuery } from '../api/queries.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** What the user has earned by item, in each currency apart. */
export function SaleSums() {
  const query = useInfiniteQuery(saleSumsQuery());
  return (
    <PagedList
      label="Sales by item"
      query={query}
      keyOf={({ courseId, currency }) => `${String(courseId)} ${currency}`}
      row={(sums) => <SumsRow sums={sums} />}
      skeleton={<Skeleton className="h-48 w-full" />}
      empty={
        <EmptyState
          icon={<Store />}
          title="No sales yet"
          text="When a member buys one of your items, its sales are added up here."
        />
      }
    />
  );
}

function SumsRow({ sums }: { sums: SaleSumsView }) {
  const { title, currency, units, refunds } = sums;
  const amount = (value: number) => formatAmount(value, currency, OWN_LOCALE);
  const facts: [name: string, value: string][] = [
    ['Sold', units.toLocaleString(OWN_LOCALE)],
    ['Gross', amount(sums.gross)],
    ['Refunds', refunds === 0 ? '0' : `${refunds.toLocaleString(OWN_LOCALE)} · ${amount(sums.refunded)}`],
    ['Net', amount(sums.net)],
  ];
  return (
    <article className="flex flex-wrap items-center gap-x-6 gap-y-1.5 px-4 py-3">
      <p dir="auto" className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">
        {title ?? 'Deleted items'}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-16 text-end">
            <dt className="text-small text-text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
