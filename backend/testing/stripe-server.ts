import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import type { StripeSettings } from '../config.ts';
import { findPort } from './ports.ts';

/** A part of a Checkout Session as the fake returns it. Source: https://docs.stripe.com/api/checkout/sessions/object */
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
  /**
   * Pays at the page of a session; `isPaid` is false while the bank takes its time. Throws for a page that is closed,
   * or paid already. Source: https://docs.stripe.com/api/checkout/sessions/expire
   */
  pay(session: FakeSession, isPaid?: boolean): FakeSession;
  /** Reports an event to the server at `url`, signed by default now with the right secret. Returns the status. */
  report(url: string, event: StripeReport, signing?: Signing): Promise<number>;
  /**
   * Events of the account, in the order of their creation: those that were reported, and those whose report is lost.
   * Source: https://docs.stripe.com/api/events/object
   */
  events: FakeEvent[];
  /** An operator refunds a payment at Stripe. Returns the event, not reported yet; null when it is refunded. */
  refundByHand(session: FakeSession): StripeReport | null;
  /** Makes an event that is not reported, by default now. */
  happen(event: StripeReport, created?: Date): void;
  /** Sends any text as a report. Returns the status. */
  reportText(url: string, payload: string, signing?: Signing): Promise<number>;
  close(): Promise<void>;
}

/** How a report is signed: with which secret, and how far its time is from now, or which text is its time. */
interface Signing {
  secret?: string;
  secondsAhead?: number;
  timestamp?: string;
}

interface FakeEvent {
  id: string;
  object: 'event';
  type: string;
  /** In seconds. */
  created: number;
  data: { object: object };
}

/** An event to be reported; one without an id gets one. */
export interface StripeReport {
  id?: string;
  type: Stripe.Event['type'];
  object: object;
}

const STRIPE_SECRET = 'whsec_ofthetests';

/** Starts a fake Stripe. */
export async function startStripeServer(): Promise<StripeServer> {
  const responses = new Map<string, Saved>();
  const fake: Omit<StripeServer, 'settings' | 'close'> = {
    sessions: [],
    refunds: [],
    requests: [],
    isAway: false,
    refundStatus: 'succeeded',
    amountMin: 50,
    pay(session, isPaid = true) {
      lapse(session);
      const isAwaited = session.status === 'complete' && session.payment_status === 'unpaid';
      if (session.status !== 'open' && !isAwaited) throw new Error('nothing can be paid on this page');
      session.status = 'complete';
      session.payment_status = isPaid ? 'paid' : 'unpaid';
      session.payment_intent ??= newId('pi');
      return session;
    },
    events: [],
    refundByHand({ payment_intent: payment, metadata }) {
      if (makeRefund(fake, payment ?? '').status !== 200) return null;
      return {
        id: newId('evt'),
        type: 'charge.refunded',
        object: { payment_intent: payment, metadata, refunded: true },
      };
    },
    happen(event, created = new Date()) {
      fake.events.push(toEvent(event, created));
    },
    report(url, reported, signing) {
      const event = toEvent(reported);
      if (!fake.events.some(({ id }) => id === event.id)) fake.events.push(event);
      return reportText(url, JSON.stringify(event), signing);
    },
    reportText,
  };
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [path, query] = (req.url ?? '').split('?');
    const line = `${req.method} ${path}`;
    const body = new URLSearchParams(await text(req));
    fake.requests.push(line);
    if (fake.isAway) return send(res, 503, { error: { type: 'api_error', message: 'away' } });
    const key = req.headers['idempotency-key'];
    const request = `${line} ${body.toString()}`;
    const known = typeof key === 'string' ? responses.get(key) : undefined;
    if (known && known.request !== request)
      return send(res, 400, { error: { type: 'idempotency_error', message: line } });
    const response = known ?? {
      request,
      ...structuredClone(carryOut(fake, line, req.method === 'GET' ? new URLSearchParams(query) : body)),
    };
    if (typeof key === 'string') responses.set(key, response);
    send(res, response.status, response.body);
  };
  const server = createServer((req, res) => void respond(req, res));
  const port = await findPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(fake, {
    settings: {
      provider: 'stripe' as const,
      secretKey: 'sk_test_ofthetests',
      webhookSecret: STRIPE_SECRET,
      apiUrl: `http://127.0.0.1:${port}`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/**
 * The first response to an Idempotency-Key, which Stripe repeats, whatever it was. Another request with the key is an
 * error. Source: https://docs.stripe.com/api/idempotent_requests
 */
interface Saved {
  request: string;
  status: number;
  body: unknown;
}

/** Closes a page whose time is over, as Stripe does. */
function lapse(session: FakeSession): void {
  if (session.status === 'open' && session.expires_at * SECOND_MS <= Date.now()) session.status = 'expired';
}

type Fake = Pick<StripeServer, 'sessions' | 'refunds' | 'refundStatus' | 'amountMin' | 'events'>;

function carryOut(fake: Fake, line: string, body: URLSearchParams): { status: number; body: unknown } {
  const id = /_test_\w+/.exec(line)?.[0] ?? '';
  const session = fake.sessions.find((one) => one.id.endsWith(id) && id !== '');
  if (line === 'POST /v1/checkout/sessions') return openSession(fake, body);
  if (line === 'GET /v1/events') return listEvents(fake, body);
  if (line === 'POST /v1/refunds') return makeRefund(fake, body.get('payment_intent') ?? '');
  if (line.startsWith('GET /v1/refunds/'))
    return { status: 200, body: fake.refunds.find((one) => one.id.endsWith(id)) };
  if (line.startsWith('GET /v1/payment_intents/')) {
    const paid = fake.sessions.find((one) => one.payment_intent?.endsWith(id));
    return paid ? { status: 200, body: intentOf(paid) } : invalid('resource_missing');
  }
  if (!session) return invalid('resource_missing');
  lapse(session);
  if (line.endsWith('/expire')) {
    // Source: https://docs.stripe.com/api/checkout/sessions/expire
    if (session.status !== 'open') return invalid();
    session.status = 'expired';
  }
  const isExpanded = session.status === 'complete' && session.payment_intent !== null;
  return { status: 200, body: { ...session, payment_intent: isExpanded ? intentOf(session) : null } };
}

/** The payment of a session. Source: https://docs.stripe.com/api/payment_intents/object */
function intentOf({
  payment_intent: id,
  payment_status: payment,
  amount_total: amount,
  currency,
  metadata,
}: FakeSession) {
  const isPaid = payment === 'paid';
  const status = isPaid ? 'succeeded' : 'processing';
  return { id, object: 'payment_intent', status, amount, amount_received: isPaid ? amount : 0, currency, metadata };
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
  // Source: https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
  const openMs = session.expires_at * SECOND_MS - Date.now();
  if (openMs < 30 * MINUTE_MS || openMs > 24 * HOUR_MS) return invalid();
  fake.sessions.push(session);
  return { status: 200, body: session };
}

function makeRefund(fake: Fake, paymentId: string): { status: number; body: unknown } {
  if (!fake.sessions.some((one) => one.payment_intent === paymentId && one.payment_status === 'paid'))
    return invalid('resource_missing');
  // One that is pending counts as well. Source: https://docs.stripe.com/error-codes#charge-already-refunded
  if (fake.refunds.some((one) => one.payment_intent === paymentId && one.status !== 'failed'))
    return invalid('charge_already_refunded');
  const refund = { id: newId('re'), object: 'refund', payment_intent: paymentId, status: fake.refundStatus };
  fake.refunds.push(refund);
  return { status: 200, body: refund };
}

/** Events are listed for 30 days. Source: https://docs.stripe.com/api/events/list */
const [EVENTS_MS, EVENT_TYPES_MAX] = [30 * DAY_MS, 20];
/** Source: https://docs.stripe.com/api/pagination */
const PAGE = { byDefault: 10, max: 100 };

/** Lists events, the newest first. */
function listEvents({ events }: Fake, query: URLSearchParams): { status: number; body: unknown } {
  const types = [...query].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? [value] : []));
  const limit = Number(query.get('limit') ?? PAGE.byDefault);
  if (types.length > EVENT_TYPES_MAX || !(limit >= 1 && limit <= PAGE.max)) return invalid();
  const since = Math.max(Number(query.get('created[gte]') ?? 0), (Date.now() - EVENTS_MS) / SECOND_MS);
  const found = events
    .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
    .toSorted((a, b) => b.created - a.created || events.indexOf(b) - events.indexOf(a));
  const after = query.get('starting_after');
  const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0) return invalid('resource_missing');
  const data = found.slice(from, from + limit);
  return { status: 200, body: { object: 'list', url: '/v1/events', has_more: found.length > from + limit, data } };
}

function invalid(code?: string) {
  return { status: 400, body: { error: { type: 'invalid_request_error', code, message: code ?? 'invalid' } } };
}

function newId(kind: string): string {
  return `${kind}_test_${randomBytes(8).toString('hex')}`;
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function toEvent({ id = newId('evt'), type, object }: StripeReport, created = new Date()): FakeEvent {
  const seconds = Math.floor(created.getTime() / SECOND_MS);
  return { id, object: 'event', type, created: seconds, data: { object: structuredClone(object) } };
}

async function reportText(
  url: string,
  payload: string,
  { secret = STRIPE_SECRET, secondsAhead = 0, timestamp }: Signing = {},
): Promise<number> {
  // Source: https://docs.stripe.com/webhooks#verify-manually
  const time = timestamp ?? String(Math.floor(Date.now() / SECOND_MS) + secondsAhead);
  const signature = `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
  const { status } = await fetch(`${url}/api/payments/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return status;
}
