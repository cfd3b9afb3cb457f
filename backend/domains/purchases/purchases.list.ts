import type { ListSalesQuery, PurchaseView, SaleView } from '#shared/api/purchases.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import type { Statement } from '../../db/pool.ts';
import { isoOf, read, type Reader } from '../../db/read.ts';
import { CSV_PAGE_ROWS } from '../../http/csv.ts';
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

const salesBefore = (rows: number) => `(p.paid_at, p.id) < ($2::timestamptz, $3::uuid)
  order by p.paid_at desc, p.id desc limit ${rows}`;
const SALES = { name: 'sales-list', text: saleRows(salesBefore(LIMIT)) };
const EXPORTED = { name: 'sales-export', text: saleRows(salesBefore(CSV_PAGE_ROWS + 1)) };
const REQUESTED = {
  name: 'sales-requested',
  text: saleRows(`p.refund_state = 'requested' and ${salesBefore(LIMIT)}`),
};

async function readSales(
  reader: Reader,
  sellerId: string,
  { statement, cursor, limit }: { statement: Statement; cursor: string | undefined; limit: number },
): Promise<Page<SaleRow>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await read<SaleRow>(reader, statement, [sellerId, at, id]);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.paid_at), id: row.id }),
    view: (row) => row,
  });
}

/** Reads {@link CSV_PAGE_ROWS} of a user's sales, the latest payment first. */
export async function listExportedSales(
  reader: Reader,
  sellerId: string,
  cursor: string | undefined,
): Promise<Page<SaleRow>> {
  return readSales(reader, sellerId, { statement: EXPORTED, cursor, limit: CSV_PAGE_ROWS });
}

/** Lists a user's sales, the latest payment first; by default all of them. */
export async function listSales(
  reader: Reader,
  sellerId: string,
  { filter, cursor, limit = PURCHASE_LIMITS.pageItems }: ListSalesQuery,
): Promise<Page<SaleView>> {
  const statement = filter === 'requested' ? REQUESTED : SALES;
  const { items, nextCursor } = await readSales(reader, sellerId, { statement, cursor, limit });
  return { items: items.map(toSaleView), nextCursor };
}
