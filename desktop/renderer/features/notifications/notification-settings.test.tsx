import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHANGEABLE_TYPES, NOTIFICATION_TYPES, type NotificationPreferences } from '#shared/api/notifications.ts';
import { apiClient } from '../../lib/api.ts';
import { ApiError } from '../../lib/errors.ts';
import { currentToasts, removeToast } from '../../lib/toasts.ts';
import { PushFields } from './components/PushFields.tsx';
import { QuietPreview } from './components/QuietPreview.tsx';
import { TestButtons } from './components/TestButtons.tsx';
import { WayFields } from './components/WayFields.tsx';

const PREFERENCES: NotificationPreferences = {
  types: Object.fromEntries(
    CHANGEABLE_TYPES.map((type) => [type, { ...NOTIFICATION_TYPES[type].channels }]),
  ) as NotificationPreferences['types'],
  digest: 'off',
  digestHour: 8,
  muted: [{ sourceType: 'post', sourceId: 'p1', title: 'A loud post' }],
};
let answers: Record<string, unknown>;
let sent: { method: string; path: string; body: unknown }[];

beforeEach(() => {
  answers = { 'GET /api/notifications/preferences': PREFERENCES };
  sent = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    sent.push({ method, path, body });
    const answer = answers[`${method} ${path.split('?')[0]}`];
    if (answer instanceof Error) throw answer;
    return { data: answer as never, headers: new Headers(), status: 200 };
  });
});
afterEach(() => {
  cleanup();
  removeToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (element: React.ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {element}
    </QueryClientProvider>,
  );

it('turns one way of one kind on at once, and back when the server refuses it', async () => {
  answers['PATCH /api/notifications/preferences'] = new ApiError('Too much', 500);
  show(<WayFields role="student" />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Likes of your posts: E-mail' });
  expect([box.checked, screen.queryByRole('checkbox', { name: /^Requests to be confirmed/ })]).toEqual([false, null]);
  await userEvent.click(box);
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ types: { 'post-liked': { email: true } } });
  await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Not saved', description: 'Too much' }));
  await vi.waitFor(() => expect(box.checked).toBe(false));
});

it('gathers mail at an hour, and lets a muted post be heard again', async () => {
  answers['PATCH /api/notifications/preferences'] = { ...PREFERENCES, digest: 'daily' };
  show(<WayFields role="institution" />);
  await userEvent.selectOptions(await screen.findByLabelText('Mail comes'), 'daily');
  await userEvent.selectOptions(await screen.findByLabelText('At'), '18');
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { digest: 'daily' },
    { digestHour: 18 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hear again of: A loud post' }));
  expect(sent).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/api/notifications/mutes?sourceType=post&sourceId=p1' }),
  );
});

it('sends a test by each way and says when no browser takes push', async () => {
  answers['POST /api/notifications/test'] = new ApiError('A browser that takes push was not found', 404);
  show(<TestButtons />);
  await userEvent.click(screen.getByRole('button', { name: 'Push' }));
  expect(sent).toEqual([{ method: 'POST', path: '/api/notifications/test', body: { channel: 'push' } }]);
  expect(currentToasts()[0]).toMatchObject({ title: 'Not sent', variant: 'destructive' });
});

it('says what quiet hours would have held back', async () => {
  const rows = ['medium', 'medium', 'high'].map((priority, index) => ({
    id: String(index),
    priority,
    createdAt: new Date(Date.now() - 60_000).toISOString(),
  }));
  answers['GET /api/notifications'] = rows;
  show(<QuietPreview hours={{ isOn: true, from: '00:00', to: '00:00', zone: 'UTC' }} />);
  expect(
    await screen.findByText(
      'In the last day 2 notifications would have waited quietly, and one notification would have come through.',
    ),
  ).toBeTruthy();
});

it.each([
  ['there is none', {}, /This browser has no push/, true],
  ['the browser refuses', { permission: 'denied' }, /Allow them in the browser’s site settings/, true],
  ['it was never asked for', { permission: 'default' }, /The browser asks you once/, false],
])('says how push stands when %s', (_case, notification, text, isDisabled) => {
  if ('permission' in notification) {
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('navigator', { serviceWorker: {} });
  }
  show(<PushFields userId="ana" />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Push in this browser' }).disabled).toBe(isDisabled);
});
