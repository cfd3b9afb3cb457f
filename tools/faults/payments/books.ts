import pg from 'pg';
import type { StripeServer } from '../../../backend/testing/stripe-server.ts';

/** The sums of a run, in minor units, and what differs between the provider, the books and the enrollments. */
export interface Books {
  purchases: number;
  payments: number;
  received: { provider: number; books: number };
  refunded: { provider: number; books: number };
  enrollments: number;
  /** Purchases that are paid and not refunded. */
  kept: number;
  differences: string[];
}

interface Row {
  id: string;
  status: string;
  payment_id: string | null;
  amount: number;
  has_item: boolean;
}

/** Compares the money at the provider with the books, payment by payment, and the books with the enrollments. */
export async function compareBooks(databaseUrl: string, stripe: StripeServer): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(`select p.id, p.status, p.payment_id,
      coalesce(p.received_amount, p.amount) as amount, exists (select 1 from enrollments e
        where e.purchase_id = p.id and e.source = 'purchase' and not e.is_suspended) as has_item from purchases p`);
  const enrolled = await client.query(`select 1 from enrollments where source = 'purchase'`);
  await client.end();
  const paid = stripe.sessions.filter(({ payment_status: payment }) => payment === 'paid');
  const returned = new Set(
    stripe.refunds.filter(({ status }) => status === 'succeeded').map((one) => one.payment_intent),
  );
  const booked = new Map(rows.flatMap((row) => (row.payment_id === null ? [] : [[row.payment_id, row] as const])));
  const differences: string[] = [];
  for (const { payment_intent: id, amount_total: amount } of paid) {
    const row = booked.get(id ?? '');
    if (!row) differences.push(`payment ${id} of ${amount} is in no book`);
    else if (row.amount !== amount) differences.push(`payment ${id} of ${amount} is booked as ${row.amount}`);
    else if ((row.status === 'refunded') !== returned.has(id ?? ''))
      differences.push(`purchase ${row.id} is ${row.status}, and the provider says otherwise`);
  }
  const known = new Set(paid.map((one) => one.payment_intent));
  for (const row of rows) {
    if (row.payment_id !== null && !known.has(row.payment_id)) differences.push(`purchase ${row.id} was never paid`);
    if (row.status === 'pending') differences.push(`purchase ${row.id} is still pending`);
    if ((row.status === 'paid') !== row.has_item)
      differences.push(`purchase ${row.id} is ${row.status} ${row.has_item ? 'with' : 'without'} the item`);
  }
  if (stripe.refunds.length > returned.size) differences.push('a payment was refunded twice');
  const inBooks = rows.filter(({ status }) => status === 'paid' || status === 'refunded');
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  return {
    purchases: rows.length,
    payments: paid.length,
    received: {
      provider: sum(paid.map((one) => one.amount_total)),
      books: sum(inBooks.map(({ amount }) => amount)),
    },
    refunded: {
      provider: sum(paid.filter((one) => returned.has(one.payment_intent ?? '')).map((one) => one.amount_total)),
      books: sum(rows.filter(({ status }) => status === 'refunded').map(({ amount }) => amount)),
    },
    enrollments: enrolled.rows.length,
    kept: rows.filter(({ status }) => status === 'paid').length,
    differences,
  };
}
