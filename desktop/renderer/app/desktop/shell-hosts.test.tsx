// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { AccountView } from '#shared/bridge/accounts.ts';
import type { AppLink } from '#shared/bridge/links.ts';
import type { ProxyChallenge } from '#shared/bridge/network.ts';
import type { ServerCheck } from '#shared/bridge/shell.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';
import { LinkHost } from './LinkHost.tsx';
import { OfflineGate } from './OfflineGate.tsx';
import { OtherAccounts } from './OtherAccounts.tsx';
import { ProxyHost } from './ProxyHost.tsx';
import { SessionHost } from './SessionHost.tsx';
import { restoreAtSignIn, restoreUnsentTexts } from './unsent-texts.ts';

const ME = { id: 'me', fullName: 'Ana Ruiz', role: 'teacher', profileImage: '/api/files/1' } as CurrentUser;
/** A computer on which no one is signed in. */
const QUIET = {
  retryNetwork: () => Promise.resolve(),
  listAccounts: () => Promise.resolve([]),
  onAccountsChanged: () => () => {},
  loadPageCopy: () => Promise.resolve(null),
};
const SERVER = 'https://lyceum.example.org';
const CHALLENGE: ProxyChallenge = { proxy: 'proxy.example:3128', realm: 'School', isRetry: false };

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  client = createQueryClient();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setUser = (user: CurrentUser | null) => act(() => void client.setQueryData(sessionQuery.queryKey, user));

/** Makes responses of the server by path; a path without one is a network error. */
function stubServer(responses: Record<string, unknown>): void {
  vi.stubGlobal('fetch', (path: string) => {
    const body = responses[path];
    return body === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } }));
  });
}

function openLinks(links: AppLink[]) {
  let arrive: (event: null) => void = () => {};
  const onNavigate = vi.fn();
  const bridge = {
    takeLink: () => Promise.resolve(links.shift() ?? null),
    onLinkArrived: (listener: typeof arrive) => ((arrive = listener), () => {}),
  };
  render(<LinkHost bridge={bridge} client={client} onNavigate={onNavigate} />);
  return {
    onNavigate,
    arrive: (link: AppLink) => {
      links.push(link);
      act(() => arrive(null));
    },
  };
}

it('holds a link until a user is signed in, and leads visitors to the sign-in', async () => {
  const { onNavigate, arrive } = openLinks([]);
  setUser(null);
  arrive({ kind: 'post', id: 'p1' });
  expect(onNavigate.mock.calls).toEqual([['/auth']]);
  setUser(ME);
  await vi.waitFor(() => expect(onNavigate).toHaveBeenLastCalledWith('/home?post=p1'));
  arrive({ kind: 'profile', id: 'u2' });
  await vi.waitFor(() => expect(onNavigate).toHaveBeenLastCalledWith('/profile/u2'));
  expect(onNavigate).toHaveBeenCalledTimes(3);
});

it('asks before it calls the member of a link', async () => {
  stubServer({
    '/api/users/u2': { id: 'u2', fullName: 'Ben Okri', profileImage: null },
    '/api/calls/eligibility/u2': { canCall: true, reason: null },
  });
  setUser(ME);
  const { onNavigate } = openLinks([{ kind: 'call', id: 'u2' }]);
  expect(await screen.findByRole('dialog', { name: 'Call Ben Okri?' })).toBeDefined();
  expect(onNavigate.mock.calls).toEqual([['/chat?with=u2']]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that a member cannot be called', async () => {
  stubServer({
    '/api/users/u2': { id: 'u2', fullName: 'Ben Okri', profileImage: null },
    '/api/calls/eligibility/u2': { canCall: false, reason: 'NOT_ALLOWED' },
  });
  setUser(ME);
  openLinks([{ kind: 'call', id: 'u2' }]);
  expect(await screen.findByRole('dialog', { name: 'You can’t call Ben Okri' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Video call' })).toBeNull();
});

it('shows the sign-in to a proxy, sends what is entered and closes when the network lets it through', async () => {
  let show: (challenge: ProxyChallenge | null) => void = () => {};
  const answerProxyChallenge = vi.fn(() => Promise.resolve());
  const bridge = {
    getProxyChallenge: () => Promise.resolve(CHALLENGE),
    onProxyChallenge: (listener: typeof show) => ((show = listener), () => {}),
    answerProxyChallenge,
  };
  render(<ProxyHost bridge={bridge} />);
  await screen.findByRole('dialog', { name: 'Sign in to your network' });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter the username for your network.')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Network username'), 'ana');
  await userEvent.type(screen.getByLabelText('Network password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(answerProxyChallenge.mock.calls).toEqual([[{ username: 'ana', password: 'secret' }]]);
  // Meanwhile the proxy checks them.
  act(() => show(null));
  act(() => show({ ...CHALLENGE, isRetry: true }));
  expect(screen.getByRole('alert').textContent).toContain('did not accept');
  expect(screen.getByLabelText<HTMLInputElement>('Network username').value).toBe('ana');
  expect(screen.getByLabelText<HTMLInputElement>('Network password').value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('Network password'));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(answerProxyChallenge).toHaveBeenLastCalledWith(null);
  act(() => show(null));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the offline screen until the server responds, then the pages', async () => {
  localStorage.setItem('unsent:me:1', '{}');
  const responses: Record<string, unknown> = {};
  stubServer(responses);
  const checks: ServerCheck[] = [
    { ok: false, problem: 'UNTRUSTED', message: 'The certificate is not trusted.' },
    { ok: true, url: SERVER, version: '1.0.0' },
  ];
  const checkServer = vi.fn(() => Promise.resolve(checks.shift() ?? checks[0] ?? ({ ok: true } as ServerCheck)));
  const gate = { client, serverUrl: SERVER, onNavigate: vi.fn(), onChangeServer: vi.fn() };
  render(
    <OfflineGate bridge={{ ...QUIET, checkServer }} {...gate}>
      <p>The pages</p>
    </OfflineGate>,
  );
  expect(screen.getByText('The pages')).toBeDefined();
  await act(async () => void (await client.fetchQuery(sessionQuery).catch(() => undefined)));
  expect(await screen.findByRole('heading', { name: 'Your server can’t be reached' })).toBeDefined();
  await screen.findByText(/The certificate is not trusted/);
  // It has responded.
  expect(screen.queryByText(/does not respond/)).toBeNull();
  expect(await screen.findByRole('button', { name: 'Change server' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('One message was not sent yet');
  responses['/api/user'] = ME;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The pages')).toBeDefined();
});

it('keeps the pages of a known session when the server goes away, and opens help without one', async () => {
  stubServer({});
  setUser(ME);
  const gate = { client, serverUrl: SERVER, onNavigate: vi.fn(), onChangeServer: vi.fn() };
  const checkServer = () => Promise.resolve<ServerCheck>({ ok: false, problem: 'UNREACHABLE', message: '' });
  const { unmount } = render(
    <OfflineGate bridge={{ ...QUIET, checkServer }} {...gate}>
      <p>The pages</p>
    </OfflineGate>,
  );
  await act(async () => void (await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)));
  expect(screen.getByText('The pages')).toBeDefined();
  unmount();

  const empty = createQueryClient();
  await empty.fetchQuery(sessionQuery).catch(() => undefined);
  render(
    <OfflineGate bridge={{ ...QUIET, checkServer }} {...gate} client={empty}>
      <p>The pages</p>
    </OfflineGate>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Open help' }));
  expect(gate.onNavigate).toHaveBeenCalledWith('/help');
  expect(screen.getByText('The pages')).toBeDefined();
});

it('reports the user to the main process, and stores unsent texts', async () => {
  const setAccountUser = vi.fn(() => Promise.resolve());
  const storeUnsentTexts = vi.fn(() => Promise.resolve());
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('draft:me:post', 'Half a thought');
  const loadUnsentTexts = vi.fn(() => Promise.resolve({}));
  const storePageCopy = () => Promise.resolve();
  const bridge = { ...QUIET, setAccountUser, loadUnsentTexts, storeUnsentTexts, storePageCopy };
  render(<SessionHost bridge={bridge} client={client} />);
  expect(setAccountUser).not.toHaveBeenCalled();
  setUser(ME);
  expect(setAccountUser.mock.calls).toEqual([[{ id: 'me', fullName: 'Ana Ruiz', profileImage: '/api/files/1' }]]);
  await vi.waitFor(() => expect(storeUnsentTexts.mock.calls).toEqual([[{ 'draft:me:post': 'Half a thought' }]]));
  localStorage.removeItem('draft:me:post');
  document.dispatchEvent(new Event('input'));
  await vi.waitFor(() => expect(storeUnsentTexts).toHaveBeenLastCalledWith({}));
  setUser(null);
  expect(setAccountUser).toHaveBeenLastCalledWith(null);
  // The session at the start is none of a sign-in.
  expect(loadUnsentTexts).not.toHaveBeenCalled();
  setUser(ME);
  await vi.waitFor(() => expect(loadUnsentTexts).toHaveBeenCalledOnce());
});

it('adds the texts of an earlier session at a sign-in, and opens the pages with them', async () => {
  const reload = vi.fn();
  localStorage.setItem('draft:me:post', 'Newer');
  await restoreAtSignIn({ loadUnsentTexts: async () => ({ 'draft:me:post': 'Older' }) }, reload);
  expect(reload).not.toHaveBeenCalled();
  await restoreAtSignIn({ loadUnsentTexts: async () => ({ 'unsent:me:1': '{}' }) }, reload);
  expect(reload).toHaveBeenCalledOnce();
  expect([localStorage.getItem('draft:me:post'), localStorage.getItem('unsent:me:1')]).toEqual(['Newer', '{}']);
});

it('restores unsent texts once after a start, and never over newer ones', async () => {
  localStorage.setItem('draft:me:post', 'Newer');
  const loadUnsentTexts = vi.fn(() => Promise.resolve({ 'draft:me:post': 'Older', 'unsent:me:1': '{}' }));
  await restoreUnsentTexts({ loadUnsentTexts });
  expect([localStorage.getItem('draft:me:post'), localStorage.getItem('unsent:me:1')]).toEqual(['Newer', '{}']);
  await restoreUnsentTexts({ loadUnsentTexts });
  expect(loadUnsentTexts).toHaveBeenCalledOnce();
});

it('lists the other accounts of this computer and shows one of them', async () => {
  const accounts: AccountView[] = [
    { id: 'a'.repeat(16), fullName: 'Ana Ruiz', photo: null, isCurrent: true },
    { id: 'b'.repeat(16), fullName: 'Ben Okri', photo: 'data:image/png;base64,AA==', isCurrent: false },
  ];
  const switchAccount = vi.fn(() => Promise.resolve());
  const bridge = { listAccounts: () => Promise.resolve(accounts), onAccountsChanged: () => () => {}, switchAccount };
  render(<OtherAccounts bridge={bridge} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ben Okri' }));
  expect(switchAccount.mock.calls).toEqual([['b'.repeat(16)]]);
  expect(screen.queryByRole('button', { name: 'Ana Ruiz' })).toBeNull();
});
