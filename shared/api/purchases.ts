import type * as z from 'zod/mini';
import type { ContentType } from './courses.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { purchaseSchemas } from './purchases.schema.ts';
import type { UserCard } from './users.ts';

/** How this server takes payments, if it does: with the test adapter of a development machine, or with Stripe. */
export type PaymentProvider = 'test' | 'stripe';

/**
 * States of a purchase: `pending` until the provider reports the payment, then `paid`, `failed` or `expired`; a paid
 * one can be `refunded`.
 */
export type PurchaseStatus = 'pending' | 'paid' | 'failed' | 'expired' | 'refunded';

/** Which sales a list contains: all, or those whose buyer asks the seller for a refund. */
export const SALE_FILTERS = ['all', 'requested'] as const;

/** What the buyer and the seller both see of a purchase. */
interface PurchaseFacts {
  id: string;
  /** Null when the item is deleted. */
  courseId: string | null;
  /** Title and type of the item on the day of the purchase. */
  title: string;
  contentType: ContentType;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  provider: PaymentProvider;
  status: PurchaseStatus;
  /** Null until it is paid. */
  receiptNumber: number | null;
  createdAt: string;
  paidAt: string | null;
  refundedAt: string | null;
}

/**
 * A purchase as its buyer sees it. `isSubmitted` is true while the buyer has paid and the provider has yet to confirm
 * it, as with a bank transfer. `refund` is what a request does now, or how far it is: `automatic` refunds at once,
 * `seller` asks the seller, `requested` waits for the seller, `processing` waits for the provider, `declined` was
 * refused, null when none is possible.
 */
export interface PurchaseView extends PurchaseFacts {
  isSubmitted: boolean;
  refund: 'automatic' | 'seller' | 'requested' | 'processing' | 'declined' | null;
}

/** A receipt, which does not change with later edits of names or titles. `sellerName` is the author's. */
export interface ReceiptView {
  receiptNumber: number;
  title: string;
  contentType: ContentType;
  amount: number;
  currency: string;
  provider: PaymentProvider;
  paidAt: string;
  refundedAt: string | null;
  buyerName: string;
  sellerName: string;
}

/**
 * A sale as the author of the item sees it. `buyer` is null when they deleted their account or are hidden from the
 * author. `refund` is `requested` while the buyer waits for the author, `processing` while the provider refunds.
 * `isDisputed` is true while the buyer's bank demands the money back.
 */
export interface SaleView extends PurchaseFacts {
  buyer: UserCard | null;
  refund: 'requested' | 'processing' | 'declined' | null;
  /** What the buyer wrote with the request; null without a request or a text. */
  refundReason: string | null;
  isDisputed: boolean;
}

/**
 * The sales of one item in one currency; those of deleted items are one row, with null as `courseId` and `title`.
 * Amounts are in minor units: `gross` is what buyers paid, `refunded` what they got back, `net` the rest, before the
 * fees of the provider. `refunds` counts the refunded ones of the `units`.
 */
export interface SaleSumsView {
  courseId: string | null;
  /** The present title. */
  title: string | null;
  currency: string;
  units: number;
  refunds: number;
  gross: number;
  refunded: number;
  net: number;
}

/** The start of a payment: `next` is the address of the provider's page, or a path of this app that begins with `/`. */
export interface CheckoutView {
  purchase: PurchaseView;
  next: string;
}

/** Query of GET /api/sales. */
export type ListSalesQuery = z.infer<typeof purchaseSchemas.listSales.query>;
/** Body of POST /api/courses/:id/purchase: the price that the buyer has seen. */
export type PurchaseInput = z.infer<typeof purchaseSchemas.purchaseCourse.body>;

/** Purchases, receipts, sales and refunds. Stripe reports payments at an address of its own, outside of this table. */
export const purchaseEndpoints = endpoints<typeof purchaseSchemas>()({
  /** Starts a purchase at the price that the buyer has seen, or returns the one that is pending. */
  purchaseCourse: endpoint<CheckoutView>()({
    method: 'POST',
    path: '/api/courses/:id/purchase',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'ALREADY_OWNED', 'OWN_ITEM', 'NOT_FOR_SALE', 'PRICE_CHANGED', 'PAYMENTS_OFF'],
    // A user has one pending purchase of an item, which a repeat returns. The provider is not called in a transaction.
    isRepeatable: true,
    status: 201,
    limit: 'purchases',
  }),
  /** Lists the user's pending, paid and refunded purchases, newest first. */
  listPurchases: endpoint<PurchaseView[]>()({
    method: 'GET',
    path: '/api/purchases',
    who: 'signedIn',
    isPage: true,
  }),
  getPurchase: endpoint<PurchaseView>()({
    method: 'GET',
    path: '/api/purchases/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** The receipt of a paid or refunded purchase. */
  getReceipt: endpoint<ReceiptView>()({
    method: 'GET',
    path: '/api/purchases/:id/receipt',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Ends a payment of the test provider; no money is involved. */
  finishTestPayment: endpoint<PurchaseView>()({
    method: 'POST',
    path: '/api/purchases/:id/test-payment',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'WRONG_STATE', 'PAYMENTS_OFF'],
  }),
  /** Refunds at once within the rule of the server; otherwise the seller decides. */
  requestRefund: endpoint<PurchaseView>()({
    method: 'POST',
    path: '/api/purchases/:id/refund',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'WRONG_STATE', 'PAYMENTS_OFF'],
  }),
  /** Lists the user's paid and refunded sales, the latest payment first. */
  listSales: endpoint<SaleView[]>()({ method: 'GET', path: '/api/sales', who: 'signedIn', isPage: true }),
  /** Adds up the user's sales by item and currency, the newest item first. */
  listSaleSums: endpoint<SaleSumsView[]>()({ method: 'GET', path: '/api/sales/items', who: 'signedIn', isPage: true }),
  /** Exports these sums as text/csv. */
  exportSaleSums: endpoint<string>()({
    method: 'GET',
    path: '/api/sales/items.csv',
    isCounted: true,
    who: 'signedIn',
    limit: 'saleExports',
    isNavigable: true,
  }),
  /** A paid or refunded sale of the user's own. */
  getSale: endpoint<SaleView>()({ method: 'GET', path: '/api/sales/:id', who: 'signedIn', errors: ['NOT_FOUND'] }),
  /** Exports all sales as text/csv, without email addresses. */
  exportSales: endpoint<string>()({
    method: 'GET',
    path: '/api/sales.csv',
    isCounted: true,
    who: 'signedIn',
    limit: 'saleExports',
    isNavigable: true,
  }),
  /** Refunds a sale, or declines the request of the buyer. */
  decideRefund: endpoint<SaleView>()({
    method: 'POST',
    path: '/api/sales/:id/refund',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'WRONG_STATE', 'PAYMENTS_OFF'],
  }),
});
