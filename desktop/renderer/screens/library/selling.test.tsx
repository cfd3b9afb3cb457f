// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { SaleView } from '#shared/api/purchases.ts';
import { ApiError } from '../../lib/http/errors.ts';
import { courseView } from '../../../testing/course-samples.ts';
import { openLibrary, requests, respondWith, USER } from '../../../testing/library-page.tsx';

const BEN = courseView().author;
const SALE: SaleView = {
  id: 's1',
  courseId: 'c1',
  title: 'Algebra for beginners',
  contentType: 'course',
  amount: 1_900,
  currency: 'USD',
  provider: 'test',
  status: 'paid',
  receiptNumber: 7,
  createdAt: '2026-11-01T10:00:00.000Z',
  paidAt: '2026-11-01T10:05:00.000Z',
  refundedAt: null,
  buyer: BEN,
  refund: null,
  refundReason: null,
  isDisputed: false,
};
const REQUESTED: SaleView = {
  ...SALE,
  id: 's2',
  receiptNumber: 8,
  refund: 'requested',
  refundReason: 'It stops at part two',
};
const CREATOR = { ...USER, role: 'creator' as const };

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(async () => {
  await import('../../features/purchases/components/SalesPage.tsx');
  await import('../../ui/MenuPanel.tsx');
}, 60_000);

/** A server with sales whose writes return `decide`. */
function serve(sales: SaleView[], decide: () => unknown = () => undefined): void {
  respondWith((method, path) => {
    if (method === 'POST') return decide();
    if (path === '/api/sales.csv') return '\uFEFFReceipt,Item\r\n7,Algebra\r\n';
    if (path.startsWith('/api/sales/')) return sales.find(({ id }) => path === `/api/sales/${id}`);
    if (path.startsWith('/api/sales'))
      return path.includes('requested') ? sales.filter(({ refund }) => refund === 'requested') : sales;
    return [];
  });
}

it('lists the sales with their buyers, whose profiles creators cannot open', async () => {
  serve([REQUESTED, { ...SALE, buyer: null, isDisputed: true }]);
  const browser = openLibrary('/library', CREATOR);
  await userEvent.click(screen.getByRole('link', { name: 'Sales' }));
  expect(browser.path()).toBe('/library?sales=1');
  const [first, second] = within(await screen.findByRole('list', { name: 'Sales' })).getAllByRole('article');
  expect(first?.textContent).toContain('Ben Adu');
  expect(within(first as HTMLElement).queryByRole('link')).toBeNull();
  expect(first?.textContent).toContain('Refund requested');
  expect(first?.textContent).toContain('It stops at part two');
  expect(second?.textContent).toContain('A former or hidden member');
  expect(second?.textContent).toContain('Payment disputed');
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Refund requests' }));
  expect(browser.path()).toBe('/library?sales=1&filter=requested');
  expect(within(await screen.findByRole('list', { name: 'Refund requests' })).getAllByRole('article')).toHaveLength(1);
});

it('adds up the sales by item and currency, and saves the sums', async () => {
  const sums = { courseId: 'c1', title: 'Algebra', refunds: 0, refunded: 0 };
  respondWith((_method, path) => {
    if (path === '/api/sales/items.csv') return '\uFEFFItem,Currency\r\n';
    if (!path.startsWith('/api/sales/items')) return [];
    return [
      { ...sums, currency: 'USD', units: 3, refunds: 1, gross: 3_500, refunded: 1_000, net: 2_500 },
      { ...sums, currency: 'EUR', units: 1, gross: 700, net: 700 },
      { ...sums, courseId: null, title: null, currency: 'USD', units: 2, gross: 300, net: 300 },
    ];
  });
  const browser = openLibrary('/library?sales=1', CREATOR);
  await userEvent.click(await screen.findByRole('button', { name: 'By item' }));
  expect(browser.path()).toBe('/library?sales=1&filter=items');
  const rows = within(await screen.findByRole('list', { name: 'Sales by item' })).getAllByRole('article');
  expect(rows.map((row) => row.textContent)).toEqual([
    'AlgebraSold3Gross$35.00Refunds1 · $10.00Net$25.00',
    'AlgebraSold1Gross€7.00Refunds0Net€7.00',
    'Deleted itemsSold2Gross$3.00Refunds0Net$3.00',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Download sums as CSV' }));
  await waitFor(() => expect(requests).toContainEqual({ method: 'GET', path: '/api/sales/items.csv' }));
});

it('refunds after a question that names the consequence', async () => {
  const sales = [REQUESTED];
  serve(sales, () => (sales[0] = { ...REQUESTED, status: 'refunded', refund: null, refundReason: null }));
  openLibrary('/library?sales=1', { ...USER, role: 'teacher' });
  expect((await screen.findByRole('link', { name: 'Ben Adu' })).getAttribute('href')).toBe('/profile/ben');
  await userEvent.click(screen.getByRole('button', { name: 'Refund receipt 8' }));
  const question = await screen.findByRole('alertdialog', { name: 'Refund $19.00 to Ben Adu?' });
  expect(question.textContent).toContain('The buyer gets the money back and loses the item.');
  await userEvent.click(within(question).getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refund receipt 8' })).toBeNull());
  expect(screen.getByText('Refunded', { selector: 'span' })).toBeTruthy();
  expect(requests).toContainEqual({ method: 'POST', path: '/api/sales/s2/refund', body: { decision: 'refund' } });
});

it('declines, and shows a failure where the decision was made', async () => {
  let decide = (): unknown => {
    throw new ApiError('The server is restarting', 503);
  };
  const sales = [REQUESTED];
  serve(sales, () => decide());
  openLibrary('/library?sales=1&filter=requested', CREATOR);
  await userEvent.click(await screen.findByRole('button', { name: 'Decline the request for receipt 8' }));
  const question = await screen.findByRole('alertdialog', { name: 'Decline the request of Ben Adu?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Decline' }));
  expect((await within(question).findByRole('alert')).textContent).toBe('The server is restarting');
  decide = () => {
    sales.length = 0;
    return { ...REQUESTED, refund: 'declined' };
  };
  await userEvent.click(within(question).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No refund requests' })).toBeTruthy();
});

it('opens the sale of a notification above the list, and refunds one without a request', async () => {
  serve([SALE], () => ({ ...SALE, refund: 'processing' }));
  openLibrary('/library?sale=s1', CREATOR);
  const one = await screen.findByRole('region', { name: 'The sale you opened' });
  await userEvent.click(await within(one).findByRole('button', { name: 'More about receipt 7' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  expect(await screen.findByRole('alertdialog', { name: 'Refund $19.00 to Ben Adu?' })).toBeTruthy();
});

it('saves all sales as a file', async () => {
  const made: Blob[] = [];
  serve([SALE]);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:sales';
  });
  openLibrary('/library?sales=1', CREATOR);
  await userEvent.click(await screen.findByRole('button', { name: 'Download all as CSV' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(await made[0]?.text()).toContain('7,Algebra');
});

it('explains an empty list', async () => {
  serve([]);
  openLibrary('/library?sales=1', CREATOR);
  expect(await screen.findByRole('heading', { name: 'No sales yet' })).toBeTruthy();
});
