// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAuth } from '../../features/auth/auth-provider.tsx';
import { sessionQuery } from '../../lib/me.ts';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { removeToast } from '../../lib/page/toasts.ts';
import { Providers } from '../providers.tsx';

const USER = { id: 'u1', fullName: 'Ada Lovelace', role: 'student' };
let answers: Record<string, { status: number; body: unknown }>;
let forgetSession: ReturnType<typeof vi.fn>;

beforeEach(() => {
  answers = { '/api/user': { status: 200, body: USER }, '/api/csrf-token': { status: 200, body: { csrfToken: 't' } } };
  vi.stubGlobal('fetch', (path: string) => {
    const { status, body } = answers[path] ?? { status: 404, body: { message: 'Not found' } };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
    );
  });
  forgetSession = vi.fn(() => Promise.resolve());
  vi.stubGlobal('lyceum', { forgetSession });
});

afterEach(() => {
  cleanup();
  removeToast();
  apiClient.csrf.clear();
  vi.unstubAllGlobals();
});

function Session() {
  const { user, wasSignedIn, logout } = useAuth();
  return (
    <>
      <p>{user?.fullName ?? (wasSignedIn ? 'Visitor, perhaps' : 'Visitor')}</p>
      <button onClick={() => void logout()}>Sign out</button>
    </>
  );
}

async function signIn() {
  const client = createQueryClient();
  render(
    <Providers client={client}>
      <Session />
    </Providers>,
  );
  await screen.findByText('Ada Lovelace');
  client.setQueryData(['/api/posts'], ['private']);
  return client;
}

it('removes all data from the computer at sign-out, even when server and shell fail', async () => {
  answers['/api/logout'] = { status: 418, body: { message: 'No' } };
  forgetSession.mockRejectedValue(new Error('FAILED'));
  await signIn();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByText('Visitor, perhaps');
  // A sign-out of an earlier test may end meanwhile, in the background.
  await vi.waitFor(() =>
    expect(forgetSession.mock.calls).toEqual(expect.arrayContaining([['stored'], ['everything']])),
  );
});

it('removes a session that was ended elsewhere once, with its cached data', async () => {
  const client = await signIn();
  answers['/api/user'] = { status: 401, body: { message: 'Sign in first', code: 'UNAUTHENTICATED' } };
  await client.invalidateQueries(sessionQuery);
  await screen.findByText('Visitor, perhaps');
  await vi.waitFor(() => expect(client.getQueryData(['/api/posts'])).toBeUndefined());
  expect(forgetSession.mock.calls).toEqual([['session']]);
});

it('removes the session once for several 401 responses', async () => {
  const client = await signIn();
  answers['/api/posts'] = answers['/api/feed'] = {
    status: 401,
    body: { message: 'Sign in first', code: 'UNAUTHENTICATED' },
  };
  await Promise.allSettled([
    client.fetchQuery({ queryKey: ['/api/feed'] }),
    client.fetchQuery({ queryKey: ['/api/posts'], staleTime: 0 }),
  ]);
  await screen.findByText('Visitor, perhaps');
  expect(forgetSession.mock.calls).toEqual([['session']]);
});
