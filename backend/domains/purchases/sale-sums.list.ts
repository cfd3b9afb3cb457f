import type { Response } from 'express';
import type { SaleSumsView } from '#shared/api/purchases.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { amountText } from '#shared/money.ts';
import { MAX_UUID, NIL_UUID, read, type Reader } from '../../db/read.ts';
import { sendCsv } from '../../http/csv.ts';
import { decodeCursor, toPage, type Page, type PageQuery } from '../../http/page.ts';

const SUMS = {
  name: 'sale-sums',
  text: `select s.item, s.currency, c.title, s.units, s.refunds, s.gross, s.refunded
    from (select coalesce(p.course_id, '${NIL_UUID}'::uuid) as item, p.currency, count(*)::int as units,
        count(*) filter (where p.status = 'refunded')::int as refunds, sum(p.amount)::float8 as gross,
        coalesce(sum(p.amount) filter (where p.status = 'refunded'), 0)::float8 as refunded
      from purchases p where p.seller_id = $1 and p.paid_at is not null
        and (coalesce(p.course_id, '${NIL_UUID}'::uuid), p.currency) < ($2::uuid, $3::text)
      group by 1, 2 order by 1 desc, 2 desc limit ${PURCHASE_LIMITS.pageMaxItems + 1}) s
    left join courses c on c.id = s.item order by s.item desc, s.currency desc`,
};

interface SumsRow {
  /** The nil UUID for deleted items. */
  item: string;
  currency: string;
  title: string | null;
  units: number;
  refunds: number;
  gross: number;
  refunded: number;
}

const isCurrency = (key: string): boolean => /^[A-Z]{3}$/.test(key);

/** Adds up a user's sales by item and currency, the newest item first and deleted items last. */
export async function listSaleSums(
  reader: Reader,
  sellerId: string,
  { cursor, limit = PURCHASE_LIMITS.pageItems }: PageQuery,
): Promise<Page<SaleSumsView>> {
  const { at, id } = decodeCursor(cursor, isCurrency) ?? { at: 'ZZZ', id: MAX_UUID };
  const rows = await read<SumsRow>(reader, SUMS, [sellerId, id, at]);
  return toPage(rows, limit, {
    cursorOf: ({ item, currency }) => ({ at: currency, id: item }),
    view: ({ item, ...sums }) => ({
      courseId: item === NIL_UUID ? null : item,
      ...sums,
      net: sums.gross - sums.refunded,
    }),
  });
}

const HEADINGS = ['Item', 'Currency', 'Sold', 'Refunds', 'Gross', 'Refunded', 'Net'];

function toRow({ title, currency, units, refunds, ...sums }: SaleSumsView) {
  const amounts = [sums.gross, sums.refunded, sums.net].map((amount) => amountText(amount, currency));
  return [title ?? 'Deleted items', currency, units, refunds, ...amounts];
}

async function* pagesOf(reader: Reader, sellerId: string): AsyncGenerator<ReturnType<typeof toRow>[]> {
  let cursor: string | undefined;
  for (let lines = 0; lines < PURCHASE_LIMITS.exportMaxRows; lines += PURCHASE_LIMITS.pageMaxItems) {
    const page = await listSaleSums(reader, sellerId, { cursor, limit: PURCHASE_LIMITS.pageMaxItems });
    yield page.items.map(toRow);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Streams the sums of a user's sales as CSV, in the order of the list. */
export async function sendSaleSums(reader: Reader, sellerId: string, res: Response): Promise<void> {
  await sendCsv(res, { name: 'sales-by-item', headings: HEADINGS, pages: pagesOf(reader, sellerId) });
}
