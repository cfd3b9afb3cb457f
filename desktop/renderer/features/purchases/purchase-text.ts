import type { PaymentProvider, PurchaseStatus } from '#shared/api/purchases.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';

/** How an item is paid for. */
export const PROVIDER_LABELS: Record<PaymentProvider, string> = { test: 'Test payment', stripe: 'Stripe' };

/** Labels of the states of a purchase. */
export const STATUS_LABELS: Record<PurchaseStatus, string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Not completed',
  refunded: 'Refunded',
};

/** What a label of a test payment adds. */
export const TEST_NOTE = 'No money is involved.';

/** Says when a refund is automatic; `days` is the rule of the server, 0 without one. */
export function refundRule(days: number): string {
  if (days === 0) return 'The seller decides about refunds.';
  const time = days === 1 ? '1 day' : `${days} days`;
  const use = `before you download a file, open more than half of one or open ${PURCHASE_LIMITS.refundProgress}% of the item`;
  return `Money back on request within ${time}, ${use}. After that the seller decides.`;
}
