import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { apiClient } from '../../../lib/http/api.ts';
import { signOut } from './mutations.ts';

afterEach(() => {
  // Files of one worker share the client, which rejects writes after a sign-out.
  apiClient.allowWrites();
  vi.unstubAllGlobals();
});

it('stops a sign-out once the same user has signed in again in another tab', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/api/csrf-token')) return Promise.resolve(Response.json({ csrfToken: 'a', userId: 'ana' }));
    // A file that ran before may have left a request behind.
    if (url !== '/api/logout') return Promise.reject(new TypeError('failed'));
    sent.push(url);
    // Another tab removes it when it signs in.
    localStorage.removeItem('signingOut');
    return Promise.reject(new TypeError('failed'));
  });
  await signOut(new QueryClient(), 'ana');
  expect(sent).toEqual(['/api/logout']);
});
