import { render, screen } from '@testing-library/react';
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

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Please sign in first' }, { status: 401 }));
});
afterEach(() => vi.unstubAllGlobals());

it('shows a placeholder while a page loads, and prefetches the four pages for a visitor as well', async () => {
  history.replaceState(null, '', '/privacy-policy');
  render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>,
  );
  expect(screen.getByText('Loading page...')).toBeTruthy();
  await screen.findByRole('heading', { level: 1 });
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
