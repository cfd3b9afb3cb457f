import { act, render, screen, within } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/http/query-client.ts';
import { renewPage } from '../lib/page/stale-code.ts';
import { prefetchPages } from '../lib/page/prefetch.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

vi.mock('../lib/page/prefetch.ts', async (original) => ({
  ...(await original<typeof import('../lib/page/prefetch.ts')>()),
  prefetchPages: vi.fn(() => () => undefined),
}));

vi.mock('../lib/page/stale-code.ts', async (original) => ({
  ...(await original<typeof import('../lib/page/stale-code.ts')>()),
  renewPage: vi.fn(async () => 'unreachable'),
}));
vi.mock('../screens/TermsScreen.tsx', () => ({
  TermsScreen() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/Terms.js');
  },
}));

/** Opened when the code of the landing page may arrive. */
const landing = vi.hoisted(() => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrive: () => arrive(), arrived };
});
vi.mock('../screens/LandingScreen.tsx', async (original) => {
  await landing.arrived;
  return original();
});

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Please sign in first' }, { status: 401 }));
});
afterEach(() => vi.unstubAllGlobals());

it('shows a placeholder while a page loads, and prefetches nothing for a visitor', async () => {
  history.replaceState(null, '', '/privacy-policy');
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  expect(screen.getByText('Loading page...')).toBeTruthy();
  await screen.findByRole('heading', { level: 1 });
  expect(prefetchPages).not.toHaveBeenCalled();
});

it('prefetches the four pages for a member', async () => {
  history.replaceState(null, '', '/privacy-policy');
  const user = { id: '00000000-0000-4000-8000-00000000000a', username: 'ana', fullName: 'Ana Ruiz', role: 'teacher' };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(new URL(url, location.href).pathname === '/api/user' ? user : []),
  );
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  await expect.poll(() => vi.mocked(prefetchPages).mock.calls.length).toBe(1);
  const [, pages] = vi.mocked(prefetchPages).mock.calls[0] ?? [];
  expect(pages?.map(({ path }) => path)).toEqual(['/home', '/library', '/profile', '/chat']);
});

it('shows help to visitors, without what requires an account', async () => {
  history.replaceState(null, '', '/help?article=sign-in');
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(location.pathname).toBe('/help');
  expect(screen.queryByText('Was this helpful?')).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in to write to us' }).getAttribute('href')).toBe(
    '/auth?next=%2Fhelp%3Fcontact%3D1',
  );
});

it('shows an unknown address inside the layout of a member, with the page that was meant', async () => {
  history.replaceState(null, '', '/setings');
  const user = { id: '00000000-0000-4000-8000-00000000000a', username: 'ana', fullName: 'Ana Ruiz', role: 'teacher' };
  const unread = { messages: 0, notifications: 0 };
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, location.href).pathname === '/api/user'
      ? Response.json({ ...user, unread })
      : Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 }),
  );
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  const page = within(screen.getByRole('main'));
  expect(page.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
  expect(screen.getByRole('navigation', { name: /./ })).toBeTruthy();
});

it('tells a visitor at an unknown address that an account may be needed', async () => {
  history.replaceState(null, '', '/setings');
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByText(/^If someone sent you this address/)).toBeTruthy();
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});

it('loads a page again when the server that has its code is back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  history.replaceState(null, '', '/terms-of-service');
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  await screen.findByText(/Unable to connect to the server/);
  const tries = vi.mocked(renewPage).mock.calls.length;
  vi.mocked(renewPage).mockResolvedValue('reloads');
  globalThis.dispatchEvent(new Event('online'));
  await screen.findByText('Loading page...');
  expect(vi.mocked(renewPage).mock.calls.length).toBe(tries + 1);
});

it('asks for the session again by itself when the server has refused too many requests', async () => {
  history.replaceState(null, '', '/home');
  let isRefused = true;
  const refusal = { message: 'Too many requests', code: 'RATE_LIMITED' };
  vi.stubGlobal('fetch', async () =>
    isRefused
      ? Response.json(refusal, { status: 429, headers: { 'Retry-After': '1' } })
      : Response.json({ message: 'Please sign in first' }, { status: 401 }),
  );
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  // No one is known to be signed in, so that there is nothing to show beside the panel.
  const panel = await screen.findByRole('alert');
  expect(panel.textContent).toContain('Trying again automatically in 1 s');
  expect(location.pathname).toBe('/home');
  isRefused = false;
  await expect.poll(() => location.pathname + location.search).toBe('/auth?next=%2Fhome');
});

it('shows the placeholder instead of the former page when a page takes longer than 150 ms, and never before', async () => {
  history.replaceState(null, '', '/privacy-policy');
  const router = createRouter();
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  const former = await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await act(() => router.navigate('/'));
    act(() => void vi.advanceTimersByTime(149));
    expect(former.isConnected).toBe(true);
    expect(screen.queryByText('Loading page...')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText('Loading page...').role).toBe('status');
    expect(former.isConnected).toBe(false);
    // A second click while the placeholder is shown does not bring the former page back.
    await act(() => router.navigate('/?again'));
    expect(former.isConnected).toBe(false);
  } finally {
    vi.useRealTimers();
  }
  landing.arrive();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Loading page...')).toBeNull();

  // Of a page whose code is there, the placeholder is never shown.
  const seen: string[] = [];
  const observer = new MutationObserver(() => void seen.push(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true });
  await act(() => router.navigate('/privacy-policy'));
  await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  observer.disconnect();
  expect(seen.filter((text) => text.includes('Loading page...'))).toEqual([]);
});
