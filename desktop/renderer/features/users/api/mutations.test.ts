import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { call, callUpload } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { createProfileWrites } from './mutations.ts';
import { profileQuery } from './queries.ts';

vi.mock('../../../lib/api.ts', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
  callUpload: vi.fn(),
}));
vi.mock('../../../lib/live.ts', () => ({ liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })) } }));

it('tells the live link of every change of the profile, and keeps what the server answered', async () => {
  const client = new QueryClient();
  const writes = createProfileWrites(client);
  vi.mocked(call).mockResolvedValue({ id: 'ana' });
  vi.mocked(callUpload).mockResolvedValue({ fileId: 'picture' });
  await writes.edit({ bio: 'Hello' }, 'v1');
  await writes.setPicture('cover', new Blob(['x']), { alt: '', idempotencyKey: 'k' });
  await writes.removePicture('cover');
  expect(vi.mocked(liveLink.emit).mock.calls).toEqual(
    Array.from({ length: 3 }, () => ['profile-update', { id: 'ana' }]),
  );
  expect(client.getQueryData(profileQuery(null).queryKey)).toEqual({ id: 'ana' });
});

it('tells nothing when the server refuses', async () => {
  vi.mocked(liveLink.emit).mockClear();
  vi.mocked(call).mockRejectedValue(new Error('no'));
  await expect(createProfileWrites(new QueryClient()).edit({ bio: 'Hello' }, 'v1')).rejects.toThrow('no');
  expect(liveLink.emit).not.toHaveBeenCalled();
});
