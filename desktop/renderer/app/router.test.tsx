import { render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/http/query-client.ts';
import { prefetchPages } from '../lib/page/prefetch.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

vi.mock('../lib/page/prefetch.ts', async (original) => ({
  ...(await original<typeof import('../lib/page/prefetch.ts')>()),
  prefetchPages: vi.fn(() => () => undefined),
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
