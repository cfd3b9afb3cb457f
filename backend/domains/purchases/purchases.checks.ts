import type { EntityManager } from '@mikro-orm/postgresql';
import type { PurchaseStatus } from '#shared/api/purchases.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { PaymentsAwayError, type PaymentEvent, type CheckoutState, type Payments } from '../../gateways/payments.ts';
import { forgetLeftPurchases } from './purchase.erasure.ts';
import { lockPurchase } from './purchase.access.ts';
import { recordPage } from './purchases.states.ts';
import { handlePaymentEvent } from './purchases.reports.ts';
import { sendRefund } from './refunds.service.ts';

/** Purchases that are looked up one after another, and how often in one run. */
const CHECKS_MAX = 50;
const ROUNDS_MAX = 20;
/** From this age on a refund is no longer the business of its job, which has ended its attempts, in milliseconds. */
const REFUND_LATE_MS = 13 * HOUR_MS;
/**
 * How long the ids of events are stored, and how far back they are listed, in milliseconds: Stripe lists those of 30
 * days, and none is listed whose id is forgotten.
 */
const [EVENTS_MS, LISTED_MS] = [30 * DAY_MS, 28 * DAY_MS];

/** A purchase is looked up again after an hour, later on after a tenth of its age: a bank may take days. */
const LEASE = {
  name: 'purchases-check',
  text: `update purchases set check_at = $1 + greatest(interval '1 hour', ($1 - expires_at) / 10)
    where id in (select id from purchases where check_at <= $1 and provider = $2 order by check_at limit ${CHECKS_MAX}
      for update skip locked)
    returning id, checkout_id, status`,
};
const LATE_REFUNDS = {
  name: 'purchases-late-refunds',
  text: `select id from purchases where refund_state = 'processing' and refund_started_at <= $1 and provider = $2
    order by refund_started_at limit ${CHECKS_MAX}`,
};
const KNOWN_EVENTS = { name: 'payment-events-known', text: 'select id from payment_events where id = any($1)' };
const FORGET_EVENTS = { name: 'payment-events-forget', text: 'delete from payment_events where created_at < $1' };

const before = (ms: number): Date => new Date(databaseNowMs() - ms);

interface DueRow {
  id: string;
  checkout_id: string | null;
  status: PurchaseStatus;
}

/**
 * Looks up purchases at the provider whose report was lost, or whose page has closed: all of them, also those that have
 * ended here, until nothing can be paid on their page any more. `currency` is that of the prices.
 */
export async function checkPurchases(em: EntityManager, payments: Payments | null, currency: string): Promise<void> {
  if (!payments) return;
  const check = async ({ id, ...due }: DueRow): Promise<void> => {
    const page = await loadPage(payments, due);
    await transact(em, async (tx) => {
      const purchase = await lockPurchase(tx, id);
      if (purchase) await recordPage(tx, purchase, { page, currency });
    });
    if (page.state === 'unknown') throw new Error(`the payment provider does not know the page of purchase ${id}`);
  };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Another node leaves them to this one, until they are due again.
    const due = await read<DueRow>(em, LEASE, [before(0), payments.provider]);
    await runEach(due, check);
    if (due.length < CHECKS_MAX) return;
  }
}

async function loadPage(payments: Payments, { checkout_id: id, status }: Omit<DueRow, 'id'>): Promise<CheckoutState> {
  // Without a page, the buyer has had no address to pay at.
  if (id === null) return { state: 'expired' };
  return status === 'pending' ? payments.loadCheckout(id) : payments.closeCheckout(id);
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

/**
 * Handles refunds and disputes whose report was lost for good, as after days without a server or with a wrong address
 * of the webhook: they change no page of a purchase.
 */
export async function handleLostReports(em: EntityManager, payments: Payments | null, currency: string): Promise<void> {
  if (!payments?.listEvents) return;
  const events = await payments.listEvents(before(LISTED_MS));
  const rows = await read<{ id: string }>(em, KNOWN_EVENTS, [events.map(({ eventId }) => eventId)]);
  const known = new Set(rows.map(({ id }) => id));
  const lost = events.filter(
    (event, at) => !known.has(event.eventId) && !hasFailed(event, events.slice(at + 1), known),
  );
  await runEach(lost, async (event) => void (await handlePaymentEvent(em, { payments, currency }, event)));
}

/** Whether an event is a refund that the provider took back later, by a report that has been handled. */
function hasFailed(event: PaymentEvent, later: readonly PaymentEvent[], known: ReadonlySet<string>): boolean {
  if (event.kind !== 'refunded') return false;
  // A report names the payment, the purchase or both.
  const isItsFailure = (other: PaymentEvent): boolean =>
    other.kind === 'refund-failed' &&
    ((other.paymentId !== null && other.paymentId === event.paymentId) ||
      (other.purchaseId !== null && other.purchaseId === event.purchaseId));
  return later.some((other) => isItsFailure(other) && known.has(other.eventId));
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
