// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { KnownLearners } from '../../features/courses/components/KnownLearners.tsx';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { courseView, pageOf, serve } from '../../../testing/course-samples.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <KnownLearners courseId="c1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('shows the first learners whom the viewer knows, and all of them in a dialog', async () => {
  const learner = (fullName: string) => ({ ...courseView().author, id: fullName, fullName });
  const names = ['Cleo', 'Dan', 'Eva', 'Finn', 'Gil'];
  serve(({ path }) => (path.includes('cursor=next') ? [learner('Hal')] : pageOf(names.map(learner), 'next')));
  show();
  const region = await screen.findByRole('region', { name: 'Learners you know' });
  expect(
    within(region)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cleo', 'Dan', 'Eva']);
  await userEvent.click(within(region).getByRole('button', { name: 'and more than 2 others' }));
  const dialog = await screen.findByRole('dialog', { name: 'Learners you know' });
  expect(within(dialog).getAllByRole('listitem').length).toBeGreaterThanOrEqual(5);
});
