// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { audienceEndpoints } from '#shared/api/audiences.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { eventEndpoints, type EventView } from '#shared/api/events.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { ClassEvents } from './ClassEvents.tsx';
import { EventForm } from './EventForm.tsx';
import { NextClassEvent } from './NextClassEvent.tsx';

vi.mock('../../../lib/live/live.ts', () => ({
  liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })), joinRoom: vi.fn(), leaveRoom: vi.fn() },
}));
vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/http/api.ts')>()),
  call: vi.fn(),
  callPage: vi.fn(),
}));

const COURSE_ID = '0190a7c2-0000-7000-8000-000000000000';
const LESSON: EventView = {
  id: 'e1',
  userId: 'u1',
  title: 'First lesson',
  description: '',
  date: new Date(Date.now() + 86_400_000).toISOString(),
  endsAt: null,
  timezone: 'UTC',
  location: 'Hall',
  isVirtual: false,
  hasJoinUrl: false,
  audience: { type: 'course', id: COURSE_ID, name: 'Botany' },
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
  viewer: { isHost: false, status: null, position: null, heldUntil: null, joinUrl: null, joinOpensAt: null },
};
const create = vi.fn();

beforeEach(() => {
  localStorage.clear();
  create.mockReturnValue(new Promise(() => undefined));
  vi.mocked(callPage).mockResolvedValue({ items: [LESSON] as never[], nextCursor: null });
  vi.mocked(call).mockImplementation(((endpoint: Endpoint, ...rest: unknown[]) => {
    if (endpoint === eventEndpoints.createEvent) return create(...rest);
    if (endpoint !== audienceEndpoints.listAudiences) return new Promise(() => undefined);
    return Promise.resolve([
      { type: 'connections', id: null, name: null, canHost: true },
      { ...LESSON.audience, canHost: false },
      { type: 'course', id: 'c2', name: 'Own course', canHost: true },
    ]);
  }) as typeof call);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(element: React.ReactElement) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}

async function publish(title: string): Promise<unknown> {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Title'), title);
  await userEvent.type(dialog.getByLabelText('Place'), 'Hall');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  return create.mock.calls[0]?.[0];
}

it('names what is due next in the class', async () => {
  show(<NextClassEvent courseId={COURSE_ID} to="?item=c1&part=events" />);
  const link = await screen.findByRole('link', { name: 'First lesson' });
  expect(link.getAttribute('href')).toBe('/?item=c1&part=events');
  expect(link.closest('p')?.textContent).toMatch(/^Next event: First lesson, \S/);
});

it('lists the events of the class', async () => {
  show(<ClassEvents courseId={COURSE_ID} title="Botany" isOwner={false} isStudent />);
  expect(await screen.findByText('First lesson')).toBeTruthy();
  expect(vi.mocked(callPage).mock.calls[0]?.[1]).toEqual({ query: { when: 'upcoming', courseId: COURSE_ID } });
  expect(screen.getByText('Learners of Botany')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New event' })).toBeNull();
});

it('lets the author of the item invite the class alone', async () => {
  show(<ClassEvents courseId={COURSE_ID} title="Botany" isOwner isStudent={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'New event' }));
  expect(await publish('Second lesson')).toMatchObject({ body: { audience: { type: 'course', id: COURSE_ID } } });
  expect(screen.queryByRole('combobox', { name: 'Who can see this' })).toBeNull();
});

it('offers the audiences that the host leads, and sends the chosen one', async () => {
  const ignore = (): void => undefined;
  show(<EventForm event={null} isStudent={false} onSaved={ignore} onCancel={ignore} onClose={ignore} />);
  await screen.findByRole('option', { name: 'Learners of Own course' });
  expect(screen.queryByRole('option', { name: 'Learners of Botany' })).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who can see this' }), 'My connections');
  expect(await publish('Study table')).toMatchObject({ body: { audience: { type: 'connections' } } });
});
