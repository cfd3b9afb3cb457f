import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useId } from 'react';
import type { ReceiptView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { useLightPrint } from '../../../lib/page/light-print.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { receiptQuery } from '../api/queries.ts';
import { PROVIDER_LABELS, TEST_NOTE } from '../purchase-text.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The receipt of a purchase, which can be printed. */
export function Receipt({ purchaseId }: { purchaseId: string }) {
  useLightPrint();
  const titleId = useId();
  const query = useQuery(receiptQuery(purchaseId));
  const { data: receipt } = query;
  if (receipt === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-72 w-full" />} />;
  return (
    <Card as="section" aria-labelledby={titleId} className="p-5 print:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={titleId} className="flex-1 font-serif text-xl font-semibold">
          {`Receipt ${receipt.receiptNumber}`}
        </h2>
        {receipt.refundedAt !== null && <Badge tone="warning">Refunded</Badge>}
        {receipt.provider === 'test' && <Badge tone="warning">Test payment</Badge>}
        <Button size="sm" className="print:hidden" onClick={() => globalThis.print()}>
          <Printer className="size-4" />
          Print
        </Button>
      </div>
      <Facts receipt={receipt} />
    </Card>
  );
}

function Facts({ receipt }: { receipt: ReceiptView }) {
  return (
    <dl className="mt-4 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2.5 [&>dd]:wrap-anywhere [&>dt]:text-text-muted">
      <dt>Item</dt>
      <dd>
        <bdi>{receipt.title}</bdi>
      </dd>
      <dt>Buyer</dt>
      <dd>
        <Name>{receipt.buyerName}</Name>
      </dd>
      <dt>Seller</dt>
      <dd>
        <Name>{receipt.sellerName}</Name>
      </dd>
      <dt>Paid</dt>
      <dd>
        <Time iso={receipt.paidAt} format="date" />
      </dd>
      <dt>Payment</dt>
      <dd>
        <span>{PROVIDER_LABELS[receipt.provider]}</span>
        {receipt.provider === 'test' && <span>{`. ${TEST_NOTE}`}</span>}
      </dd>
      {receipt.refundedAt !== null && (
        <>
          <dt>Refunded</dt>
          <dd>
            <Time iso={receipt.refundedAt} format="date" />
          </dd>
        </>
      )}
      <dt className="border-t border-border pt-2.5">Total</dt>
      <dd className="border-t border-border pt-2.5 font-semibold tabular-nums">
        {formatAmount(receipt.amount, receipt.currency, OWN_LOCALE)}
      </dd>
    </dl>
  );
}
