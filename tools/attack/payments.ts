import { createHmac } from 'node:crypto';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { TestClient } from '../../backend/testing/test-client.ts';
import type { Attempts } from './attempts.ts';
import { WEBHOOK_SECRET } from './instance.ts';
import { sendRequest } from './request.ts';
import { describeChange, diffRows } from './rows.ts';
import type { World } from './world.ts';

const PATH = '/api/payments/stripe';

/** Signs as Stripe does (docs.stripe.com/webhooks, "Verify webhook signatures manually"). */
function sign(body: string, secret: string, seconds = Math.floor(Date.now() / 1_000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** A report that a purchase of a victim is paid. */
function reportOf(purchase: string): string {
  const object = { id: 'cs_attack', client_reference_id: purchase, metadata: { purchaseId: purchase } };
  const paid = { ...object, object: 'checkout.session', payment_status: 'paid', amount_total: 1, currency: 'xxx' };
  return JSON.stringify({
    id: 'evt_attack',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: paid },
  });
}

/**
 * Reports payments with every kind of wrong signature, then with the right one what no purchase says: another amount
 * and currency, and bodies that are no report. Nothing may change, and nothing may be an error of the server.
 */
export async function attackWebhooks(world: World, attempts: Attempts): Promise<void> {
  const { instance, rows, victims } = world;
  await instance.useLimits('wide', { payments: 'stripe' });
  const before = await rows.read();
  const send = (body: string, signature: string | undefined) =>
    sendRequest(instance.url, {
      method: 'POST',
      path: PATH,
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
    });
  for (const { ids } of victims)
    for (const purchase of [ids.purchase, ids.sale]) {
      const body = reportOf(purchase);
      const right = sign(body, WEBHOOK_SECRET);
      const wrong = [
        undefined,
        '',
        'v1=0,t=now',
        sign(body, 'whsec_of_someone_else'),
        sign(`${body} `, WEBHOOK_SECRET),
        sign(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1_000) - 3_600),
        right.replace(/v1=.{8}/, 'v1=00000000'),
        right.replace('v1=', 'v0='),
        right.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 1}`),
      ];
      for (const signature of wrong) {
        const { status } = await send(body, signature);
        attempts.refuse(`a report with the signature ${String(signature)}: ${status}`, status < 400 || status >= 500);
      }
      const { status } = await send(body, right);
      attempts.refuse(`a report of another amount: ${status}`, status >= 500 || status === 0);
    }
  for (const body of ['nope', 'null', '[]', '{}', '{"type":7}', '{"id":"x","type":"checkout.session.completed"}']) {
    const { status } = await send(body, sign(body, WEBHOOK_SECRET));
    attempts.refuse(`a signed body that is no report, ${body}: ${status}`, status >= 500 || status === 0);
  }
  await rows.settle();
  attempts.record(diffRows(before, await rows.read()).map((change) => `a report: ${describeChange(change)}`));
}

/** Guesses through a proxy that the server trusts: the address is the one that the proxy adds, whatever came before. */
export async function attackProxy({ instance, victims, actors }: World, attempts: Attempts): Promise<void> {
  await instance.useLimits('real', { trustProxy: 1 });
  const username = actors.get('stranger')?.client.user?.username ?? victims[0].username;
  let evaluated = 0;
  const { points } = RATE_LIMITS.failedSignInAccountAddress;
  for (let index = 0; index < points * 4; index += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.${index}, 192.0.2.7` };
    const client = new TestClient(instance.url);
    const { body } = await client.get('/api/csrf-token', { headers });
    const { status } = await client.post('/api/login', {
      body: { username, password: `guess ${index}` },
      headers: { ...headers, 'csrf-token': String(body['csrfToken']) },
    });
    evaluated += Number(status === 401);
    attempts.refuse(`a guess through the proxy: ${status}`, status < 400 || status >= 500);
  }
  attempts.refuse(`${evaluated} guesses with forged addresses were evaluated`, evaluated > points);
}
