import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationView, TypedParams } from '#shared/api/notifications.ts';
import type { PurchaseView } from '#shared/api/purchases.ts';
import type { UserCard } from '#shared/api/users.ts';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import type { LiveLink } from '../../lib/live/live-link.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { notificationsQuery, unreadQuery, type ListFilter } from './api/queries.ts';
import { NotificationBell } from './components/NotificationBell.tsx';
import { showAlert } from './alert-toast.ts';
import { bindNotifications } from './live.ts';
import { changed, changeRow } from './rows.ts';
import { snoozeChoices } from './snooze.ts';

// The panel is loaded on demand; a cold import may take longer than the timeout of a query.
beforeAll(() => import('./components/NotificationPopover.tsx'));

const BEN: UserCard = {
  id: 'ben',
  fullName: 'Ben Adu',
  username: 'ben',
  role: 'teacher',
  position: null,
  institution: null,
  profileImage: null,
};
const COMMENTED: TypedParams = { type: 'post-commented', params: { excerpt: 'Well said' } };
const LIKED: TypedParams = { type: 'post-liked', params: {} };
const view = (
  changes: Partial<Omit<NotificationView, 'type' | 'params'>> = {},
  typed: TypedParams = COMMENTED,
): NotificationView => ({
  id: 'n1',
  ...typed,
  category: 'posts',
  priority: 'medium',
  read: false,
  done: false,
  snoozedUntil: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  sourceType: 'post',
  sourceId: 'p',
  path: '/home?post=p',
  groupKey: 'n1',
  count: 1,
  actors: [BEN],
  actorCount: 1,
  canMute: true,
  isMuted: false,
  canAnswer: false,
  ...changes,
});
const ALL: ListFilter = { filter: 'all', category: '', priority: '' };
const REQUEST = view(
  {
    id: 'n2',
    groupKey: 'n2',
    category: 'connections',
    sourceType: 'connection',
    sourceId: 'c1',
    path: '/connections',
    canMute: false,
    canAnswer: true,
  },
  { type: 'connection-request', params: { excerpt: null } },
);
const GROUP = view(
  {
    id: 'n3',
    groupKey: 'g',
    count: 50,
    actors: [BEN, { ...BEN, id: 'ana', fullName: 'Ana Ruiz' }],
    actorCount: 2,
    read: true,
  },
  LIKED,
);

let client: QueryClient;
let sent: { method: string; path: string; body: unknown }[];
let lists: Record<string, NotificationView[]>;

beforeEach(() => {
  client = createQueryClient();
  sent = [];
  lists = { all: [view(), REQUEST, GROUP] };
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    if (method !== 'GET') sent.push({ method, path, body });
    const query = new URL(path, 'http://x').searchParams;
    const data = path.endsWith('/unread-count')
      ? { total: 2, byCategory: { messages: 1 } }
      : path.endsWith('/read-all')
        ? { updated: 2, readAt: 'then' }
        : (lists[query.get('groupKey') ?? query.get('filter') ?? ''] ?? []);
    return { data: data as never, headers: new Headers(), status: 200 };
  });
});
afterEach(() => {
  cleanup();
  removeToast();
  vi.restoreAllMocks();
});

const onCallBack = vi.fn();

async function open() {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NotificationBell userId="ana" unreadConversations={3} onCallBack={onCallBack} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await screen.findByRole('dialog', { name: 'Notifications' });
}
const rowOf = async (name: RegExp) => screen.findByRole('article', { name });

it('counts unread conversations in the title, and their notifications only there', async () => {
  await open();
  expect(document.title).toMatch(/^\(4\) /);
});

describe('the panel', () => {
  it('answers a request in the list', async () => {
    await open();
    await userEvent.click(within(await rowOf(/Connection request/)).getByRole('button', { name: 'Accept Ben Adu' }));
    expect(sent).toContainEqual({ method: 'PATCH', path: '/api/connections/c1', body: { status: 'accepted' } });
    await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'You and Ben Adu are connected' }));
  });

  it('calls the member of a missed call back, and closes', async () => {
    lists['all'] = [
      view({ id: 'n4', groupKey: 'n4', category: 'calls' }, { type: 'missed-call', params: { callType: 'video' } }),
    ];
    await open();
    await userEvent.click(within(await rowOf(/Missed call/)).getByRole('button', { name: 'Call back Ben Adu' }));
    expect(onCallBack).toHaveBeenCalledExactlyOnceWith(BEN, 'video');
    expect(sent).toContainEqual({
      method: 'PATCH',
      path: '/api/notifications/n4',
      body: { read: true },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a group of fifty in the list', async () => {
    lists['g'] = [view({ id: 'g1' }, LIKED), view({ id: 'g2' }, LIKED)];
    await open();
    const row = within(await rowOf(/New like/));
    const toggle = row.getByRole('button', { name: 'Show all 50' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(toggle);
    expect(
      within(await row.findByRole('list', { name: 'Notifications in this group' })).getAllByRole('listitem'),
    ).toHaveLength(2);
  });

  it('moves with j and k; e, u and s mark as done, read and snoozed, each with an undo', async () => {
    await open();
    await rowOf(/New comment/);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'j' });
    expect(document.activeElement).toBe(await rowOf(/New comment/));
    await userEvent.keyboard('jk');
    expect(document.activeElement).toBe(await rowOf(/New comment/));
    await userEvent.keyboard('u');
    expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/n1', body: { read: true } });
    await userEvent.keyboard('e');
    expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/n1', body: { done: true } });
    expect(document.activeElement).toBe(await rowOf(/Connection request/));
    await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Done' }));
    currentToasts()[0]?.action?.onSelect();
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/n1', body: { done: false } }));
    await userEvent.keyboard('s');
    expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/n2', body: { snoozedUntil: expect.any(String) } });
  });

  it('changes a group as one, explains why it was sent, mutes, deletes and restores it', async () => {
    await open();
    await userEvent.click(within(await rowOf(/New like/)).getByRole('button', { name: 'Mark as done' }));
    expect(sent.at(-1)?.body).toEqual({ done: true, isGroup: true });
    const comment = within(await rowOf(/New comment/));
    const choose = async (name: RegExp | string) => {
      await userEvent.click(comment.getByRole('button', { name: 'More about this notification' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Why did I get this?');
    expect(comment.getByText(/You wrote this post\. It is listed as “Comments on your posts”/)).toBeTruthy();
    await choose('Mute this post');
    expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/api/notifications/n1/mute' });
    await choose('Delete');
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/notifications/n1' });
    await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Deleted' }));
    currentToasts()[0]?.action?.onSelect();
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/api/notifications/n1' }));
  });

  it('marks all up to the newest on screen as read, with an undo', async () => {
    await open();
    await rowOf(/New comment/);
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/read-all', body: { upToId: 'n1' } });
    await vi.waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
    currentToasts()[0]?.action?.onSelect();
    await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ undo: 'then' }));
  });

  it('shows an empty list, and a button that clears filters without matches', async () => {
    lists['all'] = [];
    await open();
    expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'posts');
    expect(await screen.findByRole('heading', { name: 'No matching notifications' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeTruthy();
  });

  it('keeps the text of a deleted record and removes the link', async () => {
    lists['all'] = [view({ path: null, canMute: false })];
    await open();
    const row = within(await rowOf(/New comment/));
    expect(row.getByText('commented on your post', { exact: false }).parentElement?.textContent).toBe(
      'Ben Adu commented on your post',
    );
    expect(row.queryByRole('link')).toBeNull();
  });
});

it('updates the count, refreshes the lists, and shows a toast for alerts only', async () => {
  let deliver: (push: never) => void = () => undefined;
  const link = {
    subscribe: (_name: string, listener: (push: never) => void) => ((deliver = listener), () => undefined),
  } as unknown as LiveLink;
  client.setQueryData(notificationsQuery(ALL).queryKey, { pages: [], pageParams: [] });
  bindNotifications({ link, client, userId: 'me' });
  deliver({ view: view(), unread: { total: 7, byCategory: { posts: 7 } }, isAlert: false } as never);
  expect(client.getQueryData(unreadQuery.queryKey)).toEqual({ total: 7, byCategory: { posts: 7 } });
  await expect.poll(() => client.getQueryState(notificationsQuery(ALL).queryKey)?.isInvalidated).toBe(true);
  expect(currentToasts()).toEqual([]);
  deliver({
    view: view({}, { type: 'connection-rejected', params: {} }),
    unread: { total: 8 },
    isAlert: true,
  } as never);
  await expect
    .poll(() => currentToasts()[0])
    .toMatchObject({
      title: 'Connection Rejected',
      description: 'Your connection request was declined',
      variant: 'destructive',
    });
});

describe('the toast of a payment', () => {
  const paid = view(
    { sourceType: 'purchase', sourceId: 'p1', path: '/library?purchase=p1' },
    {
      type: 'purchase',
      params: { title: 'Algebra', amount: 600, currency: 'USD', isTest: false, receiptNumber: 1 },
    },
  );
  const queryKey = ['purchases', 'one', 'p1'];
  const putStatus = (status: PurchaseView['status']) =>
    client.setQueryData(queryKey, { id: 'p1', status } as PurchaseView);
  afterEach(() => history.replaceState(null, '', '/'));

  it('is shown elsewhere', () => {
    history.replaceState(null, '', '/library?purchase=p2');
    showAlert(client, paid);
    expect(currentToasts()[0]).toMatchObject({ title: 'Payment received' });
  });

  it('is left to the page of the purchase, which then shows the payment', () => {
    history.replaceState(null, '', '/library?purchase=p1');
    putStatus('pending');
    showAlert(client, paid);
    expect(currentToasts()).toEqual([]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('is not shown after the page of the purchase has shown the payment', () => {
    history.replaceState(null, '', '/courses?item=c1');
    putStatus('paid');
    showAlert(client, paid);
    expect(currentToasts()).toEqual([]);
  });
});

it('a changed notification leaves lists it no longer belongs to, but stays in the unread list until the next fetch', () => {
  const fill = (filter: ListFilter['filter']) =>
    client.setQueryData(notificationsQuery({ ...ALL, filter }).queryKey, {
      pages: [{ items: [view()], nextCursor: null }],
      pageParams: [undefined],
    });
  const ids = (filter: ListFilter['filter']) =>
    client
      .getQueryData(notificationsQuery({ ...ALL, filter }).queryKey)
      ?.pages.flatMap(({ items }) => items.map(({ id, read }) => [id, read]));
  fill('all');
  fill('unread');
  changeRow(client, 'n1', (row) => changed(row, { read: true }));
  expect([ids('all'), ids('unread')]).toEqual([[['n1', true]], [['n1', true]]]);
  changeRow(client, 'n1', (row) => changed(row, { done: true }));
  expect([ids('all'), ids('unread')]).toEqual([[], []]);
});

it('offers snooze times in the future', () => {
  const friday = new Date(2026, 10, 20, 22, 30);
  expect(snoozeChoices(friday).map(({ until }) => until)).toEqual([
    new Date(2026, 10, 21, 1, 30),
    new Date(2026, 10, 21, 8),
    new Date(2026, 10, 23, 8),
  ]);
  expect(snoozeChoices(new Date(2026, 10, 23, 7))[2]?.until).toEqual(new Date(2026, 10, 30, 8));
});
