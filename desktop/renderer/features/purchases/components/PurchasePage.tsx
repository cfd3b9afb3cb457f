import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX2 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/purchases.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { useHeadingFocus } from '../../../lib/page/focus.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { purchaseQuery } from '../api/queries.ts';
import { PendingPayment } from './PendingPayment.tsx';
import { Receipt } from './Receipt.tsx';
import { RefundPart } from './RefundPart.tsx';

/**
 * The page of a purchase, to which the provider returns the buyer: how far the payment is, then the receipt and the
 * refund. `?cancelled=` says that the buyer left the page of the provider.
 */
export function PurchasePage({ purchaseId }: { purchaseId: string }) {
  usePageTitle('Purchase');
  useHeadingFocus();
  const query = useQuery(purchaseQuery(purchaseId));
  const { data: purchase, error } = query;
  if (error instanceof ApiError && error.status === 404) return <Unavailable />;
  return (
    <>
      <ButtonLink to="/library?purchases=1" variant="ghost" size="sm" className="mb-3 -ms-2.5 print:hidden">
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        Purchases
      </ButtonLink>
      <PageHeader title="Purchase" text={purchase && <bdi className="wrap-anywhere">{purchase.title}</bdi>} />
      {purchase === undefined ? (
        <QueryState query={query} skeleton={<Skeleton className="h-56 w-full" />} />
      ) : (
        <Content purchase={purchase} />
      )}
    </>
  );
}

function Content({ purchase }: { purchase: PurchaseView }) {
  const [search] = useSearchParams();
  const pathOf = useItemPath();
  const isCancelled = search.has('cancelled') && !purchase.isSubmitted;
  const isOver = purchase.status !== 'pending';
  return (
    <div className="flex flex-col gap-4">
      <Card as="section" aria-label="Payment" className="p-5 print:hidden">
        <p role="status" className="max-w-[60ch] text-medium">
          {stateText(purchase, isCancelled)}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {!isOver && <PendingPayment purchase={purchase} />}
          {purchase.courseId !== null && (
            <ButtonLink to={pathOf(purchase.courseId)} variant={isOver ? 'primary' : 'secondary'}>
              {purchase.status === 'paid' ? 'Open the item' : 'Back to the item'}
            </ButtonLink>
          )}
        </div>
      </Card>
      {purchase.receiptNumber !== null && (
        <>
          <Receipt purchaseId={purchase.id} />
          <RefundPart purchase={purchase} />
        </>
      )}
    </div>
  );
}

function stateText({ status, isSubmitted, provider, courseId }: PurchaseView, isCancelled: boolean): string {
  switch (status) {
    case 'pending':
      if (provider === 'test') return 'Test payment: no money is involved. Choose how this payment ends.';
      if (isSubmitted) return 'Your payment is on its way. Your bank confirms it later; you will be notified.';
      return isCancelled
        ? 'You left the payment page before paying. Nothing was charged.'
        : 'Waiting for the confirmation of your payment. This page updates by itself.';
    case 'paid':
      return courseId === null ? 'Paid. Its author has deleted the item since.' : 'Paid. The item is in your Library.';
    case 'failed':
      return 'The payment failed. Nothing was charged. You can buy the item again from its page.';
    case 'expired':
      return 'The payment was not completed. Nothing was charged. You can buy the item again from its page.';
    case 'refunded':
      return 'Refunded. The item is no longer in your Library.';
  }
}

function Unavailable() {
  return (
    <>
      <h1 className="sr-only">Purchase</h1>
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title="This purchase is unavailable."
          text="Only the member who bought an item can see its purchase."
          action={<ButtonLink to="/library?purchases=1">Your purchases</ButtonLink>}
        />
      </Card>
    </>
  );
}
