import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConnectionView } from '#shared/api/connections.ts';
import type { UserCard } from '#shared/api/users.ts';
import type { LiveLink, PushName } from '../../lib/live/live-link.ts';
import { presenceQuery } from '../users/api/presence.ts';
import { connectionCountQuery, connectionsQuery } from './api/queries.ts';
import { AllConnections } from './components/AllConnections.tsx';
import { RequestRow } from './components/RequestRow.tsx';
import { bindConnections } from './live.ts';

afterEach(cleanup);

const person = (id: string, fullName: string): UserCard => ({
  id,
  fullName,
  username: id,
  role: 'teacher',
  position: null,
  institution: null,
  profileImage: null,
});
const ANA = person('ana', 'Ana Ruiz');
const REQUEST: ConnectionView = {
  id: 'c',
  status: 'pending',
  direction: 'received',
  note: 'From Uppsala',
  createdAt: '2026-11-20T10:00:00.000Z',
  user: ANA,
  mutualCount: 2,
};

function bind() {
  const listeners = new Map<PushName, (push: never) => void>();
  const link = {
    subscribe: (name: PushName, listener: (push: never) => void) => (
      listeners.set(name, listener),
      () => listeners.delete(name)
    ),
  } as unknown as LiveLink;
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const unbind = bindConnections({ link, client, userId: 'me' });
  return {
    invalidated,
    client,
    unbind,
    listeners,
    push: (name: PushName, payload: unknown) => listeners.get(name)?.(payload as never),
  };
}

it('refetches the lists, the session and the users after each change', async () => {
  const { push, invalidated } = bind();
  for (const [at, name] of (['connection-created', 'connection-updated', 'connection-deleted'] as const).entries()) {
    push(name, { id: 'c' });
    await expect.poll(() => invalidated.mock.calls.length).toBe(3 * (at + 1));
  }
});

it('stores the pushed counters and stops when unbound', () => {
  const { push, client, unbind, listeners } = bind();
  push('connection-count', { accepted: 3, received: 1, sent: 0, at: 'now' });
  expect(client.getQueryData(connectionCountQuery.queryKey)).toEqual({ accepted: 3, received: 1, sent: 0 });
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

it('shows the note of an accepted request to the member who received it', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const sent = {
    ...REQUEST,
    id: 'd',
    direction: 'sent' as const,
    user: person('ben', 'Ben Adu'),
    note: 'My own words',
  };
  for (const { id } of [ANA, sent.user]) client.setQueryData(presenceQuery(id).queryKey, null);
  client.setQueryData(connectionsQuery({ status: 'accepted', q: '' }).queryKey, {
    pages: [{ items: [REQUEST, sent].map((view) => ({ ...view, status: 'accepted' as const })), nextCursor: null }],
    pageParams: [null],
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AllConnections nextStep={null} renderCalls={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('article', { name: 'Ana Ruiz' }).textContent).toContain('From Uppsala');
  expect(screen.getByRole('article', { name: 'Ben Adu' }).textContent).not.toContain('My own words');
});
