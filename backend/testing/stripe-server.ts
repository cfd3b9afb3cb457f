import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { StripeSettings } from '../config.ts';
import { findPort } from './ports.ts';

/** A part of a Checkout Session as the fake returns it. */
interface FakeSession {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  client_reference_id: string;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  expires_at: number;
}

/** The part of Stripe's API that the server uses, on this machine, and Stripe's reports. */
export interface StripeServer {
  settings: StripeSettings;
  /** Sessions in the order of their creation. */
  sessions: FakeSession[];
  /** Refunds in the order of their creation. */
  refunds: { id: string; payment_intent: string; status: string }[];
  /** Requests as `POST /v1/refunds`, repeats included. */
  requests: string[];
  /** Fails every request as a proxy of Stripe would. */
  isAway: boolean;
  /** Status of new refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed';
  /**
   * The least amount that it takes, in its own unit; Stripe accepts no less than half a dollar. Source:
   * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
   */
  amountMin: number;
  /** Pays at the page of a session; `isPaid` is false while the bank takes its time. */
  pay(session: FakeSession, isPaid?: boolean): FakeSession;
  /** Reports an event to the server at `url`, signed by default now with the right secret. Returns the status. */
  report(url: string, event: StripeReport, signing?: { secret?: string; timestamp?: number }): Promise<number>;
  close(): Promise<void>;
}

/** An event to be reported; one without an id gets one. */
export interface StripeReport {
  id?: string;
  type: Stripe.Event['type'];
  object: object;
}

const SECRET = 'whsec_ofthetests';

/** Starts a fake Stripe. */
export async function startStripeServer(): Promise<StripeServer> {
  const responses = new Map<string, { status: number; body: unknown }>();
  const fake: Omit<StripeServer, 'settings' | 'close'> = {
    sessions: [],
    refunds: [],
    requests: [],
    isAway: false,
    refundStatus: 'succeeded',
    amountMin: 50,
    pay(session, isPaid = true) {
      session.status = 'complete';
      session.payment_status = isPaid ? 'paid' : 'unpaid';
      session.payment_intent ??= newId('pi');
      return session;
    },
    report,
  };
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const line = `${req.method} ${req.url?.split('?')[0]}`;
    const body = new URLSearchParams(await text(req));
    fake.requests.push(line);
    if (fake.isAway) return send(res, 503, { error: { type: 'api_error', message: 'away' } });
    const key = req.headers['idempotency-key'];
    const known = typeof key === 'string' ? responses.get(key) : undefined;
    const response = known ?? carryOut(fake, line, body);
    if (typeof key === 'string') responses.set(key, structuredClone(response));
    send(res, response.status, response.body);
  };
  const server = createServer((req, res) => void respond(req, res));
  const port = await findPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(fake, {
    settings: {
      provider: 'stripe' as const,
      secretKey: 'sk_test_ofthetests',
      webhookSecret: SECRET,
      apiUrl: `http://127.0.0.1:${port}`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Fake = Pick<StripeServer, 'sessions' | 'refunds' | 'refundStatus' | 'amountMin'>;

function carryOut(fake: Fake, line: string, body: URLSearchParams): { status: number; body: unknown } {
  const id = /_test_\w+/.exec(line)?.[0] ?? '';
  const session = fake.sessions.find((one) => one.id.endsWith(id) && id !== '');
  if (line === 'POST /v1/checkout/sessions') return openSession(fake, body);
  if (line === 'POST /v1/refunds') return makeRefund(fake, body.get('payment_intent') ?? '');
  if (line.startsWith('GET /v1/refunds/'))
    return { status: 200, body: fake.refunds.find((one) => one.id.endsWith(id)) };
  if (line.startsWith('GET /v1/payment_intents/')) {
    const paid = fake.sessions.find((one) => one.payment_intent?.endsWith(id));
    if (!paid) return invalid('resource_missing');
    return { status: 200, body: { id: paid.payment_intent, object: 'payment_intent', metadata: paid.metadata } };
  }
  if (!session) return invalid('resource_missing');
  if (line.endsWith('/expire')) {
    if (session.status !== 'open') return invalid('session_not_open');
    session.status = 'expired';
  }
  const isExpanded = session.status === 'complete' && session.payment_intent !== null;
  const intent = { id: session.payment_intent, status: session.payment_status === 'paid' ? 'succeeded' : 'processing' };
  return { status: 200, body: { ...session, payment_intent: isExpanded ? intent : null } };
}

function openSession(fake: Fake, body: URLSearchParams): { status: number; body: unknown } {
  const id = newId('cs');
  const session: FakeSession = {
    id,
    object: 'checkout.session',
    url: `https://checkout.stripe.example/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    client_reference_id: body.get('client_reference_id') ?? '',
    metadata: { purchase: body.get('metadata[purchase]') ?? '' },
    amount_total: Number(body.get('line_items[0][price_data][unit_amount]')),
    currency: body.get('line_items[0][price_data][currency]') ?? '',
    expires_at: Number(body.get('expires_at')),
  };
  if (session.amount_total < fake.amountMin) return invalid('amount_too_small');
  fake.sessions.push(session);
  return { status: 200, body: session };
}

function makeRefund(fake: Fake, paymentId: string): { status: number; body: unknown } {
  if (fake.refunds.some((one) => one.payment_intent === paymentId && one.status === 'succeeded'))
    return invalid('charge_already_refunded');
  const refund = { id: newId('re'), object: 'refund', payment_intent: paymentId, status: fake.refundStatus };
  fake.refunds.push(refund);
  return { status: 200, body: refund };
}

function invalid(code: string) {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message: code } } };
}

function newId(kind: string): string {
  return `${kind}_test_${randomBytes(8).toString('hex')}`;
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function report(
  url: string,
  { id = newId('evt'), type, object }: StripeReport,
  { secret = SECRET, timestamp = Math.floor(Date.now() / 1000) }: { secret?: string; timestamp?: number } = {},
): Promise<number> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const { status } = await fetch(`${url}/api/payments/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return status;
}
