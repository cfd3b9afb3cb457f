import type { ContentType } from '#shared/api/courses.ts';
import type { PaymentProvider, PurchaseStatus, PurchaseView, ReceiptView, SaleView } from '#shared/api/purchases.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { hasReadFile, hasSaved, usedPercentOf } from '../courses/uses.service.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const COLUMNS = `p.id, p.course_id, p.title, p.content_type, p.amount, p.currency, p.provider, p.status,
  p.receipt_number, p.created_at, p.paid_at, p.refunded_at, p.refund_state, p.disputed_at`;

interface FactsRow {
  id: string;
  course_id: string | null;
  title: string;
  content_type: ContentType;
  amount: number;
  currency: string;
  provider: PaymentProvider;
  status: PurchaseStatus;
  receipt_number: number | null;
  created_at: Timestamp;
  paid_at: Timestamp | null;
  refunded_at: Timestamp | null;
  refund_state: 'requested' | 'processing' | 'declined' | null;
  disputed_at: Timestamp | null;
}

function toFacts(row: FactsRow) {
  return {
    id: row.id,
    courseId: row.course_id,
    title: row.title,
    contentType: row.content_type,
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    status: row.status,
    receiptNumber: row.receipt_number,
    createdAt: isoOf(row.created_at),
    paidAt: isoOrNull(row.paid_at),
    refundedAt: isoOrNull(row.refunded_at),
  };
}

/**
 * One row of {@link purchaseRows}; `used_percent` is how much of the item the server has served to the buyer.
 * `is_taken_down`: an operator has removed the item; `has_saved`: the buyer has downloaded a part of a file;
 * `has_read_file`: more than half of one file was served to the buyer; `has_had_refunds`: the buyer has had an
 * automatic refund of the item before, or as many as are allowed.
 */
export interface PurchaseRow extends FactsRow {
  is_submitted: boolean;
  seller_id: string | null;
  used_percent: number;
  is_taken_down: boolean;
  has_saved: boolean;
  has_read_file: boolean;
  has_had_refunds: boolean;
}

/** One automatic refund of an item, and a number of them in a time: buying is not a way to read everything for free. */
const HAS_HAD_REFUNDS = `(exists (select 1 from purchases o where o.buyer_id = p.buyer_id
    and o.course_id = p.course_id and o.is_refunded_by_rule and o.id <> p.id)
  or (select count(*) from purchases o where o.buyer_id = p.buyer_id and o.is_refunded_by_rule and o.id <> p.id
    and o.refund_started_at > now() - interval '${PURCHASE_LIMITS.automaticRefundDays} days')
    >= ${PURCHASE_LIMITS.automaticRefundsMax})`;

/** Selects purchases `p` of the buyer ($1), each a {@link PurchaseRow}, as `select ... where` and what follows. */
export const purchaseRows = (where: string) =>
  `select ${COLUMNS}, p.is_submitted, p.seller_id, c.taken_down_at is not null as is_taken_down,
      ${usedPercentOf('p.buyer_id', 'p.course_id', 'p.paid_parts')} as used_percent,
      ${hasSaved('p.buyer_id', 'p.course_id')} as has_saved,
      ${hasReadFile('p.buyer_id', 'p.course_id', 'p.paid_parts')} as has_read_file,
      ${HAS_HAD_REFUNDS} as has_had_refunds
    from purchases p left join courses c on c.id = p.course_id
    where p.buyer_id = $1 and ${where}`;

/**
 * Converts a row to the view of its buyer. A refund on request is automatic within `refundDays` of the payment while
 * the buyer has hardly used the item and has had few of them, and at any time for an item that an operator has removed,
 * also after the seller declined.
 */
export function toPurchaseView(row: PurchaseRow, refundDays: number): PurchaseView {
  return { ...toFacts(row), isSubmitted: row.is_submitted, refund: refundOf(row, refundDays) };
}

function refundOf(row: PurchaseRow, refundDays: number): PurchaseView['refund'] {
  if (row.status !== 'paid' || row.disputed_at !== null || row.paid_at === null) return null;
  if (row.is_taken_down && row.refund_state !== 'processing') return 'automatic';
  if (row.refund_state !== null) return row.refund_state;
  const isEarly = databaseNowMs() - Date.parse(isoOf(row.paid_at)) < refundDays * DAY_MS;
  const isUsed = row.has_saved || row.has_read_file || row.used_percent >= PURCHASE_LIMITS.refundProgress;
  if (isEarly && !isUsed && !row.has_had_refunds) return 'automatic';
  return row.seller_id === null ? null : 'seller';
}

const PURCHASE = { name: 'purchase', text: purchaseRows('p.id = $2') };

const TAKEN_DOWN = {
  name: 'purchase-item-taken-down',
  text: `select 1 from purchases p join courses c on c.id = p.course_id and c.taken_down_at is not null where p.id = $1`,
};

/** Whether an operator has removed the item of a purchase. */
export async function isTakenDown(reader: Reader, id: string): Promise<boolean> {
  return (await read(reader, TAKEN_DOWN, [id])).length > 0;
}

/** Loads a purchase for its buyer; null for every other user. */
export async function loadPurchaseView(
  reader: Reader,
  id: string,
  { buyerId, refundDays }: { buyerId: string; refundDays: number },
): Promise<PurchaseView | null> {
  const [row] = await read<PurchaseRow>(reader, PURCHASE, [buyerId, id]);
  return row ? toPurchaseView(row, refundDays) : null;
}

interface ReceiptRow extends FactsRow {
  receipt_number: number;
  paid_at: Timestamp;
  buyer_name: string | null;
  seller_name: string | null;
}

const RECEIPT = {
  name: 'purchase-receipt',
  text: `select ${COLUMNS}, p.buyer_name, p.seller_name from purchases p
    where p.buyer_id = $1 and p.id = $2 and p.paid_at is not null`,
};

/** Loads the receipt of a purchase for its buyer; null for every other user, and before the payment. */
export async function loadReceipt(reader: Reader, id: string, buyerId: string): Promise<ReceiptView | null> {
  const [row] = await read<ReceiptRow>(reader, RECEIPT, [buyerId, id]);
  if (!row) return null;
  return {
    receiptNumber: row.receipt_number,
    title: row.title,
    contentType: row.content_type,
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    paidAt: isoOf(row.paid_at),
    refundedAt: isoOrNull(row.refunded_at),
    buyerName: row.buyer_name ?? '',
    sellerName: row.seller_name ?? '',
  };
}

/** One row of {@link saleRows}. Without `has_buyer`, the seller does not see the buyer, and the card is empty. */
export interface SaleRow extends FactsRow, UserCardRow {
  paid_at: Timestamp;
  refund_reason: string | null;
  buyer_name: string | null;
  has_buyer: boolean;
}

/** Selects paid and refunded sales `p` of the seller ($1), each a {@link SaleRow}, as `select ... where`. */
export const saleRows = (where: string) =>
  `select ${COLUMNS}, p.refund_reason, p.buyer_name, u.id is not null as has_buyer, ${USER_CARD_COLUMNS}
    from purchases p
    left join users u on u.id = p.buyer_id and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
    where p.seller_id = $1 and p.paid_at is not null and ${where}`;

/** Converts a row to the view of its seller. */
export function toSaleView(row: SaleRow): SaleView {
  return {
    ...toFacts(row),
    buyer: row.has_buyer ? toUserCard(row) : null,
    refund: row.refund_state,
    refundReason: row.refund_state === 'requested' ? row.refund_reason : null,
    isDisputed: row.disputed_at !== null && row.status === 'paid',
  };
}

const SALE = { name: 'purchase-sale', text: saleRows('p.id = $2') };

/** Loads a sale for its seller; null for every other user. */
export async function loadSaleView(reader: Reader, id: string, sellerId: string): Promise<SaleView | null> {
  const [row] = await read<SaleRow>(reader, SALE, [sellerId, id]);
  return row ? toSaleView(row) : null;
}
