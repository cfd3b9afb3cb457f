import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConnectionView, PublicConnectionView } from '#shared/api/connections.ts';
import type { UserCard } from '#shared/api/users.ts';
import type { LiveLink, PushName } from '../../lib/live-link.ts';
import { currentToasts, removeToast } from '../../lib/toasts.ts';
import { RequestRow } from './components/RequestRow.tsx';
import { bindConnections } from './live.ts';

afterEach(() => {
  cleanup();
  removeToast();
});

const person = (id: string, fullName: string): UserCard => ({ id, fullName, username: id, role: 'teacher', position: null, institution: null, profileImage: null });
const ANA = person('ana', 'Ana Ruiz');
const BEN = person('ben', 'Ben Adu');
const REQUEST: ConnectionView = { id: 'c', status: 'pending', direction: 'received', note: 'From Uppsala', createdAt: '2026-11-20T10:00:00.000Z', user: ANA, mutualCount: 2 };

function bind(userId: string) {
  const listeners = new Map<PushName, (push: never) => void>();
  const link = { subscribe: (name: PushName, listener: (push: never) => void) => (listeners.set(name, listener), () => listeners.delete(name)) } as unknown as LiveLink;
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const unbind = bindConnections({ link, client, userId });
  return { invalidated, client, unbind, listeners, push: (name: PushName, payload: unknown) => listeners.get(name)?.(payload as never) };
}

const VIEW: PublicConnectionView = { id: 'c', userId: 'ana', connectedUserId: 'ben', status: 'pending', note: null, createdAt: '2026-11-20T10:00:00.000Z', requester: ANA, addressee: BEN };

it.each([
  ['the addressee of a request', 'ben', 'pending', { title: 'Connection request', description: 'Ana Ruiz wants to connect' }],
  ['the one who asked', 'ana', 'pending', undefined],
  ['the one who asked, when accepted', 'ana', 'accepted', { title: 'Connection accepted', description: 'Ben Adu' }],
  ['the one who asked, when declined', 'ana', 'rejected', { title: 'Connection Rejected', description: 'Your connection request was declined', variant: 'destructive' }],
  ['the one who declined', 'ben', 'rejected', undefined],
] as const)('tells %s', (_who, userId, status, notice) => {
  const { push, invalidated } = bind(userId);
  push(status === 'pending' ? 'connection-created' : 'connection-updated', { ...VIEW, status });
  expect(invalidated).toHaveBeenCalledTimes(3);
  if (notice) expect(currentToasts()[0]).toMatchObject(notice);
  else expect(currentToasts()).toEqual([]);
});

it('takes over the count and stops when unbound', () => {
  const { push, client, unbind, listeners } = bind('ben');
  push('connection-count', { accepted: 3, received: 1, sent: 0, at: 'now' });
  expect(client.getQueryData(['/api/connections/count'])).toEqual({ accepted: 3, received: 1, sent: 0 });
  unbind();
  expect(listeners.size).toBe(0);
});

it('answers a request by its named buttons, and by a, d and i while the row has focus', async () => {
  const onAnswer = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RequestRow request={REQUEST} onAnswer={onAnswer} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Accept Ana Ruiz' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline Ana Ruiz' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ignore Ana Ruiz' }));
  screen.getByRole('article').focus();
  await userEvent.keyboard('adi');
  screen.getByRole('link', { name: 'Ana Ruiz' }).focus();
  await userEvent.keyboard('a');
  expect(onAnswer.mock.calls.flat()).toEqual(['accept', 'decline', 'ignore', 'accept', 'decline', 'ignore']);
  expect(screen.getByText('From Uppsala')).toBeTruthy();
  expect(screen.getByText('2 mutual connections')).toBeTruthy();
});
