import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { call, callUpload } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { useChangeImage, useEditProfile } from './mutations.ts';
import { profileQuery } from './queries.ts';

vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
  callUpload: vi.fn(),
}));
vi.mock('../../../lib/live/live.ts', () => ({ liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })) } }));

function setUp() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ edit: useEditProfile(), cover: useChangeImage('cover') }), { wrapper });
  return { client, edit: result.current.edit.mutateAsync, changeCover: result.current.cover.mutateAsync };
}

it('reports every change of the profile on the live link, and stores the response', async () => {
  const { client, edit, changeCover } = setUp();
  vi.mocked(call).mockResolvedValue({ id: 'ana' });
  vi.mocked(callUpload).mockResolvedValue({ fileId: 'picture' });
  await edit({ changes: { bio: 'Hello' }, version: 'v1' });
  await changeCover({ file: new Blob(['x']), alt: '', key: 'k' });
  await changeCover('remove');
  expect(vi.mocked(liveLink.emit).mock.calls).toEqual(
    Array.from({ length: 3 }, () => ['profile-update', { id: 'ana' }]),
  );
  expect(client.getQueryData(profileQuery(null).queryKey)).toEqual({ id: 'ana' });
});

it('reports nothing when the server rejects the change', async () => {
  vi.mocked(liveLink.emit).mockClear();
  vi.mocked(call).mockRejectedValue(new Error('no'));
  await expect(setUp().edit({ changes: { bio: 'Hello' }, version: 'v1' })).rejects.toThrow('no');
  expect(liveLink.emit).not.toHaveBeenCalled();
});
