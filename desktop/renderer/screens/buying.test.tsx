// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CourseDetailView, CourseMetaView } from '#shared/api/courses.ts';
import type { PurchaseView, ReceiptView } from '#shared/api/purchases.ts';
import { ApiError } from '../lib/http/errors.ts';
import { apiClient } from '../lib/http/api.ts';
import { courseDetail } from '../../testing/course-samples.ts';
import { openLibrary, requests, respondWith, USER } from '../../testing/library-page.tsx';

const META: CourseMetaView = { currency: 'USD', payments: 'test', refundDays: 14, contentTypes: [], categories: [] };
const PENDING: PurchaseView = {
  id: 'p1',
  courseId: 'c1',
  title: 'Algebra for beginners',
  contentType: 'course',
  amount: 1_900,
  currency: 'USD',
  provider: 'test',
  status: 'pending',
  receiptNumber: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  paidAt: null,
  refundedAt: null,
  isSubmitted: false,
  refund: null,
};
const PAID: PurchaseView = {
  ...PENDING,
  status: 'paid',
  receiptNumber: 7,
  paidAt: '2026-11-01T10:05:00.000Z',
  refund: 'automatic',
};
const RECEIPT: ReceiptView = {
  receiptNumber: 7,
  title: PAID.title,
  contentType: 'course',
  amount: 1_900,
  currency: 'USD',
  provider: 'test',
  paidAt: '2026-11-01T10:05:00.000Z',
  refundedAt: null,
  buyerName: 'Ana Ruiz',
  sellerName: 'Ben Adu',
};
const STUDENT = { ...USER, role: 'student' as const };

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(async () => {
  await import('./item/Item.tsx');
  await import('../features/courses/components/ItemPage.tsx');
  await import('../features/purchases/components/BuyDialog.tsx');
  await import('../features/purchases/components/PurchasePage.tsx');
  await import('../features/purchases/components/PurchaseList.tsx');
}, 60_000);
afterEach(() => vi.unstubAllGlobals());

/** The state of a server with one paid item. */
interface Server {
  course: CourseDetailView;
  meta: CourseMetaView;
  purchase: PurchaseView;
  /** Answers a write. */
  write: (path: string, body: unknown) => unknown;
}

function serve(part: Partial<Server> = {}): Server {
  const server: Server = {
    course: courseDetail({ price: 1_900 }),
    meta: META,
    purchase: PENDING,
    write: () => undefined,
    ...part,
  };
  respondWith((method, path, body) => {
    if (path === '/api/analytics/views') return undefined;
    if (method !== 'GET') return server.write(path, body);
    if (path === '/api/course-meta') return server.meta;
    if (path === '/api/courses/c1') return structuredClone(server.course);
    if (path.endsWith('/receipt')) return RECEIPT;
    if (path.startsWith('/api/purchases/')) return structuredClone(server.purchase);
    return [];
  });
  return server;
}
const writes = () => requests.filter(({ method, path }) => method !== 'GET' && path !== '/api/analytics/views');

it('shows the order with its total before anything is charged, and leads to the payment', async () => {
  const server = serve();
  server.write = () => ({ purchase: PENDING, next: '/library?purchase=p1' });
  const browser = openLibrary('/library?item=c1', STUDENT);
  const buy = await screen.findByRole('button', { name: 'Buy for $19' });
  expect(screen.getByText('Test payment')).toBeTruthy();
  expect(screen.getByText(/Money back on request within 14 days/)).toBeTruthy();
  buy.focus();
  await userEvent.keyboard('{Enter}');
  const order = await screen.findByRole('dialog', { name: 'Your order (test payment)' });
  expect(order.textContent).toContain('Algebra for beginners');
  expect(order.textContent).toContain('Ben Adu');
  expect(order.textContent).toContain('Total$19.00');
  expect(writes()).toEqual([]);
  await userEvent.click(within(order).getByRole('button', { name: 'Continue to pay $19.00' }));
  await waitFor(() => expect(browser.path()).toBe('/library?purchase=p1'));
  expect(writes()).toEqual([
    {
      method: 'POST',
      path: '/api/courses/c1/purchase',
      body: { expectedPrice: 1_900, expectedCurrency: 'USD' },
    },
  ]);
});

it('asks again when the price has changed meanwhile', async () => {
  const server = serve();
  server.write = (_path, body) => {
    if ((body as { expectedPrice: number }).expectedPrice === 2_500)
      return { purchase: { ...PENDING, amount: 2_500 }, next: '/library?purchase=p1' };
    server.course = courseDetail({ price: 2_500 });
    throw new ApiError('The price is now $25.00. Check it before you buy.', 409, { code: 'PRICE_CHANGED' });
  };
  const browser = openLibrary('/library?item=c1', STUDENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for $19' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to pay $19.00' }));
  expect(await screen.findByText('The price has changed from $19.00 to $25.00. Nothing was charged.')).toBeTruthy();
  expect(browser.path()).toBe('/library?item=c1');
  await userEvent.click(screen.getByRole('button', { name: 'Continue to pay $25.00' }));
  await waitFor(() => expect(browser.path()).toBe('/library?purchase=p1'));
});

it('repeats an order whose response was lost with the same key', async () => {
  const server = serve();
  server.write = () => {
    if (writes().length === 1) throw new ApiError('Unavailable', 503);
    return { purchase: PENDING, next: '/library?purchase=p1' };
  };
  const browser = openLibrary('/library?item=c1', STUDENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for $19' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to pay $19.00' }));
  const order = screen.getByRole('dialog');
  expect((await within(order).findByText('Unavailable')).closest('[role="alert"]')).toBeTruthy();
  await userEvent.click(within(order).getByRole('button', { name: 'Continue to pay $19.00' }));
  await waitFor(() => expect(browser.path()).toBe('/library?purchase=p1'));
  const keys = vi
    .mocked(apiClient.request)
    .mock.calls.flatMap(([{ method, path, idempotencyKey }]) =>
      method === 'POST' && path.endsWith('/purchase') ? [idempotencyKey] : [],
    );
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('leaves for the page of the provider', async () => {
  const assign = vi.fn();
  const server = serve({ meta: { ...META, payments: 'stripe' } });
  server.write = () => ({ purchase: { ...PENDING, provider: 'stripe' }, next: 'https://pay.example/s1' });
  openLibrary('/library?item=c1', STUDENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for $19' }));
  expect(screen.queryByText('Test payment')).toBeNull();
  vi.spyOn(globalThis.location, 'assign').mockImplementation(assign);
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to pay $19.00' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/s1'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says in one sentence that nothing can be bought, and offers no button', async () => {
  serve({ meta: { ...META, payments: null } });
  openLibrary('/library?item=c1', STUDENT);
  expect(await screen.findByText('Nothing can be bought on this server: payments are off.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Buy/ })).toBeNull();
});

it('ends a test payment, shows the receipt and leads to the item', async () => {
  const server = serve();
  server.write = () => (server.purchase = PAID);
  openLibrary('/library?purchase=p1', STUDENT);
  const payment = await screen.findByRole('region', { name: 'Payment' });
  expect(payment.textContent).toContain('Test payment: no money is involved.');
  await userEvent.click(within(payment).getByRole('button', { name: 'Pay $19.00 (test)' }));
  expect(await within(payment).findByText('Paid. The item is in your Library.')).toBeTruthy();
  expect(within(payment).getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/courses?item=c1');
  const receipt = await screen.findByRole('region', { name: 'Receipt 7' });
  expect(receipt.textContent).toContain('BuyerAna Ruiz');
  expect(receipt.textContent).toContain('SellerBen Adu');
  expect(receipt.textContent).toContain('Total$19.00');
  expect(receipt.textContent).toContain('Test payment. No money is involved.');
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await userEvent.click(within(receipt).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(writes()).toEqual([{ method: 'POST', path: '/api/purchases/p1/test-payment', body: { outcome: 'paid' } }]);
});

it.each<[string, string, Partial<PurchaseView>, string]>([
  ['was left', '&cancelled=1', { provider: 'stripe' }, 'You left the payment page before paying. Nothing was charged.'],
  ['awaits the provider', '', { provider: 'stripe' }, 'Waiting for the confirmation of your payment.'],
  ['awaits the bank', '', { provider: 'stripe', isSubmitted: true }, 'Your payment is on its way.'],
  ['has failed', '', { status: 'failed' }, 'The payment failed. Nothing was charged.'],
  ['was not completed', '', { status: 'expired' }, 'The payment was not completed. Nothing was charged.'],
])('says that a payment %s', async (_name, query, fields, text) => {
  serve({ purchase: { ...PENDING, ...fields } });
  openLibrary(`/library?purchase=p1${query}`, STUDENT);
  expect((await screen.findByText(new RegExp(text))).getAttribute('role')).toBe('status');
  const canContinue = fields.provider === 'stripe' && !fields.isSubmitted;
  expect(screen.queryByRole('button', { name: 'Continue to payment' }) !== null).toBe(canContinue);
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
});

it('gives the money back at once within the rule, with a reason', async () => {
  const server = serve({ purchase: PAID });
  server.write = () => (server.purchase = { ...PAID, status: 'refunded', refund: null, refundedAt: PAID.paidAt });
  openLibrary('/library?purchase=p1', STUDENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Get a refund' }));
  const dialog = await screen.findByRole('dialog', { name: 'Get $19.00 back?' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Why do you want a refund/ }), 'Too easy');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Get the refund' }));
  expect(await screen.findByText('Refunded. The item is no longer in your Library.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(writes()).toEqual([{ method: 'POST', path: '/api/purchases/p1/refund', body: { reason: 'Too easy' } }]);
});

it('asks the seller after that, and keeps the reason when the request fails', async () => {
  const server = serve({ purchase: { ...PAID, refund: 'seller' } });
  server.write = () => {
    throw new ApiError('The server is restarting', 503);
  };
  openLibrary('/library?purchase=p1', STUDENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for a refund' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask for a refund' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'It stops at part two');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send request' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The server is restarting');
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('It stops at part two');
  server.write = () => (server.purchase = { ...PAID, refund: 'requested' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText(/You have asked for a refund/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
});

it('lists the purchases with their states', async () => {
  respondWith((_method, path) =>
    path.startsWith('/api/purchases')
      ? [
          { ...PENDING, id: 'p2', title: 'Maps' },
          { ...PAID, refund: 'requested' },
        ]
      : [],
  );
  openLibrary('/library', STUDENT);
  expect(screen.queryByRole('link', { name: 'Sales' })).toBeNull();
  await userEvent.click(await screen.findByRole('link', { name: 'Purchases' }));
  const [first, second] = within(await screen.findByRole('list', { name: 'Purchases' })).getAllByRole('listitem');
  expect(first?.textContent).toContain('Not paid yet');
  expect(second?.textContent).toContain('Refund requested');
  expect(second?.textContent).toContain('Receipt 7');
  expect(
    within(second as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/library?purchase=p1');
});
