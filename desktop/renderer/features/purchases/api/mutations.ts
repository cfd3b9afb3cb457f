import { useMutation, useQueryClient } from '@tanstack/react-query';
import { purchaseEndpoints, type PurchaseInput } from '#shared/api/purchases.ts';
import { call, callText } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { invalidate, type NounKey } from '../../../lib/http/query-client.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { datedName, saveCsv } from '../../../lib/page/save-file.ts';
import { purchaseQuery, receiptQuery } from './queries.ts';

/** What a payment or a refund changes: the item, the lists that contain it, and the purchases. */
const OWNERSHIP: readonly NounKey[] = [
  ['courses'],
  ['users', { part: 'courses' }],
  ['students'],
  ['purchases', 'list'],
];
const PURCHASES: readonly NounKey[] = [['purchases']];

/**
 * Starts the purchase of an item at the price that the user has seen; the dialog shows a failure. A refusal shows that
 * the item has changed: it fails after the item was fetched again. A repeat returns the purchase of the first attempt.
 */
export function useStartPurchase(courseId: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: PurchaseInput) =>
      once(body, (options) =>
        call(purchaseEndpoints.purchaseCourse, { params: { id: courseId }, body }, options),
      ).catch(async (error: unknown) => {
        if (error instanceof ApiError && (error.status === 409 || error.status === 404))
          await invalidate(client, ['courses', 'one', courseId]);
        throw error;
      }),
    onSuccess: ({ purchase }) => client.setQueryData(purchaseQuery(purchase.id).queryKey, purchase),
    meta: { action: null, invalidates: [['purchases', 'list']] },
  });
}

/** Ends a payment of the test provider. */
export function useFinishTestPayment(id: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (outcome: 'paid' | 'failed') =>
      once(outcome, (options) =>
        call(purchaseEndpoints.finishTestPayment, { params: { id }, body: { outcome } }, options),
      ),
    onSuccess: (purchase) => client.setQueryData(purchaseQuery(id).queryKey, purchase),
    // Ended in another window.
    onError: () => void client.invalidateQueries({ queryKey: purchaseQuery(id).queryKey }),
    meta: { action: 'finish the test payment', invalidates: OWNERSHIP },
  });
}

/** Asks for a refund; the dialog shows a failure. */
export function useRequestRefund(id: string) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: { reason?: string }) =>
      once(body, (options) => call(purchaseEndpoints.requestRefund, { params: { id }, body }, options)),
    onSuccess: (purchase) => client.setQueryData(purchaseQuery(id).queryKey, purchase),
    onError: () => void client.invalidateQueries({ queryKey: purchaseQuery(id).queryKey }),
    meta: { action: null, invalidates: [...OWNERSHIP, receiptQuery(id).queryKey] },
  });
}

/** Refunds a sale or declines the request of its buyer; the dialog shows a failure. */
export function useDecideRefund() {
  const once = useOnce();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'refund' | 'decline' }) =>
      once([id, decision], (options) =>
        call(purchaseEndpoints.decideRefund, { params: { id }, body: { decision } }, options),
      ),
    meta: { action: null, invalidates: [...PURCHASES, ['courses']] },
  });
}

/** Saves all sales, or their sums by item, as a CSV file. */
export function useExportSales(isByItem: boolean) {
  return useMutation({
    mutationFn: () =>
      isByItem ? callText(purchaseEndpoints.exportSaleSums, {}) : callText(purchaseEndpoints.exportSales, {}),
    onSuccess: (text) => saveCsv(text, datedName(isByItem ? 'sales-by-item' : 'sales')),
    meta: { action: 'save the file' },
  });
}
