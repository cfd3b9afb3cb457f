import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { NotificationView } from '#shared/api/notifications.ts';
import { NotificationPanel } from '../features/notifications/components/NotificationPanel.tsx';
import { addressOf } from '../features/search/options.tsx';
import { apiClient } from '../lib/http/api.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { sessionQuery } from '../lib/me.ts';
import { placesFor } from './shell/navigation.ts';

/** The pages that a creator can open, and the start page, which leads on to the Library. */
const OPEN = ['/library', '/help', '/home', '/privacy-policy', '/terms-of-service'];
const pathnameOf = (path: string) => new URL(path, 'http://app.invalid').pathname;
const NOTICE: NotificationView = {
  id: 'n',
  type: 'security',
  params: { what: 'new-device' },
  category: 'account',
  priority: 'high',
  read: false,
  done: false,
  snoozedUntil: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  sourceType: null,
  sourceId: null,
  path: '/library?settings=account',
  groupKey: 'n',
  count: 1,
  actors: [],
  actorCount: 0,
  canMute: false,
  isMuted: false,
  canAnswer: false,
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('the menus and the search results of a creator lead to pages that are open to them', () => {
  const { main, foot } = placesFor('creator');
  const paths = [...main, ...foot].map(({ path }) => path);
  expect([...paths, addressOf({ entityType: 'course', entityId: 'c' })].map(pathnameOf)).toEqual(
    expect.arrayContaining(['/library', '/help']),
  );
  for (const path of [...paths, addressOf({ entityType: 'course', entityId: 'c' })])
    expect(OPEN).toContain(pathnameOf(path));
});

it('every link of the notifications of a creator leads to a page that is open to them', async () => {
  vi.spyOn(apiClient, 'request').mockResolvedValue({ data: [NOTICE], headers: new Headers(), status: 200 } as never);
  const client = createQueryClient();
  client.setQueryData<unknown>(sessionQuery.queryKey, { id: 'c', role: 'creator' });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NotificationPanel isLarge={false} onSizeChange={vi.fn()} onClose={vi.fn()} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const row = await screen.findByRole('article');
  await userEvent.click(screen.getByRole('button', { name: /More|Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Why did I get this/ }));
  await screen.findByRole('link', { name: 'Change in settings' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(links).toHaveLength(3);
  for (const link of links) expect(OPEN).toContain(pathnameOf(link));
  expect(row.isConnected).toBe(true);
});
