// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CourseView } from '#shared/api/courses.ts';
import type { MessageView } from '#shared/api/messages.ts';
import { EmbeddedItem } from '../features/courses/components/EmbeddedItem.tsx';
import { ModerationContext } from '../features/users/moderation.ts';
import { ApiError } from '../lib/http/errors.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { sessionQuery } from '../lib/me.ts';
import { currentToasts, removeToast } from '../lib/page/toasts.ts';
import { ANA, courseDetail, courseView, serve } from '../../testing/course-samples.ts';
import { ChatScreen } from './ChatScreen.tsx';
import { AttachButtons } from './home/AttachButtons.tsx';

const LEARNER = {
  isOwner: false,
  isEnrolled: true,
  isPurchased: false,
  isSaved: false,
  progress: 40,
  completedAt: null,
};

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(async () => {
  await import('../features/courses/components/ItemPicker.tsx');
}, 60_000);
afterEach(() => {
  cleanup();
  removeToast();
  vi.restoreAllMocks();
});

/** A server with items for cards, and other responses by method and path. */
function serveCards(items: readonly CourseView[], others: Record<string, () => unknown> = {}): string[] {
  return serve(({ method, path }) => {
    const other = others[`${method} ${path}`];
    if (other) return other();
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const ids = (searchParams.get('ids') ?? '').split(',');
    return pathname === '/api/course-cards' ? structuredClone(items.filter(({ id }) => ids.includes(id))) : [];
  });
}

function show(element: ReactElement, path = '/home'): void {
  const client = createQueryClient();
  client.setQueryData<unknown>(sessionQuery.queryKey, ANA);
  render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
}
const card = (name = 'Course: Algebra for beginners') => screen.findByRole('region', { name });

it('shows what an item is, and fetches the items of all cards with one request', async () => {
  const other = courseView({ id: 'c2', title: 'Trees', contentType: 'ebook', price: 1_900, rating: 4.5, reviews: 2 });
  const sent = serveCards([courseView(), other]);
  show(
    <>
      <EmbeddedItem id="c1" />
      <EmbeddedItem id="c2" />
      <EmbeddedItem id="gone" />
    </>,
  );
  const free = await card();
  expect(free.textContent).toContain('Course · Mathematics');
  for (const text of ['Ben Adu', 'Free', '12']) within(free).getByText(text);
  expect(within(free).getByRole('link', { name: 'Algebra for beginners' }).getAttribute('href')).toBe(
    '/courses?item=c1',
  );
  const paid = await card('E-book: Trees');
  for (const text of ['$19', '4.5 of 5 stars,']) within(paid).getByText(text);
  expect(within(paid).queryByRole('button', { name: /^Enroll/ })).toBeNull();
  expect(within(paid).getByRole('link', { name: 'See details: Trees' }).getAttribute('href')).toBe('/courses?item=c2');
  expect(screen.getByText('This item is unavailable.')).toBeTruthy();
  expect(sent).toEqual(['GET /api/course-cards?ids=c1%2Cc2%2Cgone']);
});

it('enrolls in place, and restores the card when the server refuses', async () => {
  let refuse = (_error: Error): void => undefined;
  serveCards([courseView()], {
    'POST /api/courses/c1/enroll': () => new Promise((_resolve, reject) => (refuse = reject)),
  });
  show(<EmbeddedItem id="c1" />);
  const item = await card();
  within(item).getByRole('button', { name: 'Enroll in Algebra for beginners' }).focus();
  await userEvent.keyboard('{Enter}');
  const open = await within(item).findByRole('link', { name: 'Open: Algebra for beginners' });
  expect(document.activeElement).toBe(open);
  expect(within(item).getByRole('status').textContent).toBe('You are enrolled.');
  within(item).getByText('13');
  refuse(new ApiError('Too many requests', 429, { code: 'RATE_LIMITED' }));
  const enroll = await within(item).findByRole('button', { name: 'Enroll in Algebra for beginners' });
  expect(document.activeElement).toBe(enroll);
  within(item).getByText('12');
  expect(currentToasts()[0]).toMatchObject({ title: "Couldn't enroll in this item", variant: 'destructive' });
});

it('opens an item that the viewer has or has made', async () => {
  const own = courseView({ id: 'c2', title: 'Own', status: 'draft', viewer: { ...LEARNER, isOwner: true } });
  serveCards([courseView({ price: 900, viewer: LEARNER }), own]);
  show(
    <>
      <EmbeddedItem id="c1" />
      <EmbeddedItem id="c2" />
    </>,
  );
  const joined = await card();
  within(joined).getByRole('link', { name: 'Open: Algebra for beginners' });
  within(joined).getByText('40% done');
  const made = await card('Course: Own');
  for (const text of ['Yours', 'Draft']) within(made).getByText(text);
  expect(within(made).queryByRole('button')).toBeNull();
});

it('tries again after a failure', async () => {
  let isDown = true;
  serve(() => {
    if (isDown) throw new ApiError('Down', 503);
    return [courseView()];
  });
  show(<EmbeddedItem id="c1" />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await userEvent.click(again);
  expect(await card()).toBeTruthy();
});

it('is shown with a message about the item, and enrolls there', async () => {
  const message = {
    id: 'm1',
    clientId: 'k1',
    conversationId: 'v1',
    conversationSeq: 1,
    senderId: 'ben',
    receiverId: ANA.id,
    kind: 'text',
    content: 'Have a look',
    read: true,
    fileUrl: null,
    replyTo: null,
    about: { type: 'course', id: 'c1', title: 'Algebra for beginners', contentType: 'course', price: 0 },
    call: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    editedAt: null,
    deletedAt: null,
  } as unknown as MessageView;
  const conversation = { id: 'v1', user: courseView().author, state: 'accepted', noWriting: null, quiet: null };
  const sent = serveCards([courseView()], {
    'GET /api/messages/ben/state': () => conversation,
    'GET /api/messages/ben': () => [message],
    'POST /api/courses/c1/enroll': () => ({ enrollmentId: 'x' }),
    'GET /api/courses/c1': () => courseDetail(),
  });
  show(<ChatScreen user={ANA} />, '/chat?with=ben');
  const log = await screen.findByRole('log');
  const item = await within(log).findByRole('region', { name: 'Course: Algebra for beginners' });
  await userEvent.click(within(item).getByRole('button', { name: 'Enroll in Algebra for beginners' }));
  await waitFor(() => expect(sent).toContain('POST /api/courses/c1/enroll'));
});

it('is chosen by a search, the own items first', async () => {
  const own = courseView({ id: 'c2', title: 'Own notes', viewer: { ...LEARNER, isOwner: true } });
  serve(({ path }) => (path.includes('mine=true') ? [own] : [courseView(), own]));
  const onAttach = vi.fn();
  show(<AttachButtons onAttach={onAttach} />);
  await userEvent.click(screen.getByRole('button', { name: 'Attach an item' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose an item' });
  expect(document.activeElement).toBe(within(dialog).getByRole('searchbox', { name: 'Search items' }));
  const ownItems = await within(dialog).findByRole('list', { name: 'Your items' });
  const others = within(dialog).getByRole('list', { name: 'Other items' });
  expect([ownItems, others].map((list) => within(list).getAllByRole('button').length)).toEqual([1, 1]);
  await userEvent.keyboard('algebra');
  await userEvent.click(await within(others).findByRole('button', { name: /Algebra for beginners/ }));
  expect(onAttach).toHaveBeenCalledExactlyOnceWith({ type: 'course', id: 'c1' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
