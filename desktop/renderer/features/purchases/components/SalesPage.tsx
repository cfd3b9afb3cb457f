import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, Store } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { SALE_FILTERS } from '#shared/api/purchases.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { useExportSales } from '../api/mutations.ts';
import { saleQuery, salesQuery, type SaleFilter } from '../api/queries.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import { SaleRow } from './SaleRow.tsx';
import { SaleSums } from './SaleSums.tsx';

type View = SaleFilter | 'items';

const VIEWS = [...SALE_FILTERS, 'items'] as const satisfies readonly View[];
const VIEW_NAMES: Record<View, string> = { all: 'All', requested: 'Refund requests', items: 'By item' };

/**
 * The sales of the user: all, the requests for refunds (`?filter=requested`), the sums by item (`?filter=items`), or
 * one (`?sale=`), which opens first.
 */
export function SalesPage({ role }: { role: Role }) {
  usePageTitle('Sales');
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const saleId = search.get('sale');
  const view = VIEWS.find((value) => value === search.get('filter')) ?? 'all';
  const { mutate: save, isPending } = useExportSales(view === 'items');
  const [decision, setDecision] = useState<Decision | null>(null);
  const move = (next: View): void =>
    setSearch({ sales: '1', ...(next !== 'all' && { filter: next }) }, { replace: true });
  return (
    <>
      <ButtonLink to="/library?tab=created" variant="ghost" size="sm" className="mb-3 -ms-2.5">
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        Library
      </ButtonLink>
      <PageHeader title="Sales" text="What members have bought from you, the latest payment first." />
      {saleId !== null && <OneSale key={saleId} id={saleId} role={role} onDecide={setDecision} />}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <ToggleButtons
          label="Show"
          options={VIEWS.map((value) => ({ value, label: VIEW_NAMES[value] }))}
          value={view}
          onChange={move}
        />
        <Button size="sm" isLoading={isPending} onClick={() => save()}>
          <Download className="size-4" />
          <span>{view === 'items' ? 'Download sums as CSV' : 'Download all as CSV'}</span>
        </Button>
      </div>
      {view === 'items' ? (
        <>
          <p className="mb-3 text-text-muted">
            Net is what buyers paid without what they got back, before the fees of the payment provider.
          </p>
          <SaleSums />
        </>
      ) : (
        <Sales key={view} filter={view} role={role} onDecide={setDecision} onAll={() => move('all')} />
      )}
      {decision && <DecideDialog {...decision} onClose={() => setDecision(null)} />}
    </>
  );
}

interface SalesProps {
  filter: SaleFilter;
  role: Role;
  onDecide: (decision: Decision) => void;
  onAll: () => void;
}

function Sales({ filter, role, onDecide, onAll }: SalesProps) {
  const query = useInfiniteQuery(salesQuery(filter));
  return (
    <PagedList
      label={filter === 'all' ? 'Sales' : 'Refund requests'}
      query={query}
      keyOf={({ id }) => id}
      row={(sale) => <SaleRow sale={sale} role={role} onDecide={onDecide} />}
      skeleton={<Skeleton className="h-48 w-full" />}
      empty={
        filter === 'all' ? (
          <EmptyState
            icon={<Store />}
            title="No sales yet"
            text="When a member buys one of your items, the sale is listed here. Set a price under Price when you edit an item."
            action={<ButtonLink to="/library?tab=created">Go to your items</ButtonLink>}
          />
        ) : (
          <EmptyState
            icon={<Store />}
            title="No refund requests"
            text="No buyer is waiting for your decision."
            action={<Button onClick={onAll}>Show all sales</Button>}
          />
        )
      }
    />
  );
}

/** The sale of a notification, above the list. */
function OneSale({ id, role, onDecide }: { id: string } & Pick<SalesProps, 'role' | 'onDecide'>) {
  const query = useQuery(saleQuery(id));
  return (
    <Card isFlush as="section" aria-label="The sale you opened" className="mb-6">
      {query.data === undefined ? (
        <QueryState query={query} skeleton={<Skeleton className="h-20 w-full" />} />
      ) : (
        <SaleRow sale={query.data} role={role} onDecide={onDecide} />
      )}
    </Card>
  );
}
