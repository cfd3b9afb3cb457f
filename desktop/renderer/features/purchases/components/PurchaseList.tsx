import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { purchasesQuery } from '../api/queries.ts';
import { purchasePath } from '../open-payment.ts';
import { StateBadges } from './StateBadges.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The purchases of the user with their receipts, newest first. */
export function PurchaseList() {
  usePageTitle('Purchases');
  useHeadingFocus();
  const query = useInfiniteQuery(purchasesQuery());
  return (
    <>
      <ButtonLink to="/library?tab=purchased" variant="ghost" size="sm" className="mb-3 -ms-2.5">
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        Library
      </ButtonLink>
      <PageHeader title="Purchases" text="What you have bought, with receipts and refunds." />
      <PagedList
        label="Purchases"
        query={query}
        keyOf={({ id }) => id}
        row={(purchase) => <PurchaseRow purchase={purchase} />}
        skeleton={<Skeleton className="h-40 w-full" />}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title="No purchases yet"
            text="Each item you buy is listed here with its receipt, also after a refund."
          />
        }
      />
    </>
  );
}

function PurchaseRow({ purchase }: { purchase: PurchaseView }) {
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 transition-colors hover:bg-surface-sunken">
      <div className="min-w-0 flex-1 basis-52">
        <Link
          to={purchasePath(purchase.id)}
          dir="auto"
          className={`${QUIET_LINK_CLASSES} font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']`}
        >
          {purchase.title}
        </Link>
        <p className="text-small text-text-muted">
          {purchase.receiptNumber !== null && <span>{`Receipt ${purchase.receiptNumber} · `}</span>}
          <Time iso={purchase.paidAt ?? purchase.createdAt} format="date" />
        </p>
      </div>
      <StateBadges sale={purchase} />
      <span className="ms-auto font-medium tabular-nums">
        {formatAmount(purchase.amount, purchase.currency, OWN_LOCALE)}
      </span>
    </div>
  );
}
