import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { PaymentsAwayError, type CheckoutState, type Payments } from '../../gateways/payments.ts';
import { forgetLeftPurchases } from './purchase.erasure.ts';
import { lockPurchase } from './purchase.access.ts';
import { recordEnd, recordPayment, recordSubmission } from './purchases.states.ts';
import { sendRefund } from './refunds.service.ts';

/** Purchases that are looked up in one run. */
const CHECKS_MAX = 50;
/** When a purchase that is still pending is looked up again, in milliseconds: a bank may take days. */
const CHECK_AGAIN_MS = HOUR_MS;
/** From this age on a refund is no longer the business of its job, which has ended its attempts, in milliseconds. */
const REFUND_LATE_MS = 13 * HOUR_MS;
/** How long the ids of events are stored; a provider repeats them for a few days. In milliseconds. */
const EVENTS_MS = 30 * DAY_MS;

const LEASE = {
  name: 'purchases-check',
  text: `update purchases set check_at = $2 where id in (select id from purchases
      where status = 'pending' and check_at <= $1 and provider = $3 order by check_at limit ${CHECKS_MAX}
        for update skip locked)
    returning id, checkout_id`,
};
const LATE_REFUNDS = {
  name: 'purchases-late-refunds',
  text: `select id from purchases where refund_state = 'processing' and refund_started_at <= $1 and provider = $2
    order by refund_started_at limit ${CHECKS_MAX}`,
};
const FORGET_EVENTS = { name: 'payment-events-forget', text: 'delete from payment_events where created_at < $1' };

const before = (ms: number): Date => new Date(databaseNowMs() - ms);

/** Looks up pending purchases at the provider whose report was lost, or whose page has closed. */
export async function checkPurchases(em: EntityManager, payments: Payments | null): Promise<void> {
  if (!payments) return;
  // Another node leaves them to this one, until they are due again.
  const lease = [before(0), before(-CHECK_AGAIN_MS), payments.provider];
  const due = await read<{ id: string; checkout_id: string | null }>(em, LEASE, lease);
  await runEach(due, async ({ id, checkout_id: checkoutId }) => {
    // Without a page, the buyer has had no address to pay at.
    const state = checkoutId === null ? ({ state: 'expired' } as const) : await payments.loadCheckout(checkoutId);
    await transact(em, (tx) => recordState(tx, id, state));
  });
}

async function recordState(tx: EntityManager, id: string, checkout: CheckoutState): Promise<void> {
  const purchase = await lockPurchase(tx, id);
  if (!purchase) return;
  if (checkout.state === 'paid') await recordPayment(tx, purchase, checkout);
  else if (checkout.state === 'submitted') recordSubmission(purchase);
  else if (checkout.state !== 'open') recordEnd(purchase, checkout.state);
}

/**
 * Goes on with refunds whose job has given up, asks for those that take the provider long, and forgets old events and
 * attempts of deleted accounts.
 */
export async function careForRefunds(em: EntityManager, payments: Payments | null): Promise<void> {
  await read(em, FORGET_EVENTS, [before(EVENTS_MS)]);
  await forgetLeftPurchases(em);
  if (!payments) return;
  const late = await read<{ id: string }>(em, LATE_REFUNDS, [before(REFUND_LATE_MS), payments.provider]);
  await runEach(late, ({ id }) => sendRefund(em, payments, id));
}

/** Handles each row, whatever becomes of the others; stops while the provider is away. Rejects with all failures. */
async function runEach<Row>(rows: readonly Row[], run: (row: Row) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      failures.push(error);
      // The others would fail as well, each after a time limit.
      if (error instanceof PaymentsAwayError) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the payment provider did not respond as expected');
}
