import type { SaleView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useDecideRefund } from '../api/mutations.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** What a seller is about to decide about a sale. */
export interface Decision {
  sale: SaleView;
  decision: 'refund' | 'decline';
}

/** Requests a confirmation of a refund or of its refusal. */
export function DecideDialog({ sale, decision, onClose }: Decision & { onClose: () => void }) {
  const { mutateAsync: decide } = useDecideRefund();
  const amount = formatAmount(sale.amount, sale.currency, OWN_LOCALE);
  const buyer = sale.buyer?.fullName ?? 'the buyer';
  const isRefund = decision === 'refund';
  return (
    <ConfirmDialog
      title={isRefund ? `Refund ${amount} to ${buyer}?` : `Decline the request of ${buyer}?`}
      description={
        isRefund
          ? 'The buyer gets the money back and loses the item. This can’t be undone.'
          : 'The buyer keeps the item and is notified. They cannot ask again, but you can still refund later.'
      }
      confirmLabel={isRefund ? 'Refund' : 'Decline'}
      onConfirm={async () => {
        const { refund } = await decide({ id: sale.id, decision });
        toast({
          title: !isRefund ? 'Request declined' : refund === 'processing' ? 'The refund is on its way' : 'Refunded',
        });
      }}
      onClose={onClose}
    />
  );
}
