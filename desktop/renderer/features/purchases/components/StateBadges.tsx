import type { PurchaseView, SaleView } from '#shared/api/purchases.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { STATUS_LABELS } from '../purchase-text.ts';

const REFUND_LABELS = {
  requested: 'Refund requested',
  processing: 'Refund on its way',
  declined: 'Refund declined',
} as const;

/** The state of a purchase or a sale in words. */
export function StateBadges({ sale }: { sale: PurchaseView | SaleView }) {
  const { status, provider, refund } = sale;
  return (
    <span className="flex flex-wrap gap-1.5">
      {provider === 'test' && <Badge>Test payment</Badge>}
      {'isDisputed' in sale && sale.isDisputed && <Badge tone="danger">Payment disputed</Badge>}
      {refund !== null && refund !== 'automatic' && refund !== 'seller' ? (
        <Badge tone={refund === 'requested' ? 'accent' : 'neutral'}>{REFUND_LABELS[refund]}</Badge>
      ) : (
        <Badge tone={status === 'paid' ? 'success' : 'warning'}>{STATUS_LABELS[status]}</Badge>
      )}
    </span>
  );
}
