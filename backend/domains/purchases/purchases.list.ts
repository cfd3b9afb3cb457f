import type { ListSalesQuery, PurchaseView, SaleView } from '#shared/api/purchases.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { isoOf, read, type Reader } from '../../db/read.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { purchaseRows, saleRows, toPurchaseView, toSaleView, type PurchaseRow, type SaleRow } from './purchase.view.ts';

const LIMIT = PURCHASE_LIMITS.pageMaxItems + 1;
const PURCHASES = {
  name: 'purchases-list',
  text: purchaseRows(`p.status in ('pending', 'paid', 'refunded')
    and (p.created_at, p.id) < ($2::timestamptz, $3::uuid) order by p.created_at desc, p.id desc limit ${LIMIT}`),
};

/** Lists a user's pending, paid and refunded purchases, newest first. */
export async function listPurchases(
  reader: Reader,
  buyerId: string,
  { cursor, limit = PURCHASE_LIMITS.pageItems, refundDays }: PageQuery & { refundDays: number },
): Promise<Page<PurchaseView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await read<PurchaseRow>(reader, PURCHASES, [buyerId, at, id]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: (row) => toPurchaseView(row, refundDays) });
}

const SALES_ORDER = `(p.paid_at, p.id) < ($2::timestamptz, $3::uuid)
  order by p.paid_at desc, p.id desc limit ${LIMIT}`;
const SALES = { name: 'sales-list', text: saleRows(SALES_ORDER) };
const REQUESTED = { name: 'sales-requested', text: saleRows(`p.refund_state = 'requested' and ${SALES_ORDER}`) };

/** Reads a page of a user's sales, the latest payment first; by default all of them. */
export async function listSaleRows(
  reader: Reader,
  sellerId: string,
  { filter, cursor, limit = PURCHASE_LIMITS.pageItems }: ListSalesQuery,
): Promise<Page<SaleRow>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await read<SaleRow>(reader, filter === 'requested' ? REQUESTED : SALES, [sellerId, at, id]);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.paid_at), id: row.id }),
    view: (row) => row,
  });
}

/** Lists a user's sales, the latest payment first; by default all of them. */
export async function listSales(reader: Reader, sellerId: string, query: ListSalesQuery): Promise<Page<SaleView>> {
  const { items, nextCursor } = await listSaleRows(reader, sellerId, query);
  return { items: items.map(toSaleView), nextCursor };
}
