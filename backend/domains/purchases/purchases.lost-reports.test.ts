import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { openPayments, PaymentsAwayError, type Payments } from '../../gateways/payments.ts';
import { buildCourse } from '../../testing/builders.ts';
import { startStripeServer, type StripeReport, type StripeServer } from '../../testing/stripe-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { handleLostReports } from './purchases.checks.ts';
import { PaymentEventRow } from './payment-event.entity.ts';
import { Purchase } from './purchase.entity.ts';

type Session = StripeServer['sessions'][number];

let app: TestApp;
let stripe: StripeServer;
let payments: Payments | null;
let buyer: TestClient;

beforeAll(async () => {
  stripe = await startStripeServer();
  app = await createTestApp({ payments: stripe.settings });
  // The job is called by the tests.
  await app.pool.query('delete from pgboss.schedule');
  payments = await openPayments({ payments: stripe.settings, publicUrl: app.url });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.isAway = false;
  stripe.events.length = 0;
  stripe.requests.length = 0;
  buyer = app.visitor();
  await buyer.signUp('student');
  await buyer.token();
});

const handle = () => handleLostReports(app.em(), payments, 'USD');
const buy = async (): Promise<Session> => {
  const { id } = await buildCourse(app.em(), { price: 1_500 });
  const body = { expectedPrice: 1_500, expectedCurrency: 'USD' };
  expect((await buyer.post(`/api/courses/${id}/purchase`, { body })).status).toBe(201);
  const session = stripe.pay(stripe.sessions.at(-1) as Session);
  expect(await stripe.report(app.url, { type: 'checkout.session.completed', object: session })).toBe(200);
  return session;
};
const viewOf = async (session: Session) => (await buyer.get(`/api/purchases/${session.client_reference_id}`)).body;
const refunded = ({ payment_intent: payment, metadata }: Session, id?: string): StripeReport => ({
  ...(id !== undefined && { id }),
  type: 'charge.refunded',
  object: { payment_intent: payment, metadata, refunded: true },
});
const dispute = ({ payment_intent: payment }: Session, status: string): StripeReport => ({
  type: status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed',
  object: { payment_intent: payment, metadata: {}, id: 'dp_test_1', status },
});
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const countLists = () => stripe.requests.filter((line) => line === 'GET /v1/events').length;

it('learns of refunds and disputes whose reports never arrived, each once', async () => {
  const [returned, disputed, lost] = [await buy(), await buy(), await buy()];
  stripe.happen(refunded(returned), ago(27));
  stripe.happen(dispute(disputed, 'needs_response'), ago(6));
  stripe.happen(dispute(lost, 'needs_response'), ago(20));
  stripe.happen(dispute(lost, 'lost'), ago(2));
  await handle();
  expect(await viewOf(returned)).toMatchObject({ status: 'refunded' });
  const { status, disputedAt } = await app.em().findOneOrFail(Purchase, { id: disputed.client_reference_id });
  expect([status, disputedAt]).toEqual(['paid', expect.any(Date)]);
  expect(await viewOf(lost)).toMatchObject({ status: 'refunded' });
  const count = () => app.em().count(PaymentEventRow, { type: 'charge.dispute.created' });
  expect(await count()).toBe(2);
  await handle();
  expect(await count()).toBe(2);
});

it('handles an event once that is reported and listed, in either order', async () => {
  const session = await buy();
  const event = refunded(session, `evt_test_listed_${session.id}`);
  stripe.happen(event);
  await handle();
  expect(await stripe.report(app.url, event)).toBe(200);
  await handle();
  expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
  expect(await app.em().count(PaymentEventRow, { id: event.id ?? '' })).toBe(1);
});

it('leaves out a refund whose failure has been reported', async () => {
  const session = await buy();
  const failed: StripeReport = {
    id: `evt_test_failed_${session.id}`,
    type: 'refund.failed',
    object: {
      id: 're_test_failed',
      payment_intent: session.payment_intent,
      metadata: session.metadata,
      status: 'failed',
    },
  };
  stripe.happen(refunded(session), ago(3));
  stripe.happen(failed, ago(2));
  expect(await stripe.report(app.url, failed)).toBe(200);
  await handle();
  expect(await viewOf(session)).toMatchObject({ status: 'paid' });
});

it('handles a refund although that of another purchase has failed, where neither report names a payment', async () => {
  const [session, other] = [await buy(), await buy()];
  const failed: StripeReport = {
    id: `evt_test_failed_${other.id}`,
    type: 'refund.failed',
    object: { id: 're_test_other', payment_intent: null, metadata: other.metadata, status: 'failed' },
  };
  stripe.happen(
    { type: 'charge.refunded', object: { payment_intent: null, metadata: session.metadata, refunded: true } },
    ago(3),
  );
  stripe.happen(failed, ago(2));
  expect(await stripe.report(app.url, failed)).toBe(200);
  await handle();
  expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
});

it('reads every page of the list, and asks for the payment of a foreign event once', async () => {
  const session = await buy();
  stripe.happen(refunded(session), ago(3));
  for (let count = 0; count < 120; count += 1)
    stripe.happen({
      type: 'charge.refunded',
      object: { payment_intent: count === 0 ? 'pi_test_elsewhere' : null, metadata: {}, refunded: true },
    });
  await handle();
  expect(countLists()).toBe(2);
  expect(await viewOf(session)).toMatchObject({ status: 'refunded' });
  stripe.requests.length = 0;
  await handle();
  expect(stripe.requests).toEqual(['GET /v1/events', 'GET /v1/events']);
});

it('leaves out what is older than four weeks, and what is no report', async () => {
  const session = await buy();
  stripe.happen(refunded(session), ago(29));
  stripe.happen({ type: 'charge.refunded', object: { refunded: 'perhaps' } });
  await handle();
  expect(await viewOf(session)).toMatchObject({ status: 'paid' });
});

it('stops at the first payment that Stripe cannot be asked about', async () => {
  for (let count = 0; count < 3; count += 1)
    stripe.happen({
      type: 'charge.refunded',
      object: { payment_intent: `pi_test_other_${count}`, metadata: {}, refunded: true },
    });
  const asked: string[] = [];
  const away = {
    ...payments,
    findPayment: (id: string) => {
      asked.push(id);
      return Promise.reject(new PaymentsAwayError('Stripe cannot be reached'));
    },
  } as Payments;
  await expect(handleLostReports(app.em(), away, 'USD')).rejects.toThrow('did not respond');
  expect(asked).toEqual(['pi_test_other_0']);
});

it('fails while Stripe is away, and does nothing without Stripe', async () => {
  stripe.isAway = true;
  await expect(handle()).rejects.toThrow('Stripe cannot be reached');
  await handleLostReports(app.em(), null, 'USD');
});
