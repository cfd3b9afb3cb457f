import { Undo2 } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';
import type { SaleView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Time } from '../../../ui/Time.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import type { Decision } from './DecideDialog.tsx';
import { StateBadges } from './StateBadges.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface SaleRowProps {
  sale: SaleView;
  /** The role of the seller. Creators cannot open profiles. */
  role: Role;
  onDecide: (decision: Decision) => void;
}

/** A sale, with the request of its buyer and the decision about it. */
export function SaleRow({ sale, role, onDecide }: SaleRowProps) {
  const { title, buyer, status, refund, refundReason, isDisputed } = sale;
  const canRefund = status === 'paid' && refund !== 'processing' && !isDisputed;
  return (
    <article className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-52">
          <p dir="auto" className="font-medium wrap-anywhere">
            {title}
          </p>
          <p className="text-small text-text-muted">
            {buyer === null ? (
              <span>A former or hidden member</span>
            ) : role === 'creator' || buyer.role === 'creator' ? (
              <Name>{buyer.fullName}</Name>
            ) : (
              <NameLink user={buyer} />
            )}{' '}
            <span>·</span> <Time iso={sale.paidAt ?? sale.createdAt} format="date" />{' '}
            <span>{`· Receipt ${sale.receiptNumber ?? ''}`}</span>
          </p>
        </div>
        <StateBadges sale={sale} />
        <span className="ms-auto font-medium tabular-nums">{formatAmount(sale.amount, sale.currency, OWN_LOCALE)}</span>
        {canRefund && refund !== 'requested' && (
          <MoreMenu label={`More about receipt ${sale.receiptNumber}`}>
            <MenuItem icon={<Undo2 />} onSelect={() => onDecide({ sale, decision: 'refund' })}>
              Refund
            </MenuItem>
          </MoreMenu>
        )}
      </div>
      {refund === 'requested' && (
        <div className="mt-2 rounded-md bg-surface-sunken px-3.5 py-2.5">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {refundReason ?? 'The buyer asks for a refund and gave no reason.'}
          </p>
          {canRefund && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              <Button
                size="sm"
                aria-label={`Refund receipt ${sale.receiptNumber}`}
                onClick={() => onDecide({ sale, decision: 'refund' })}
              >
                Refund
              </Button>
              <Button
                size="sm"
                aria-label={`Decline the request for receipt ${sale.receiptNumber}`}
                onClick={() => onDecide({ sale, decision: 'decline' })}
              >
                Decline
              </Button>
            </div>
          )}
        </div>
      )}
    </article>
  );
}
