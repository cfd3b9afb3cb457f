import type { Response } from 'express';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { amountText } from '#shared/money.ts';
import { isoOrNull, type Reader } from '../../db/read.ts';
import { CSV_PAGE_ROWS, sendCsv } from '../../http/csv.ts';
import type { SaleRow } from './purchase.view.ts';
import { listExportedSales } from './purchases.list.ts';

const HEADINGS = ['Receipt', 'Item', 'Type', 'Buyer', 'Amount', 'Currency', 'Payment', 'Status', 'Paid', 'Refunded'];
const PAYMENTS = { test: 'Test payment', stripe: 'Stripe' } as const;

/** The buyer's name is that of the receipt; it is missing when the list of sales does not show the buyer either. */
function toRow(row: SaleRow) {
  return [
    row.receipt_number,
    row.title,
    row.content_type,
    row.has_buyer ? row.buyer_name : null,
    amountText(row.amount, row.currency),
    row.currency,
    PAYMENTS[row.provider],
    row.status,
    isoOrNull(row.paid_at),
    isoOrNull(row.refunded_at),
  ];
}

async function* pagesOf(reader: Reader, sellerId: string): AsyncGenerator<ReturnType<typeof toRow>[]> {
  let cursor: string | undefined;
  for (let lines = 0; lines < PURCHASE_LIMITS.exportMaxRows; lines += CSV_PAGE_ROWS) {
    const page = await listExportedSales(reader, sellerId, cursor);
    yield page.items.map(toRow);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Streams a user's sales as CSV, the latest payment first. */
export async function sendSales(reader: Reader, sellerId: string, res: Response): Promise<void> {
  await sendCsv(res, { name: 'sales', headings: HEADINGS, pages: pagesOf(reader, sellerId) });
}
