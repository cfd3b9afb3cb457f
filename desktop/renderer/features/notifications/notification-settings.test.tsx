import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHANGEABLE_TYPES, NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { NotificationPreferences } from '#shared/api/notifications.ts';
import { apiClient } from '../../lib/http/api.ts';
import { ApiError } from '../../lib/http/errors.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { PushFields } from './components/PushFields.tsx';
import { QuietPreview } from './components/QuietPreview.tsx';
import { TestButtons } from './components/TestButtons.tsx';
import { ChannelFields } from './components/ChannelFields.tsx';

const PREFERENCES: NotificationPreferences = {
  types: Object.fromEntries(
    CHANGEABLE_TYPES.map((type) => [type, { ...NOTIFICATION_TYPES[type].channels }]),
  ) as NotificationPreferences['types'],
  digest: 'off',
  digestHour: 8,
  muted: [{ sourceType: 'post', sourceId: 'p1', title: 'A loud post' }],
};
let responses: Record<string, unknown>;
let sent: { method: string; path: string; body: unknown }[];

beforeEach(() => {
  responses = { 'GET /api/notifications/preferences': PREFERENCES };
  sent = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    sent.push({ method, path, body });
    const response = responses[`${method} ${path.split('?')[0]}`];
    if (response instanceof Error) throw response;
    return { data: response as never, headers: new Headers(), status: 200 };
  });
});
afterEach(() => {
  cleanup();
  removeToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (element: React.ReactElement) =>
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>);

it('turns one channel of one type on at once, and off again when the server rejects the change', async () => {
  responses['PATCH /api/notifications/preferences'] = new ApiError('Too much', 500);
  show(<ChannelFields role="student" />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Likes of your posts: Email' });
  expect([box.checked, screen.queryByRole('checkbox', { name: /^Requests to be confirmed/ })]).toEqual([false, null]);
  await userEvent.click(box);
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ types: { 'post-liked': { email: true } } });
  await vi.waitFor(() =>
    expect(currentToasts()[0]).toMatchObject({
      title: "Couldn't save your notification settings",
      description: 'Too much',
    }),
  );
  await vi.waitFor(() => expect(box.checked).toBe(false));
});

it('sends emails daily at an hour, and unmutes a post', async () => {
  responses['PATCH /api/notifications/preferences'] = { ...PREFERENCES, digest: 'daily' };
  show(<ChannelFields role="institution" />);
  await userEvent.selectOptions(await screen.findByLabelText('Email frequency'), 'daily');
  await userEvent.selectOptions(await screen.findByLabelText('At'), '18');
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { digest: 'daily' },
    { digestHour: 18 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Unmute: A loud post' }));
  expect(sent).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/api/notifications/mutes?sourceType=post&sourceId=p1' }),
  );
});

it('sends a test by each channel and names the failure when no browser receives push', async () => {
  responses['POST /api/notifications/test'] = new ApiError('A browser that takes push was not found', 404);
  show(<TestButtons />);
  await userEvent.click(screen.getByRole('button', { name: 'Push' }));
  expect(sent).toEqual([{ method: 'POST', path: '/api/notifications/test', body: { channel: 'push' } }]);
  await vi.waitFor(() =>
    expect(currentToasts()[0]).toMatchObject({ title: "Couldn't send the test", variant: 'destructive' }),
  );
});

it('shows what quiet hours would have held back', async () => {
  const rows = ['medium', 'medium', 'high'].map((priority, index) => ({
    id: String(index),
    priority,
    createdAt: new Date(Date.now() - 60_000).toISOString(),
  }));
  responses['GET /api/notifications'] = rows;
  show(<QuietPreview hours={{ isOn: true, from: '00:00', to: '00:00', zone: 'UTC' }} />);
  expect(
    await screen.findByText(
      'In the last 24 hours, 2 notifications would have been held back and one notification would still have been shown.',
    ),
  ).toBeTruthy();
});

it.each([
  ['it is unsupported', {}, /This browser does not support push/, true],
  ['the browser blocks it', { permission: 'denied' }, /Allow them in the browser’s site settings/, true],
  ['it was never requested', { permission: 'default' }, /The browser asks for permission once/, false],
])('shows the state of push when %s', (_case, notification, text, isDisabled) => {
  if ('permission' in notification) {
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('navigator', { serviceWorker: {} });
  }
  show(<PushFields userId="ana" />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Push in this browser' }).disabled).toBe(isDisabled);
});
