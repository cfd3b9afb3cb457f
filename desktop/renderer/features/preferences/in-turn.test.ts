import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { defaultPrivacy, type PrivacyInput, type PrivacyView } from '#shared/api/privacy.ts';
import { apiClient } from '../../lib/http/api.ts';
import { privacyQuery } from '../../lib/me.ts';
import { editPrivacyMutation } from './api/mutations.ts';

it('saves changes in sequence, and a response does not undo a later change', async () => {
  const client = new QueryClient();
  client.setQueryData(privacyQuery.queryKey, defaultPrivacy('student'));
  const waiting: (() => void)[] = [];
  const sent: PrivacyInput[] = [];
  vi.spyOn(apiClient, 'request').mockImplementation(({ body }) => {
    sent.push(body as PrivacyInput);
    const data = { ...defaultPrivacy('student'), ...(body as Partial<PrivacyView>) };
    return new Promise((resolve) => waiting.push(() => resolve({ data: data as never, headers: new Headers() })));
  });
  const hours = { isOn: true, from: '22:00', to: '07:00', zone: 'UTC' };
  const shown = () => client.getQueryData(privacyQuery.queryKey)?.quietHours.from;
  const change = (quietHours: typeof hours) =>
    new MutationObserver(client, editPrivacyMutation(client)).mutate({ quietHours });
  const all = Promise.all([change(hours), change({ ...hours, from: '21:30' })]);
  await vi.waitFor(() => expect([sent.length, shown()]).toEqual([1, '21:30']));
  waiting[0]?.();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(shown()).toBe('21:30');
  waiting[1]?.();
  await all;
  expect(shown()).toBe('21:30');
});
