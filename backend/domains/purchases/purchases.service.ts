import type { EntityManager } from '@mikro-orm/postgresql';
import type { CheckoutView, PurchaseInput, PurchaseStatus, PurchaseView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { isPriceAllowed, leastPrice } from '#shared/price-limits.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { read, type Reader } from '../../db/read.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AmountRefusedError, PaymentsAwayError, type Payments } from '../../gateways/payments.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import type { CourseRow } from '../courses/course.view.ts';
import { lockOwnPurchase, lockPurchase, lockPurchases } from './purchase.access.ts';
import { Purchase } from './purchase.entity.ts';
import { loadPurchaseView } from './purchase.view.ts';
import { recordClosed, recordEnd, recordPage, recordPayment } from './purchases.states.ts';

/** How long the page of the provider is open. Stripe allows half an hour at least; clocks differ. */
const CHECKOUT_MS = 32 * MINUTE_MS;
/** How long after the start of a purchase its page can still be opened, so that Stripe accepts the time of its end. */
const OPENING_MS = 90 * SECOND_MS;
/** A page that closes sooner is not returned again. */
const LEFT_MS = MINUTE_MS;
/** When a pending purchase is first looked up at the provider. */
const CHECK_AFTER_MS = 35 * MINUTE_MS;
const RETRY_AFTER_SECONDS = 5;

/** What the handlers of purchases need. */
export interface PurchaseDeps {
  /** Null: nothing can be bought. */
  payments: Payments | null;
  /** Days within which a refund on request is automatic. */
  refundDays: number;
  /** Currency of prices, as an ISO 4217 code. */
  currency: string;
}

/** Returns the path of the app on which a purchase is shown. */
function pathOf(purchaseId: string): string {
  return `/library?purchase=${purchaseId}`;
}

/** Returns the provider. @throws AppError PAYMENTS_OFF without one, or when it is not `wanted`. */
export function requirePayments(payments: Payments | null, wanted = payments?.provider): Payments {
  if (payments && payments.provider === wanted) return payments;
  throw new AppError('PAYMENTS_OFF', 'Payments are not set up on this server');
}

/**
 * Starts the purchase of an item, and returns where the buyer pays. A repeat returns the same purchase while its page
 * is open. The provider is called outside of a transaction: a purchase without a page, after a crash or while the
 * provider is away, gets it by the next attempt.
 *
 * @throws AppError NOT_FOUND, OWN_ITEM, ALREADY_OWNED, NOT_FOR_SALE, PRICE_CHANGED, PAYMENTS_OFF, and UNAVAILABLE while
 *   the provider is away.
 */
export async function startPurchase(
  em: EntityManager,
  deps: PurchaseDeps,
  request: PurchaseInput & { courseId: string; buyerId: string },
): Promise<CheckoutView> {
  const { buyerId } = request;
  const payments = requirePayments(deps.payments);
  const reserved = await reserveOpen(em, payments, { ...request, ...deps });
  const path = pathOf(reserved.id);
  const url = reserved.checkoutUrl ?? (await openCheckout(em, payments, { purchase: reserved, path }));
  // Replaced by another request while its page was opened.
  if (url === null) return startPurchase(em, deps, request);
  return {
    purchase: await loadOwnPurchase(em, reserved.id, { ...deps, buyerId }),
    next: reserved.isSubmitted ? path : url,
  };
}

/**
 * Returns the pending purchase or makes one. The page of one that no longer applies is closed first, since what the
 * buyer has paid on it counts. @throws AppError UNAVAILABLE while the provider is away.
 */
async function reserveOpen(em: EntityManager, payments: Payments, request: Reservation): Promise<Purchase> {
  for (let closedId: string | null = null; ;) {
    const { purchase, stalePage } = await transact(em, (tx) => reserve(tx, payments, { ...request, closedId }));
    if (stalePage === null) return purchase;
    const page = await orUnavailable(() => payments.closeCheckout(stalePage));
    await transact(em, async (tx) => {
      const locked = await lockPurchase(tx, purchase.id);
      if (locked) await recordPage(tx, locked, { page, currency: request.currency });
    });
    closedId = stalePage;
  }
}

interface Reservation extends PurchaseInput {
  courseId: string;
  buyerId: string;
  currency: string;
}

/**
 * Reserves a purchase. `stalePage` is the page to be closed before the pending one can be replaced, null when none is;
 * `closedId` is a page that was closed already, or cannot be: its purchase is looked up later.
 */
async function reserve(
  tx: EntityManager,
  { provider }: Payments,
  request: Reservation & { closedId: string | null },
): Promise<{ purchase: Purchase; stalePage: string | null }> {
  const { buyerId, courseId, currency } = request;
  await lockPurchases(tx, buyerId, courseId);
  const pending = await tx.findOne(Purchase, { buyerId, courseId, status: 'pending' }, { ...LOCKED, refresh: true });
  const course = await loadVisibleCourse(tx, courseId, buyerId);
  checkOffer(course, request);
  if (pending && isCurrent(pending, course.price, { provider, currency }))
    return { purchase: pending, stalePage: null };
  if (pending) {
    const { checkoutId = null } = pending;
    const canClose = checkoutId !== null && checkoutId !== request.closedId && pending.provider === provider;
    if (canClose) return { purchase: pending, stalePage: checkoutId };
    recordEnd(pending, 'expired');
    await tx.flush();
  }
  const nowMs = databaseNowMs();
  const purchase = tx.create(Purchase, {
    buyerId,
    sellerId: course.user_id,
    courseId,
    title: course.title,
    contentType: course.content_type,
    amount: course.price,
    currency,
    provider,
    expiresAt: new Date(nowMs + CHECKOUT_MS),
    checkAt: new Date(nowMs + CHECK_AFTER_MS),
  });
  await tx.flush();
  return { purchase, stalePage: null };
}

/** Checks that the item is for sale to the buyer at the price that the buyer has seen. */
function checkOffer(course: CourseRow, { buyerId, expectedPrice, expectedCurrency, currency }: Reservation): void {
  if (course.user_id === buyerId) throw new AppError('OWN_ITEM', 'This is your own item');
  if (course.is_enrolled) throw new AppError('ALREADY_OWNED', 'You already have this item');
  if (course.status !== 'published' || !course.for_sale || course.price === 0)
    throw new AppError('NOT_FOR_SALE', 'This item is not for sale');
  // A price from before the rule, or from another currency.
  if (!isPriceAllowed(course.price, currency))
    throw notPayable(course.price < leastPrice(currency) ? 'too low' : 'too high');
  if (course.price === expectedPrice && currency === expectedCurrency) return;
  const price = formatAmount(course.price, currency, 'en');
  throw new AppError('PRICE_CHANGED', `The price is now ${price}. Check it before you buy.`);
}

/** Whether a pending purchase still applies: its price is current, and its page is open or can be opened. */
function isCurrent(
  purchase: Purchase,
  price: number,
  { provider, currency }: { provider: Payments['provider']; currency: string },
): boolean {
  if (purchase.isSubmitted) return true;
  if (purchase.amount !== price || purchase.currency !== currency || purchase.provider !== provider) return false;
  const leftMs = Number(purchase.expiresAt) - databaseNowMs();
  return purchase.checkoutId === null ? leftMs > CHECKOUT_MS - OPENING_MS : leftMs > LEFT_MS;
}

/** Also of a purchase that has ended meanwhile, whose page is then looked up. */
const STORE_CHECKOUT = {
  name: 'purchase-store-checkout',
  text: `update purchases set checkout_id = $2, checkout_url = $3,
      check_at = coalesce(check_at, expires_at + interval '3 minutes') where id = $1 and paid_at is null
    returning status`,
};

/**
 * Opens the page of the provider and stores it; returns null, with the page closed, for a purchase that has ended
 * meanwhile. @throws AppError UNAVAILABLE while the provider is away, NOT_FOR_SALE for an amount that it does not take,
 * which ends the purchase.
 */
async function openCheckout(
  em: EntityManager,
  payments: Payments,
  { purchase, path }: { purchase: Purchase; path: string },
): Promise<string | null> {
  const { id, title, amount, currency, expiresAt } = purchase;
  try {
    return await orUnavailable(async () => {
      const order = { purchaseId: id, title, amount, currency, returnPath: path, expiresAt };
      const page = await payments.openCheckout(order);
      const [stored] = await read<{ status: PurchaseStatus }>(em, STORE_CHECKOUT, [id, page.id, page.url]);
      if (stored?.status === 'pending') return page.url;
      // No one was given its address.
      await payments.closeCheckout(page.id);
      return null;
    });
  } catch (error) {
    if (error instanceof AmountRefusedError) return refuseAmount(em, id, error);
    throw error;
  }
}

/** Calls the provider. @throws AppError UNAVAILABLE while it is away. */
async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentsAwayError)) throw error;
    throw new AppError(
      'UNAVAILABLE',
      'The payment provider cannot be reached. Nothing was charged. Please try again.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
    );
  }
}

async function refuseAmount(em: EntityManager, id: string, cause: AmountRefusedError): Promise<never> {
  await transact(em, async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (purchase) recordClosed(purchase, 'failed');
  });
  throw notPayable(cause.isTooLow ? 'too low' : 'too high', cause);
}

function notPayable(fault: 'too low' | 'too high', cause?: AmountRefusedError): AppError {
  const message = `This price is ${fault} for the payment provider. Ask the author to change it.`;
  return new AppError('NOT_FOR_SALE', message, { cause });
}

/** Loads the user's own purchase. @throws AppError NOT_FOUND. */
export async function loadOwnPurchase(
  reader: Reader,
  id: string,
  viewer: { buyerId: string; refundDays: number },
): Promise<PurchaseView> {
  const view = await loadPurchaseView(reader, id, viewer);
  if (!view) throw notFound('This purchase');
  return view;
}

/** Ends a payment of the test provider. @throws AppError NOT_FOUND, WRONG_STATE, PAYMENTS_OFF with another provider. */
export async function finishTestPayment(
  tx: EntityManager,
  { payments, refundDays, currency }: PurchaseDeps,
  { id, buyerId, outcome }: { id: string; buyerId: string; outcome: 'paid' | 'failed' },
): Promise<PurchaseView> {
  requirePayments(payments, 'test');
  const purchase = await lockOwnPurchase(tx, id, buyerId);
  if (purchase.status !== 'pending' || purchase.provider !== 'test')
    throw new AppError('WRONG_STATE', 'This payment is no longer open');
  const payment = { paymentId: `test-${id}`, amount: purchase.amount, currency: purchase.currency };
  if (outcome === 'paid') await recordPayment(tx, purchase, { payment, currency });
  else recordClosed(purchase, 'failed');
  await tx.flush();
  return loadOwnPurchase(tx, id, { buyerId, refundDays });
}
