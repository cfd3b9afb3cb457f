import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { openPayments, type Payments } from '../../gateways/payments.ts';
import { fromStripeAmount, toStripeAmount } from '../../gateways/stripe-objects.ts';
import { buildCourse } from '../../testing/builders.ts';
import { startStripeServer, type StripeReport, type StripeServer } from '../../testing/stripe-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { Course } from '../courses/course.entity.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { PaymentEventRow } from './payment-event.entity.ts';
import { Purchase } from './purchase.entity.ts';
import { erasePurchases } from './purchase.erasure.ts';
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
  payments = await openPayments({ payments: stripe.settings, publicUrl: app.url });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  Object.assign(stripe, { isAway: false, refundStatus: 'succeeded', amountMin: 50 });
  stripe.sessions.length = 0;
  stripe.refunds.length = 0;
  stripe.requests.length = 0;
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
const report = (event: StripeReport, signing = {}) => stripe.report(app.url, event, signing);
const completed = (session: Session, id?: string): StripeReport => ({
  ...(id !== undefined && { id }),
  type: 'checkout.session.completed',
  object: session,
});
const begin = async (): Promise<Session> => {
  expect((await start()).status).toBe(201);
  return stripe.sessions.at(-1) as Session;
};
const buy = async (): Promise<Session> => {
  const session = stripe.pay(await begin());
  expect(await report(completed(session))).toBe(200);
  return session;
};
const purchaseOf = ({ client_reference_id: id }: Session) => app.em().findOneOrFail(Purchase, { id });
const viewOf = async (session: Session) => (await buyer.get(`/api/purchases/${session.client_reference_id}`)).body;
const enrollmentOf = () => app.em().findOne(Enrollment, { userId: idOf(buyer), courseId });
const countEvents = () => app.em().count(PaymentEventRow, {});
const ask = (session: Session) => buyer.post(`/api/purchases/${session.client_reference_id}/refund`, { body: {} });
const decide = (session: Session) =>
  seller.post(`/api/sales/${session.client_reference_id}/refund`, { body: { decision: 'refund' } });
/** The failure of a refund, by default of the latest one. */
const failed = (session: Session, id = stripe.refunds.at(-1)?.id): StripeReport => {
  if (id === stripe.refunds.at(-1)?.id) Object.assign(stripe.refunds.at(-1) ?? {}, { status: 'failed' });
  return ofPayment('refund.failed', session, { id, status: 'failed' });
};
/** A charge with the metadata of its payment, as Stripe copies them. */
const refunded = (session: Session, isWhole = true): StripeReport => ({
  type: 'charge.refunded',
  object: { payment_intent: session.payment_intent, metadata: session.metadata, refunded: isWhole },
});
const ofPayment = (type: StripeReport['type'], session: Session, fields: object = {}): StripeReport => ({
  type,
  object: { payment_intent: session.payment_intent, metadata: {}, ...fields },
});

const opened = (session: Session, id = 'dp_test_1') =>
  ofPayment('charge.dispute.created', session, { id, status: 'needs_response' });
const closed = (session: Session, status: string, id = 'dp_test_1') =>
  ofPayment('charge.dispute.closed', session, { id, status });

describe('a checkout', () => {
  it('asks for the price at a page of Stripe that names the purchase and closes soon', async () => {
    const { body } = await start();
    const [session] = stripe.sessions as [Session];
    expect(body).toMatchObject({ next: session.url, purchase: { provider: 'stripe', status: 'pending' } });
    const { id } = body['purchase'] as unknown as { id: string };
    expect(session).toMatchObject({
      client_reference_id: id,
      metadata: { purchase: id },
      amount_total: 1_500,
      currency: 'usd',
    });
    const minutes = (session.expires_at * SECOND_MS - Date.now()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThan(33);
    expect((await start()).body).toEqual(body);
    expect(stripe.sessions).toHaveLength(1);
  });

  it('is opened once by two requests at once', async () => {
    const made = await Promise.all([start(), start()]);
    expect(new Set(made.map(({ body }) => String(body['next']))).size).toBe(1);
    expect(stripe.sessions).toHaveLength(1);
  });

  it('keeps the purchase while Stripe is away, and opens its page at the next attempt', async () => {
    stripe.isAway = true;
    const away = await start();
    expect(away.status).toBe(503);
    expect(away.body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(away.headers.get('retry-after')).not.toBeNull();
    const [waiting] = await app.em().find(Purchase, { buyerId: idOf(buyer) });
    expect(waiting).toMatchObject({ status: 'pending', checkoutId: null });
    stripe.isAway = false;
    const session = await begin();
    expect(session.client_reference_id).toBe(waiting?.id);
  });

  it('is refused in words at a price that Stripe does not take, and leaves no open purchase', async () => {
    // The limits of an account can be narrower than the known minimum.
    stripe.amountMin = 2_000;
    const refused = await start();
    expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_FOR_SALE' } });
    expect(String(refused.body['message'])).toContain('too low');
    expect((await app.em().find(Purchase, { buyerId: idOf(buyer) })).map(({ status }) => status)).toEqual(['failed']);
    stripe.amountMin = 1_500;
    expect((await start()).status).toBe(201);
  });

  it('is not opened twice when the response of Stripe was lost', async () => {
    const first = await start();
    // As after a crash between the response of Stripe and its storage.
    await app.pool.query('update purchases set checkout_id = null, checkout_url = null');
    expect((await start()).body).toEqual(first.body);
    expect(stripe.sessions).toHaveLength(1);
  });

  it('is replaced when it was never opened and Stripe would no longer accept its end', async () => {
    const first = await begin();
    await app.pool.query(
      `update purchases set checkout_id = null, checkout_url = null,
      expires_at = now() + interval '30 minutes' where id = $1`,
      [first.client_reference_id],
    );
    const second = await begin();
    expect(second.client_reference_id).not.toBe(first.client_reference_id);
    expect(await purchaseOf(first)).toMatchObject({ status: 'expired' });
  });

  it('is closed at Stripe when the price changes', async () => {
    const first = await begin();
    await app.em().nativeUpdate(Course, { id: courseId }, { price: 2_000 });
    expect((await start(2_000)).status).toBe(201);
    expect(first.status).toBe('expired');
    expect(stripe.sessions.at(-1)).toMatchObject({ amount_total: 2_000, status: 'open' });
  });

  it('leads back to the purchase once the buyer has paid and the bank has yet to confirm', async () => {
    const session = stripe.pay(await begin(), false);
    await report(completed(session));
    const { body } = await start();
    expect(body).toMatchObject({
      next: `/library?purchase=${session.client_reference_id}`,
      purchase: { isSubmitted: true, status: 'pending' },
    });
  });
});

describe('the webhook', () => {
  it('gives the item when the payment is reported', async () => {
    const session = await buy();
    expect(await viewOf(session)).toMatchObject({ status: 'paid', receiptNumber: expect.any(Number) as number });
    expect(await enrollmentOf()).toMatchObject({ source: 'purchase', purchaseId: session.client_reference_id });
    expect(await purchaseOf(session)).toMatchObject({ paymentId: session.payment_intent });
  });

  it('handles an event once, however often it is reported', async () => {
    const session = stripe.pay(await begin());
    const event = completed(session, 'evt_test_once');
    expect(await Promise.all([1, 2, 3].map(() => report(event)))).toEqual([200, 200, 200]);
    expect(await report(completed(session))).toBe(200);
    expect((await app.em().findOneOrFail(Course, { id: courseId })).enrollments).toBe(1);
    expect(stripe.refunds).toEqual([]);
  });

  it.each([
    ['another secret', { secret: 'whsec_other' }],
    ['a time before the tolerance', { secondsAhead: -302 }],
    ['a time in the future', { secondsAhead: 310 }],
    ['no time', { timestamp: 'NaN' }],
  ])('refuses a signature with %s and stores nothing', async (_what, signing) => {
    const session = stripe.pay(await begin());
    const before = await countEvents();
    expect(await report(completed(session), signing)).toBe(400);
    expect(await viewOf(session)).toMatchObject({ status: 'pending' });
    expect(await countEvents()).toBe(before);
  });

  it.each([
    ['no signature', {}],
    ['a header that is no signature', { 'stripe-signature': 'v1=0,t=now' }],
  ])('refuses a request with %s', async (_what, headers) => {
    const { status } = await fetch(`${app.url}/api/payments/stripe`, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(400);
  });

  it.each([
    ['a text', 'nope'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['an event without an object', '{"id":"evt_1","type":"checkout.session.completed"}'],
    ['an object of another shape', '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{}}}'],
    ['a refund of another shape', '{"id":"evt_1","type":"refund.failed","data":{"object":{"id":1}}}'],
  ])('refuses %s with the right signature', async (_what, payload) => {
    const before = await countEvents();
    expect(await stripe.reportText(app.url, payload)).toBe(400);
    expect(await countEvents()).toBe(before);
  });

  it('refuses a body that is too large, and an empty one', async () => {
    const send = (body: string) => fetch(`${app.url}/api/payments/stripe`, { method: 'POST', body });
    expect((await send('x'.repeat(300_000))).status).toBe(413);
    expect((await send('')).status).toBe(400);
  });

  it('does not exist without Stripe', async () => {
    const off = await createTestApp({ payments: { provider: 'test' } });
    expect(await stripe.report(off.url, completed(await begin()))).toBe(404);
    await off.close();
  });

  it('acknowledges what does not concern it', async () => {
    const before = await countEvents();
    expect(await report({ type: 'customer.created', object: { id: 'cus_1' } })).toBe(200);
    const foreign = { ...stripe.pay(await begin()), metadata: {} };
    expect(await report(completed(foreign))).toBe(200);
    expect(await countEvents()).toBe(before);
    const unknown = { ...foreign, metadata: { purchase: '0190a7c2-0000-7000-8000-000000000000' } };
    expect(await report(completed(unknown))).toBe(200);
    expect(await enrollmentOf()).toBeNull();
  });

  it('fails when the event cannot be stored, so that Stripe reports it again', async () => {
    const session = stripe.pay(await begin());
    await app.runAsOwner('alter table payment_events add constraint test_full check (false) not valid');
    expect(await report(completed(session, 'evt_test_again'))).toBe(500);
    expect(await viewOf(session)).toMatchObject({ status: 'pending' });
    await app.runAsOwner('alter table payment_events drop constraint test_full');
    expect(await report(completed(session, 'evt_test_again'))).toBe(200);
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
  });

  it('follows a payment that takes the bank days', async () => {
    const session = stripe.pay(await begin(), false);
    await report(completed(session));
    expect(await viewOf(session)).toMatchObject({ status: 'pending', isSubmitted: true });
    stripe.pay(session);
    await report({ type: 'checkout.session.async_payment_succeeded', object: session });
    expect(await viewOf(session)).toMatchObject({ status: 'paid', isSubmitted: false });
  });

  it('records that a bank has refused, and that a page has closed', async () => {
    const refused = stripe.pay(await begin(), false);
    await report(completed(refused));
    await report({ type: 'checkout.session.async_payment_failed', object: refused });
    expect(await viewOf(refused)).toMatchObject({ status: 'failed', isSubmitted: false });
    const closed = await begin();
    await report({ type: 'checkout.session.expired', object: closed });
    expect(await viewOf(closed)).toMatchObject({ status: 'expired' });
    expect(await enrollmentOf()).toBeNull();
  });

  it('does not undo a payment when an older event arrives later', async () => {
    const session = await buy();
    await report({ type: 'checkout.session.expired', object: session });
    await report({ type: 'checkout.session.async_payment_failed', object: session });
    await report(completed({ ...session, payment_status: 'unpaid' }));
    expect(await viewOf(session)).toMatchObject({ status: 'paid', isSubmitted: false });
    expect(await enrollmentOf()).not.toBeNull();
  });

  it('gives nothing when the refund arrives before the payment', async () => {
    const session = stripe.pay(await begin());
    await report(refunded(session));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded', receiptNumber: expect.any(Number) as number });
    await report(completed(session));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(await enrollmentOf()).toBeNull();
  });

  it('marks a disputed payment, notifies the seller and the operator, and follows the decision', async () => {
    const session = await buy();
    await report(opened(session));
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: true, status: 'paid' }]);
    expect((await ask(session)).body).toMatchObject({ code: 'WRONG_STATE' });
    expect(await app.em().count(AuditEntry, { event: 'payment_disputed', targetId: session.client_reference_id })).toBe(
      1,
    );
    const types = async () =>
      ((await seller.get('/api/notifications')).body as unknown as { type: string }[]).map(({ type }) => type);
    await expect.poll(types).toContain('refund-requested');
    await report(closed(session, 'won'));
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: false }]);
    await report(opened(session, 'dp_test_2'));
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: true }]);
    await report(closed(session, 'lost', 'dp_test_2'));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(await enrollmentOf()).toBeNull();
  });

  it.each([
    ['was opened', (session: Session) => [closed(session, 'won'), opened(session)]],
    ['was opened, several times', (session: Session) => [closed(session, 'won'), opened(session), opened(session)]],
    ['was won, twice', (session: Session) => [opened(session), closed(session, 'won'), closed(session, 'won')]],
    ['was opened, after all', (session: Session) => [opened(session), closed(session, 'won'), opened(session)]],
  ])('allows refunds after a dispute whose last report is that it %s', async (_what, reports) => {
    const session = await buy();
    for (const event of reports(session)) expect(await report(event)).toBe(200);
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: false, status: 'paid' }]);
    expect(await viewOf(session)).toMatchObject({ refund: 'automatic' });
  });

  it('keeps a dispute open when an earlier one of the payment is decided', async () => {
    const session = await buy();
    for (const event of [opened(session), opened(session, 'dp_test_2'), closed(session, 'won')]) await report(event);
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: true }]);
    await report(closed(session, 'won', 'dp_test_2'));
    expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: false }]);
  });

  it('takes the item back once when a lost dispute is reported before it was opened', async () => {
    const session = await buy();
    for (const event of [closed(session, 'lost'), opened(session), closed(session, 'lost')]) await report(event);
    expect(await viewOf(session)).toMatchObject({ status: 'refunded', refund: null });
    expect(await enrollmentOf()).toBeNull();
  });
});

it('marks a dispute that arrives before the payment, and ignores one of a payment for something else', async () => {
  const session = stripe.pay(await begin());
  const dispute = opened(session);
  expect(await report(dispute)).toBe(200);
  expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: true, status: 'paid' }]);
  expect(await report(completed(session))).toBe(200);
  expect((await seller.get('/api/sales')).body).toMatchObject([{ isDisputed: true, status: 'paid' }]);
  const other = { ...session, payment_intent: 'pi_test_other', metadata: {} } as unknown as Session;
  stripe.sessions.push(other);
  expect(await report(opened(other))).toBe(200);
});

describe('a refund', () => {
  it('is ordered at Stripe once, and takes the item back when it is made', async () => {
    const session = await buy();
    expect((await ask(session)).body).toMatchObject({ status: 'paid', refund: 'processing' });
    await expect.poll(async () => (await viewOf(session))['status']).toBe('refunded');
    expect(stripe.refunds).toMatchObject([{ payment_intent: session.payment_intent }]);
    expect(await enrollmentOf()).toBeNull();
    await report(refunded(session));
    expect(await purchaseOf(session)).toMatchObject({ status: 'refunded', refundId: stripe.refunds[0]?.id });
  });

  it('is made later when Stripe is away', async () => {
    const session = await buy();
    stripe.isAway = true;
    await ask(session);
    await expect.poll(() => stripe.requests.filter((line) => line === 'POST /v1/refunds').length).toBeGreaterThan(0);
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'processing' });
    expect(await enrollmentOf()).not.toBeNull();
    stripe.isAway = false;
    // As after the last attempt of its job.
    await app.pool.query(`update purchases set refund_started_at = now() - interval '1 day'`);
    await careForRefunds(app.em(), payments);
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(stripe.refunds).toHaveLength(1);
  });

  it('keeps the item until a pending one is confirmed', async () => {
    stripe.refundStatus = 'pending';
    const session = await buy();
    await ask(session);
    await expect.poll(async () => (await purchaseOf(session)).refundId).not.toBeNull();
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'processing' });
    expect(await enrollmentOf()).not.toBeNull();
    await report(refunded(session));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(await enrollmentOf()).toBeNull();
  });

  it('that cannot be carried out is left to the seller, who can order it again', async () => {
    stripe.refundStatus = 'pending';
    const session = await buy();
    await ask(session);
    await expect.poll(async () => (await purchaseOf(session)).refundId).not.toBeNull();
    await report(failed(session));
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'requested' });
    stripe.refundStatus = 'succeeded';
    await decide(session);
    await expect.poll(async () => (await viewOf(session))['status']).toBe('refunded');
    expect(stripe.refunds).toHaveLength(2);
  });

  it('is not ended by a late report that an earlier one or one of a part has failed', async () => {
    stripe.refundStatus = 'pending';
    const session = await buy();
    await ask(session);
    await expect.poll(async () => (await purchaseOf(session)).refundId).not.toBeNull();
    const first = failed(session);
    await report(first);
    await decide(session);
    await expect.poll(() => stripe.refunds.length).toBe(2);
    await expect.poll(async () => (await purchaseOf(session)).refundId).toBe(stripe.refunds[1]?.id);
    await report({ ...first, type: 'refund.updated' });
    await report(failed(session, 're_of_a_part'));
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'processing' });
  });

  it('that fails after it was made gives the item back and is left to the seller', async () => {
    const session = await buy();
    await ask(session);
    await expect.poll(async () => (await viewOf(session))['status']).toBe('refunded');
    await report(failed(session, 're_of_a_part'));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    const failure = failed(session);
    await report(failure);
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'requested', refundedAt: null });
    expect(await enrollmentOf()).toMatchObject({ source: 'purchase' });
    expect((await app.em().findOneOrFail(Course, { id: courseId })).enrollments).toBe(1);
    await decide(session);
    await expect.poll(async () => (await viewOf(session))['status']).toBe('refunded');
    await report({ ...failure, type: 'refund.updated' });
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(await enrollmentOf()).toBeNull();
  });

  it('by an operator at Stripe takes the item back, but not a partial one', async () => {
    const session = await buy();
    await report(refunded(session, false));
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
    await report(refunded(session));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    expect(await enrollmentOf()).toBeNull();
  });

  it('by an operator that fails later gives the item back, and the buyer and the seller are notified', async () => {
    const session = await buy();
    await report(refunded(session));
    expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
    await report(failed(session, 're_of_the_operator'));
    expect(await viewOf(session)).toMatchObject({ status: 'paid', refund: 'requested', refundedAt: null });
    expect(await enrollmentOf()).toMatchObject({ source: 'purchase' });
    const notified = async (client: TestClient) =>
      ((await client.get('/api/notifications')).body as unknown as { type: string; params: object }[]).map(
        ({ type, params }) => [type, params],
      );
    await expect.poll(() => notified(buyer)).toContainEqual(['refund', expect.objectContaining({ outcome: 'failed' })]);
    await expect.poll(() => notified(seller)).toContainEqual(['refund-requested', expect.anything()]);
  });

  it('is made by itself when the account is deleted while an old page is open at Stripe', async () => {
    const left = await begin();
    // Its page could not be closed when the price changed.
    await app.pool.query(`update purchases set status = 'expired' where id = $1`, [left.client_reference_id]);
    await app.em().transactional((tx) => erasePurchases(tx, idOf(buyer)));
    await app.pool.query('delete from users where id = $1', [idOf(buyer)]);
    expect(await report(completed(stripe.pay(left)))).toBe(200);
    await expect.poll(async () => (await purchaseOf(left)).status).toBe('refunded');
    expect(stripe.refunds).toMatchObject([{ payment_intent: left.payment_intent }]);
  });

  it.each([
    ['the item is deleted', () => app.em().nativeDelete(Course, { id: courseId })],
    ['the buyer is deleted', () => app.pool.query('delete from users where id = $1', [idOf(buyer)])],
  ])('is made by itself when %s before the payment', async (_what, remove) => {
    const session = stripe.pay(await begin());
    await remove();
    expect(await report(completed(session))).toBe(200);
    await expect.poll(async () => (await purchaseOf(session)).status).toBe('refunded');
    expect(stripe.refunds).toHaveLength(1);
  });

  it('of a payment that Stripe has refunded already is done', async () => {
    const session = await buy();
    stripe.refunds.push({ id: 're_test_0', payment_intent: session.payment_intent ?? '', status: 'succeeded' });
    await ask(session);
    await expect.poll(async () => (await viewOf(session))['status']).toBe('refunded');
    expect(stripe.refunds).toHaveLength(1);
  });
});

describe('checks of pending purchases', () => {
  const due = (session: Session) =>
    app.pool.query(`update purchases set check_at = now() - interval '1 minute' where id = $1`, [
      session.client_reference_id,
    ]);
  const check = () => checkPurchases(app.em(), payments, 'USD');

  it('find a payment whose report was lost', async () => {
    const session = stripe.pay(await begin());
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'pending' });
    await due(session);
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
    expect(await enrollmentOf()).not.toBeNull();
  });

  it('end what was not paid, and wait for banks and open pages', async () => {
    const session = await begin();
    await due(session);
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'pending' });
    stripe.pay(session, false);
    await due(session);
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'pending', isSubmitted: true });
    session.status = 'expired';
    await due(session);
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'expired', isSubmitted: false });
  });

  it('end a purchase that never had a page', async () => {
    stripe.isAway = true;
    await start();
    const [purchase] = await app.em().find(Purchase, { buyerId: idOf(buyer) });
    await app.pool.query(`update purchases set check_at = now() - interval '1 minute' where id = $1`, [purchase?.id]);
    await check();
    expect(await app.em().findOne(Purchase, { id: purchase?.id ?? '' })).toMatchObject({ status: 'expired' });
  });

  it('fail while Stripe is away, and look again later', async () => {
    const session = stripe.pay(await begin());
    await due(session);
    stripe.isAway = true;
    await expect(check()).rejects.toThrow('the payment provider did not respond');
    stripe.isAway = false;
    await due(session);
    await check();
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
  });

  it('go on after one that Stripe does not know', async () => {
    const lost = await begin();
    stripe.sessions.length = 0;
    await app.pool.query(`update purchases set check_at = now() - interval '1 hour' where id = $1`, [
      lost.client_reference_id,
    ]);
    const other = await buildCourse(app.em(), { price: 1_500 });
    courseId = other.id;
    const session = stripe.pay(await begin());
    await due(session);
    await expect(check()).rejects.toThrow(AggregateError);
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
  });

  it('forget attempts of deleted accounts once their pages have closed', async () => {
    const open = await begin();
    await app.pool.query(`update purchases set status = 'expired', buyer_id = null where id = $1`, [
      open.client_reference_id,
    ]);
    await careForRefunds(app.em(), payments);
    expect(await purchaseOf(open)).toMatchObject({ status: 'expired' });
    open.status = 'expired';
    await due(open);
    await check();
    await careForRefunds(app.em(), payments);
    expect(await app.em().count(Purchase, { id: open.client_reference_id })).toBe(0);
  });

  it('forget events after a month', async () => {
    await app.pool.query(
      `insert into payment_events (id, type, created_at) values ('evt_old', 'x', now() - interval '31 days')`,
    );
    const session = await buy();
    await careForRefunds(app.em(), payments);
    expect(await app.em().findOne(PaymentEventRow, { id: 'evt_old' })).toBeNull();
    expect(await countEvents()).toBeGreaterThan(0);
    expect(await viewOf(session)).toMatchObject({ status: 'paid' });
  });
});

it.each([
  ['USD', 1_500],
  ['JPY', 1_500],
  ['ISK', 150_000],
  // Written without decimals, but counted by Stripe in hundredths.
  ['HUF', 150_000],
  ['IDR', 150_000],
  ['COP', 150_000],
  ['PKR', 150_000],
  ['LBP', 150_000],
  ['MGA', 1_500],
  ['KRW', 1_500],
  ['KWD', 1_500],
])('sends 1500 minor units of %s as %i', (currency, sent) => {
  expect(toStripeAmount(1_500, currency)).toBe(sent);
  expect(fromStripeAmount(sent, currency.toLowerCase())).toEqual({ amount: 1_500, currency });
});
