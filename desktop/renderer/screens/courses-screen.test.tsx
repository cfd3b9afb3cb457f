// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CourseMetaView } from '#shared/api/courses.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { ANA, courseDetail, courseView, pageOf, serve } from '../../testing/course-samples.ts';
import { CoursesScreen } from './CoursesScreen.tsx';

const META: CourseMetaView = {
  currency: 'USD',
  payments: null,
  refundDays: 14,
  contentTypes: [
    { value: 'course', count: 2 },
    { value: 'ebook', count: 1 },
  ],
  categories: [{ value: 'Mathematics', count: 3 }],
};
const EBOOK = courseView({ id: 'c2', title: 'Tides', contentType: 'ebook', price: 1_900, category: null });

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(() => import('./item/Item.tsx'), 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

function open(path: string): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <main>
          <CoursesScreen user={ANA} />
        </main>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** A server that lists both items; an unknown search has no results. */
function serveItems(): string[] {
  return serve(({ path }) => {
    if (path === '/api/course-meta') return META;
    if (path === '/api/courses/c1') return courseDetail();
    if (path === '/api/courses/c1/reviews') return [];
    if (path.startsWith('/api/courses/c1/known-learners')) return [];
    if (path === '/api/courses/c1/review') return { review: null, canReview: false };
    if (!path.startsWith('/api/courses')) return [];
    const query = new URL(path, 'http://localhost').searchParams;
    if (query.get('q') === 'chess') return [];
    return query.get('contentType') === 'ebook' ? [EBOOK] : [courseView(), EBOOK];
  });
}

it('shows each item with its type, author, price and learners, and one link', async () => {
  serveItems();
  open('/courses');
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => within(card).getAllByRole('link').length)).toEqual([1, 1]);
  expect(cards[0]?.textContent).toMatch(/Course · Mathematics.*Algebra for beginners.*Ben Adu.*Free.*12 learners/);
  expect(cards[1]?.textContent).toMatch(/E-book.*Tides.*\$19/);
  expect(screen.getByText('2 items').getAttribute('role')).toBe('status');
});

it('reads the filters and the order from the URL, and writes each change to it', async () => {
  const sent = serveItems();
  open('/courses?contentType=ebook&sort=price');
  await screen.findByRole('link', { name: 'Tides' });
  expect(sent).toContain('GET /api/courses?contentType=ebook&sort=price');
  expect(screen.queryByRole('link', { name: 'Algebra for beginners' })).toBeNull();
  const types = screen.getByRole('group', { name: 'Type' });
  expect(within(types).getByRole<HTMLInputElement>('radio', { name: /E-book/ }).checked).toBe(true);
  await userEvent.click(within(types).getByRole('radio', { name: 'Any' }));
  await userEvent.click(within(screen.getByRole('group', { name: 'Price' })).getByRole('radio', { name: 'Free' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most learners');
  expect(address()).toBe('/courses?price=free&sort=popular');
  await waitFor(() => expect(sent.at(-1)).toBe('GET /api/courses?price=free&sort=popular'));
});

it('searches after a pause in typing, names the filters when nothing matches, and clears them', async () => {
  const sent = serveItems();
  open('/courses?category=Mathematics');
  await screen.findAllByRole('article');
  // Not key by key: a busy machine can pause between two keys.
  for (const value of ['che', 'chess']) fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
  expect(await screen.findByText('No published item matches: “chess”, in Mathematics.')).toBeTruthy();
  expect(sent.filter((request) => request.includes('q='))).toEqual(['GET /api/courses?q=chess&category=Mathematics']);
  expect(screen.getAllByText('No matching items').map((element) => element.getAttribute('role'))).toContain('status');
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await userEvent.click(clear);
  await screen.findByRole('link', { name: 'Tides' });
  expect(address()).toBe('/courses');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('takes a price range in whole units, and explains one that is none', async () => {
  serveItems();
  open('/courses');
  await screen.findAllByRole('article');
  const range = within(await screen.findByRole('group', { name: 'Price range in USD' }));
  await userEvent.type(range.getByRole('textbox', { name: 'From' }), '20');
  await waitFor(() => expect(address()).toBe('/courses?min=2000'));
  await userEvent.type(range.getByRole('textbox', { name: 'To' }), '9');
  expect(range.getByText('The highest price must not be below the lowest.')).toBeTruthy();
  await userEvent.type(range.getByRole('textbox', { name: 'To' }), '0.5');
  await waitFor(() => expect(address()).toBe('/courses?min=2000&max=9050'));
  expect(range.queryByText(/must not be below/)).toBeNull();
});

it('loads the next page on demand', async () => {
  const sent = serve(({ path }) => {
    if (path === '/api/course-meta') return META;
    if (!path.startsWith('/api/courses')) return [];
    return path.includes('cursor=') ? [EBOOK] : pageOf([courseView()], 'next');
  });
  open('/courses');
  await screen.findByText('The first 1 items');
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('2 items')).toBeTruthy();
  expect(sent).toContain('GET /api/courses?cursor=next');
});

it('leads to the form while nothing is published', async () => {
  serve(({ path }) => (path === '/api/course-meta' ? { ...META, contentTypes: [], categories: [] } : []));
  open('/courses');
  expect(await screen.findByRole('heading', { name: 'Nothing is published yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an item' }).getAttribute('href')).toBe('/library?tab=created&new=1');
});

it('shows a failure with a button that repeats the request', async () => {
  let isUp = false;
  serve(({ path }) => {
    if (path === '/api/course-meta') return META;
    if (!path.startsWith('/api/courses')) return [];
    return isUp ? [courseView()] : undefined;
  });
  open('/courses');
  const button = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await userEvent.click(button);
  expect(await screen.findByRole('link', { name: 'Algebra for beginners' })).toBeTruthy();
});

it('opens an item by keyboard and returns to the same list', async () => {
  serveItems();
  open('/courses?category=Mathematics');
  const link = await screen.findByRole('link', { name: 'Algebra for beginners' });
  link.focus();
  await userEvent.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Algebra for beginners' });
  expect(address()).toBe('/courses?category=Mathematics&item=c1');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('Algebra for beginners · Lyceum');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { level: 1, name: 'Courses' });
  expect(address()).toBe('/courses?category=Mathematics');
  expect(document.title).toBe('Courses · Lyceum');
});
