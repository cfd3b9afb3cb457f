import { queryOptions } from '@tanstack/react-query';
import { purchaseEndpoints, type ListSalesQuery, type PurchaseView } from '#shared/api/purchases.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** How often a payment that is not confirmed is fetched again, in milliseconds. */
const POLL_MS = 4 * SECOND_MS;

/** Which sales a list contains. */
export type SaleFilter = NonNullable<ListSalesQuery['filter']>;

/** Whether only the report of the provider can end a purchase: the buyer may have paid on a page of its own. */
function awaitsProvider({ status, provider }: PurchaseView): boolean {
  return status === 'pending' && provider !== 'test';
}

/** One purchase of the user. Fetched at each opening, and repeatedly until a payment on another page is confirmed. */
export function purchaseQuery(id: string) {
  return queryOptions({
    queryKey: ['purchases', 'one', id] as const,
    queryFn: ({ signal }) => call(purchaseEndpoints.getPurchase, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && awaitsProvider(state.data) ? POLL_MS : false),
  });
}

/** The pages of the user's purchases, newest first. */
export function purchasesQuery() {
  const pages = pagesQuery(['purchases', 'list'], (cursor, options) =>
    callPage(purchaseEndpoints.listPurchases, { query: cursor }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** The receipt of a purchase. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['purchases', 'receipt', id] as const,
    queryFn: ({ signal }) => call(purchaseEndpoints.getReceipt, { params: { id } }, { signal }),
  });
}

/** The pages of the user's sales, the latest payment first. Fetched at each opening: no push reports a sale. */
export function salesQuery(filter: SaleFilter) {
  const pages = pagesQuery(['purchases', 'sales', filter], (cursor, options) =>
    callPage(purchaseEndpoints.listSales, { query: { filter, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** The pages of the user's sales added up by item and currency, the newest item first. */
export function saleSumsQuery() {
  const pages = pagesQuery(['purchases', 'sales', 'items'], (cursor, options) =>
    callPage(purchaseEndpoints.listSaleSums, { query: cursor }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** One sale of the user. */
export function saleQuery(id: string) {
  return queryOptions({
    queryKey: ['purchases', 'sale', id] as const,
    queryFn: ({ signal }) => call(purchaseEndpoints.getSale, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });
}
