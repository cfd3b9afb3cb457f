import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventDetailView } from '#shared/api/events.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { EventDetail } from './EventDetail.tsx';

const EVENT: EventDetailView = {
  id: 'e1',
  userId: 'u1',
  title: 'Talk',
  description: '',
  date: new Date(Date.now() + 60_000).toISOString(),
  endsAt: null,
  timezone: 'UTC',
  location: '',
  isVirtual: true,
  hasJoinUrl: true,
  audience: { type: 'everyone', id: null, name: null },
  capacity: null,
  state: 'scheduled',
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  going: 0,
  interested: 0,
  waitlisted: 0,
  held: 0,
  host: {
    id: 'u1',
    fullName: 'Ben',
    username: 'ben',
    role: 'teacher',
    position: null,
    institution: null,
    profileImage: null,
  },
  conflicts: [],
  viewer: {
    isHost: true,
    status: null,
    position: null,
    heldUntil: null,
    joinUrl: 'https://meet.example/room',
    joinOpensAt: null,
  },
};

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network'))));
afterEach(() => vi.unstubAllGlobals());

it('asks before the link to join opens another website', async () => {
  const ignore = (): void => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <EventDetail event={EVENT} onEdit={ignore} onAll={ignore} onOpen={ignore} onClose={ignore} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Join online' }));
  expect((await screen.findByRole('dialog', { name: 'You are leaving Lyceum' })).textContent).toContain('meet.example');
});
