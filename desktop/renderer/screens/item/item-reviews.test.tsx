// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView, CourseViewer } from '#shared/api/courses.ts';
import type { OwnReviewView, ReviewView } from '#shared/api/reviews.ts';
import { ANA, courseDetail, serve } from '../../../testing/course-samples.ts';
import { ModerationContext } from '../../features/users/moderation.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';
import { Item } from './Item.tsx';

const LEARNER: CourseViewer = {
  isOwner: false,
  isEnrolled: true,
  isPurchased: false,
  isSaved: false,
  progress: 40,
  completedAt: null,
};
const REVIEW: ReviewView = {
  id: 'r1',
  courseId: 'c1',
  rating: 4,
  text: 'Clear and short.',
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  reply: null,
  author: { ...courseDetail().author, id: 'leo', fullName: 'Leo Sand', username: 'leo', role: 'student' },
};
const report = vi.fn();

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(() => import('../../ui/MenuPanel.tsx'), 60_000);
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Opens an item with its reviews. Returns the bodies of the writes by method and path. */
function open(
  {
    course = {},
    reviews = [REVIEW],
    own = { review: null, canReview: false },
  }: {
    course?: Partial<CourseDetailView>;
    reviews?: ReviewView[];
    own?: OwnReviewView;
  },
  user: CurrentUser = ANA,
): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  serve(({ method, path, body }) => {
    if (path === '/api/analytics/views') return null;
    if (method !== 'GET') {
      written[`${method} ${path}`] = body ?? null;
      return method === 'DELETE' ? null : REVIEW;
    }
    if (path === '/api/courses/c1') return courseDetail({ reviews: reviews.length, rating: 3.5, ...course });
    if (path === '/api/courses/c1/review') return own;
    return path === '/api/courses/c1/reviews' ? reviews : [];
  });
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  render(
    <QueryClientProvider client={client}>
      <ModerationContext value={{ report, block: vi.fn() }}>
        <MemoryRouter initialEntries={['/courses?item=c1']}>
          <Item itemId="c1" user={user} onClose={vi.fn()} />
        </MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
  return written;
}
const section = async () => within(await screen.findByRole('region', { name: 'Reviews' }));

it('shows the mean, the reviews and the replies to everyone, who can report them', async () => {
  open({ reviews: [{ ...REVIEW, reply: { text: 'Thank you.', createdAt: REVIEW.createdAt } }] });
  const reviews = await section();
  expect(reviews.getByText('3.5 of 5 stars')).toBeTruthy();
  expect(reviews.getByText('1 review')).toBeTruthy();
  const review = within(await reviews.findByRole('article', { name: 'Review by Leo Sand' }));
  expect(review.getByText('4 of 5 stars')).toBeTruthy();
  expect(review.getByText('Thank you.')).toBeTruthy();
  expect(reviews.queryByRole('button', { name: 'Write a review' })).toBeNull();
  await userEvent.click(review.getByRole('button', { name: 'More about this review' }));
  const item = await screen.findByRole('menuitem', { name: 'Report' });
  expect(screen.queryByRole('menuitem', { name: 'Reply' })).toBeNull();
  await userEvent.click(item);
  expect(report.mock.calls[0]?.[0]).toMatchObject({ type: 'review', id: 'r1', author: { id: 'leo' } });
});

it('lets a learner write a review with stars, by the keyboard too', async () => {
  const written = open({ course: { viewer: LEARNER }, reviews: [], own: { review: null, canReview: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose 1 to 5 stars');
  await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.type(dialog.getByLabelText(/^Review/), 'Very clear.');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written).toEqual({ 'PUT /api/courses/c1/review': { rating: 5, text: 'Very clear.' } });
});

it('keeps a review that is not sent through Escape and another visit, until it is sent', async () => {
  const place = { course: { viewer: LEARNER }, reviews: [], own: { review: null, canReview: true } };
  open(place);
  const enter = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
    return within(await screen.findByRole('dialog'));
  };
  const dialog = await enter();
  await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
  await userEvent.type(dialog.getByLabelText(/^Review/), 'Half a review');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await enter();
  expect(again.getByLabelText<HTMLTextAreaElement>(/^Review/).value).toBe('Half a review');
  cleanup();
  const written = open(place);
  const later = await enter();
  expect(later.getByLabelText<HTMLTextAreaElement>(/^Review/).value).toBe('Half a review');
  await userEvent.click(later.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written).toEqual({ 'PUT /api/courses/c1/review': { rating: 4, text: 'Half a review' } });
  expect((await enter()).getByLabelText<HTMLTextAreaElement>(/^Review/).value).toBe('');
});

it('lets a learner change and delete a review, after leaving only delete it', async () => {
  const review = { ...REVIEW, author: { ...REVIEW.author, id: ANA.id } };
  const written = open({ course: { viewer: LEARNER }, reviews: [review], own: { review, canReview: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit your review' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/^Review/)).toHaveProperty('value', 'Clear and short.');
  expect(dialog.getByRole('radio', { name: '4 stars' })).toHaveProperty('checked', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete your review' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(written).toEqual({ 'DELETE /api/courses/c1/review': null }));
  expect(screen.queryByRole('button', { name: 'More about this review' })).toBeNull();
  cleanup();
  open({ reviews: [review], own: { review, canReview: false } });
  expect(await screen.findByRole('button', { name: 'Delete your review' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit your review' })).toBeNull();
});

it('says when a learner can review', async () => {
  open({ course: { viewer: { ...LEARNER, progress: 0 } }, reviews: [] });
  expect(await screen.findByText(/You can review it once you have opened 30% of it/)).toBeTruthy();
});

it('lets the author of the item reply, and no one review an own item', async () => {
  const viewer = { ...LEARNER, isOwner: true, isEnrolled: false, progress: null };
  const written = open({ course: { viewer } });
  await userEvent.click(await screen.findByRole('button', { name: 'More about this review' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply to Leo Sand' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reply' }));
  expect(dialog.getByText('Write something first')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reply'), 'Thank you.');
  await userEvent.click(dialog.getByRole('button', { name: 'Reply' }));
  await waitFor(() => expect(written).toEqual({ 'PUT /api/courses/c1/reviews/r1/reply': { text: 'Thank you.' } }));
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull();
});
