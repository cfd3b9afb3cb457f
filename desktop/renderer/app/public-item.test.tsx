import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PublicCourseDetailView } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { ANA, serve } from '../../testing/course-samples.ts';
import { apiClient } from '../lib/http/api.ts';
import { ApiError } from '../lib/http/errors.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { sessionQuery } from '../lib/me.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

const ITEM: PublicCourseDetailView = {
  id: 'c1',
  title: 'Algebra for beginners',
  description: 'From numbers to letters.',
  contentType: 'course',
  category: 'Mathematics',
  price: 0,
  currency: 'USD',
  imageUrl: null,
  author: { fullName: 'Ben Adu', role: 'teacher' },
  enrollments: 1_200,
  reviews: 3,
  rating: 4.33,
  updatedAt: '2026-11-01T10:00:00.000Z',
  files: [
    { id: 'f1', title: 'Exercises', name: 'exercises.pdf', type: 'application/pdf', size: 2_048, url: null },
    {
      id: 'f2',
      title: 'Notes',
      name: 'notes.txt',
      type: 'text/plain',
      size: 12,
      url: '/api/public/courses/c1/files/f2',
    },
    {
      id: 'f3',
      title: 'Data',
      name: 'data.zip',
      type: 'application/zip',
      size: 12,
      url: '/api/public/courses/c1/files/f3',
    },
  ],
  sections: [
    { id: 's1', title: 'Start', lessons: [{ id: 'l1', title: 'What a group is', kind: 'text' }] },
    { id: 's2', title: 'Empty', lessons: [] },
  ],
};

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(async () => {
  await import('../screens/PublicItemScreen.tsx');
  await import('../ui/reader/ReaderDialog.tsx');
}, 60_000);
afterEach(() => vi.restoreAllMocks());

function open(path: string, role: Role | null = null) {
  history.replaceState(null, '', path);
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, role && { ...ANA, role });
  const router = createRouter();
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

it('shows a published item to visitors, and ways in that return to it', async () => {
  serve(({ path }) => (path === '/api/public/courses/c1' ? ITEM : undefined));
  open('/?item=c1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Algebra for beginners' })).toBeTruthy();
  expect(document.title).toBe('Algebra for beginners · Lyceum');
  expect(screen.getByText('Ben Adu')).toBeTruthy();
  expect(screen.getByText('Free')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'About this course' }).textContent).toContain('From numbers to letters.');
  expect(screen.getByRole('region', { name: 'Lessons' }).textContent).toBe('LessonsStartWhat a group is');
  expect(screen.getByRole('list', { name: 'Files' }).textContent).toContain('ExercisesPDF · 2 kB');
  expect(screen.getByText('4.33 of 5 stars').parentElement?.parentElement?.textContent).toContain('3 reviews');
  expect(screen.getByRole('region', { name: 'Facts' }).textContent).toContain('Learners1,200');
  const next = encodeURIComponent('/courses?item=c1');
  expect(screen.getByRole('link', { name: 'Log in to enroll' }).getAttribute('href')).toBe(`/auth?next=${next}`);
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    `/auth?mode=register&next=${next}`,
  );
  const here = encodeURIComponent('/?item=c1');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`/auth?next=${here}`);
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(`/auth?mode=register&next=${here}`);
});

it('opens the previews for visitors, and saves those that cannot be shown', async () => {
  serve(({ path }) => (path === '/api/public/courses/c1' ? ITEM : undefined));
  open('/?item=c1');
  expect(await screen.findByRole('button', { name: 'Preview Notes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Preview Exercises' })).toBeNull();
  const download = screen.getByRole('link', { name: 'Download Data' });
  expect(download.getAttribute('href')).toBe('/api/public/courses/c1/files/f3?download=1');
  fireEvent.click(screen.getByRole('button', { name: 'Preview Notes' }));
  const reader = await screen.findByRole('dialog', { name: 'Notes' });
  const save = within(reader).getByRole('link', { name: 'Save' });
  expect(save.getAttribute('href')).toBe('/api/public/courses/c1/files/f2?download=1');
});

it('says when an item is unavailable, and when it cannot be loaded', async () => {
  serve(() => undefined);
  open('/?item=c1');
  expect(await screen.findByRole('heading', { level: 1, name: 'This item is unavailable' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
});

it('offers to try again when the server fails', async () => {
  vi.spyOn(apiClient, 'request').mockRejectedValue(new ApiError('The server failed', 500, { code: 'INTERNAL' }));
  open('/?item=c1');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it.each<[Role, string]>([
  ['student', '/courses?item=c1'],
  ['creator', '/library?item=c1'],
])('leads a signed-in %s to %s', async (role, path) => {
  serve(() => undefined);
  const { state, subscribe } = open('/?item=c1', role);
  const address = ({ location }: typeof state) => location.pathname + location.search;
  let now = address(state);
  subscribe((next) => (now = address(next)));
  await waitFor(() => expect(now).toBe(path));
});
