import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPayments, type Payments } from '../../gateways/payments.ts';
import { buildCourse } from '../../testing/builders.ts';
import { startStripeServer, type StripeServer } from '../../testing/stripe-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { Course } from '../courses/course.entity.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { Purchase } from './purchase.entity.ts';
import { careForRefunds, checkPurchases } from './purchases.checks.ts';

type Session = StripeServer['sessions'][number];

let app: TestApp;
let stripe: StripeServer;
let payments: Payments | null;
let buyer: TestClient;
let seller: TestClient;
let courseId: string;

beforeAll(async () => {
  stripe = await startStripeServer();
  app = await createTestApp({ payments: stripe.settings });
  // Jobs that run by a schedule are called by the tests.
  await app.pool.query('delete from pgboss.schedule');
  await app.startQueue();
  payments = await openPayments({ payments: stripe.settings, publicUrl: app.url });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.isAway = false;
  stripe.sessions.length = 0;
  stripe.refunds.length = 0;
  [buyer, seller] = [app.visitor(), app.visitor()];
  await buyer.signUp('student', { fullName: 'Ana Buyer' });
  await seller.signUp('teacher');
  await buyer.token();
  await seller.token();
  courseId = (await buildCourse(app.em(), { userId: idOf(seller), title: 'Algebra', price: 1_500 })).id;
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const start = (expectedPrice = 1_500) =>
  buyer.post(`/api/courses/${courseId}/purchase`, { body: { expectedPrice, expectedCurrency: 'USD' } });
const begin = async (price?: number): Promise<Session> => {
  expect((await start(price)).status).toBe(201);
  return stripe.sessions.at(-1) as Session;
};
const reprice = (price: number) => app.em().nativeUpdate(Course, { id: courseId }, { price });
const reportPaid = (session: Session, fields: Partial<Session> = {}) =>
  stripe.report(app.url, { type: 'checkout.session.completed', object: { ...session, ...fields } });
const purchaseOf = ({ client_reference_id: id }: Session) => app.em().findOneOrFail(Purchase, { id });
const enrollmentOf = () => app.em().findOne(Enrollment, { userId: idOf(buyer), courseId });
/** Changes the row of a purchase, as time or another node would. */
const put = (session: Session, changes: string) =>
  app.pool.query(`update purchases set ${changes} where id = $1`, [session.client_reference_id]);
const check = async (session: Session) => {
  await put(session, `check_at = now() - interval '1 minute'`);
  await checkPurchases(app.em(), payments, 'USD');
};
const refunded = (session: Session) => expect.poll(async () => (await purchaseOf(session)).status).toBe('refunded');
/** The notifications of a user as `type`, or `type outcome`. */
const notified = async (client: TestClient) =>
  (
    (await client.get('/api/notifications')).body as unknown as {
      type: string;
      params: { outcome?: string; isReturned?: boolean };
    }[]
  ).map(({ type, params }) => [type, params.outcome, params.isReturned && 'returned'].filter(Boolean).join(' '));
/** Of an attempt that ended here while its page stayed open, as before pages were closed first. */
const endedHere = `status = 'expired'`;

describe('the page of a purchase that no longer applies', () => {
  it('that was paid gives the item at the old price, and no second page is opened', async () => {
    const first = stripe.pay(await begin());
    await put(first, `expires_at = now()`);
    expect((await start()).body).toMatchObject({ code: 'ALREADY_OWNED' });
    expect(stripe.sessions).toHaveLength(1);
    expect(await purchaseOf(first)).toMatchObject({ status: 'paid', paymentId: first.payment_intent });
    expect(await enrollmentOf()).toMatchObject({ purchaseId: first.client_reference_id });
  });

  it('that was paid before the price changed is in the books, and the buyer has the item', async () => {
    const first = stripe.pay(await begin());
    await reprice(2_000);
    expect((await start(2_000)).body).toMatchObject({ code: 'ALREADY_OWNED' });
    expect(await purchaseOf(first)).toMatchObject({ status: 'paid', amount: 1_500, checkAt: null });
    expect(stripe.refunds).toEqual([]);
  });

  it('waits for the bank once the buyer has paid there', async () => {
    const first = stripe.pay(await begin(), false);
    await reprice(2_000);
    expect((await start(2_000)).body).toMatchObject({ purchase: { id: first.client_reference_id, isSubmitted: true } });
    expect(stripe.sessions).toHaveLength(1);
  });

  it('is closed before another one is opened, also by two requests at once', async () => {
    const first = await begin();
    await reprice(2_000);
    const made = await Promise.all([start(2_000), start(2_000)]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(first.status).toBe('expired');
    expect(await purchaseOf(first)).toMatchObject({ status: 'expired', checkAt: null });
    expect(stripe.sessions.map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('stays the only one while Stripe is away', async () => {
    const first = await begin();
    await reprice(2_000);
    stripe.isAway = true;
    expect((await start(2_000)).status).toBe(503);
    expect(await purchaseOf(first)).toMatchObject({ status: 'pending' });
  });

  it('of another account at Stripe does not stop the buyer, and is looked up again', async () => {
    const first = await begin();
    stripe.sessions.length = 0;
    await reprice(2_000);
    await begin(2_000);
    const { status, checkAt } = await purchaseOf(first);
    expect({ status, isLookedUp: checkAt !== null }).toEqual({ status: 'expired', isLookedUp: true });
  });
});

describe('a payment on the page of a purchase that has ended', () => {
  it('gives the item when it is still sold at this price, and both are notified', async () => {
    const session = stripe.pay(await begin());
    await put(session, endedHere);
    await check(session);
    expect(await purchaseOf(session)).toMatchObject({ status: 'paid', checkAt: null });
    expect(await enrollmentOf()).toMatchObject({ purchaseId: session.client_reference_id });
    await expect.poll(() => notified(buyer)).toContain('purchase');
    await expect.poll(() => notified(seller)).toContain('sale');
  });

  it.each([
    ['costs more', () => reprice(2_000)],
    ['is free', () => reprice(0)],
    ['is not sold any more', () => app.em().nativeUpdate(Course, { id: courseId }, { forSale: false })],
    ['is archived', () => app.em().nativeUpdate(Course, { id: courseId }, { status: 'archived' })],
    ['is hidden from the buyer', () => seller.put(`/api/users/${idOf(buyer)}/block`)],
  ])('is refunded when the item %s, and both are notified', async (_what, change) => {
    const session = stripe.pay(await begin());
    await put(session, endedHere);
    await change();
    expect(await reportPaid(session)).toBe(200);
    await refunded(session);
    expect(stripe.refunds).toMatchObject([{ payment_intent: session.payment_intent }]);
    expect(await enrollmentOf()).toBeNull();
    await expect.poll(() => notified(buyer)).toEqual(expect.arrayContaining(['refund returned', 'refund refunded']));
    await expect.poll(() => notified(seller)).toContain('sale returned');
  });

  it('is refunded when the buyer has the item by another payment, and the buyer keeps it', async () => {
    const first = await begin();
    await put(first, endedHere);
    const second = stripe.pay(await begin());
    stripe.pay(first);
    await reportPaid(second);
    await check(first);
    await refunded(first);
    expect(await purchaseOf(second)).toMatchObject({ status: 'paid' });
    expect(stripe.refunds).toMatchObject([{ payment_intent: first.payment_intent }]);
    expect(await enrollmentOf()).toMatchObject({ purchaseId: second.client_reference_id });
  });

  it('is refunded when the buyer has joined the item for free meanwhile', async () => {
    const session = stripe.pay(await begin());
    await put(session, endedHere);
    await reprice(0);
    expect((await buyer.post(`/api/courses/${courseId}/enroll`)).status).toBe(201);
    await reprice(1_500);
    await check(session);
    await refunded(session);
    expect(await enrollmentOf()).toMatchObject({ source: 'free' });
  });

  it('is found after its open page could not be closed, which later checks close', async () => {
    const session = await begin();
    await put(session, endedHere);
    await check(session);
    expect(session.status).toBe('expired');
    expect(await purchaseOf(session)).toMatchObject({ status: 'expired', checkAt: null });
  });

  it('is found while the account is deleted, whose attempts stay until their pages are closed', async () => {
    const session = await begin();
    await put(session, endedHere);
    await app.pool.query('delete from users where id = $1', [idOf(buyer)]);
    await put(session, `expires_at = now() - interval '2 days'`);
    await careForRefunds(app.em(), payments);
    await check(Object.assign(session, stripe.pay(session)));
    await refunded(session);
  });
});

describe('a payment that is not the price', () => {
  it.each([
    ['less', { amount_total: 1 }, { receivedAmount: 1, receivedCurrency: 'USD' }],
    ['another currency', { currency: 'jpy' }, { receivedAmount: 1_500, receivedCurrency: 'JPY' }],
  ])('of %s gives nothing: it is recorded and refunded', async (_what, fields, received) => {
    const session = Object.assign(stripe.pay(await begin()), fields);
    expect(await reportPaid(session)).toBe(200);
    await refunded(session);
    expect(await purchaseOf(session)).toMatchObject({ amount: 1_500, currency: 'USD', ...received });
    expect(await enrollmentOf()).toBeNull();
    const where = { event: 'payment_amount_wrong', targetId: session.client_reference_id };
    expect(await app.em().count(AuditEntry, where)).toBe(1);
  });

  it('gives nothing when a dispute is reported first', async () => {
    const session = Object.assign(stripe.pay(await begin()), { amount_total: 1 });
    const object = { payment_intent: session.payment_intent, metadata: {}, id: 'dp_test_1', status: 'needs_response' };
    expect(await stripe.report(app.url, { type: 'charge.dispute.created', object })).toBe(200);
    expect(await enrollmentOf()).toBeNull();
    expect(await purchaseOf(session)).toMatchObject({ receivedAmount: 1 });
  });
});

it('keeps a second payment of a purchase, and one without a purchase, for the operator', async () => {
  const session = stripe.pay(await begin());
  await reportPaid(session);
  await reportPaid(session, { payment_intent: 'pi_test_second' });
  const foreign = { purchase: '0190a7c2-0000-7000-8000-000000000000' };
  await reportPaid(session, { payment_intent: 'pi_test_foreign', metadata: foreign });
  await reportPaid(session);
  const entries = await app.em().find(AuditEntry, { event: 'payment_unexpected' }, { orderBy: { at: 'asc' } });
  expect(entries.map(({ details }) => details['paymentId'])).toEqual(['pi_test_second', 'pi_test_foreign']);
  expect(await purchaseOf(session)).toMatchObject({ paymentId: session.payment_intent });
});
