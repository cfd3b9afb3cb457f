import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/http/api.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { useCreateAdvertisement, useEditAdvertisement, useSetPaused } from './mutations.ts';

vi.mock('../../../lib/http/api.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../../../lib/live/live.ts', () => ({ liveLink: { emit: vi.fn(() => Promise.resolve({ ok: true })) } }));

it('reports each write of an advertisement on the live link, when the server has stored it', async () => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ create: useCreateAdvertisement(), edit: useEditAdvertisement(), setPaused: useSetPaused('a1') }),
    { wrapper },
  );
  const { create, edit, setPaused } = result.current;
  const emit = vi.mocked(liveLink.emit);
  vi.mocked(call).mockRejectedValueOnce(new Error('no'));
  await expect(setPaused.mutateAsync(true)).rejects.toThrow('no');
  expect(emit).not.toHaveBeenCalled();
  vi.mocked(call).mockResolvedValue({ id: 'a1' });
  await create.mutateAsync({} as never);
  await edit.mutateAsync({ id: 'a1', version: '1', body: { title: 'New' } });
  for (const isPaused of [true, false]) await setPaused.mutateAsync(isPaused);
  const update = ['advertisement-update', { id: 'a1' }];
  expect(emit.mock.calls).toEqual([['advertisement-create', { id: 'a1' }], update, update, update]);
});
