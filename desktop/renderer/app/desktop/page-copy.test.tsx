// @vitest-environment happy-dom
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { use } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageCopy } from '#shared/bridge/accounts.ts';
import type { ServerCheck } from '#shared/bridge/shell.ts';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';
import { apiClient } from '../../lib/http/api.ts';
import { ApiError, NetworkError } from '../../lib/http/errors.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { sessionQuery } from '../../lib/me.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { removeToast } from '../../lib/page/toasts.ts';
import { connectionCountQuery, connectionsQuery } from '../../features/connections/api/queries.ts';
import { conversationsQuery } from '../../features/messages/api/queries.ts';
import { useAuth } from '../../features/auth/auth-provider.tsx';
import { Providers } from '../providers.tsx';
import { OfflineGate } from './OfflineGate.tsx';
import { keepPageCopy, restorePageCopy } from './page-copy.ts';
import { ShellContext } from './shell-context.ts';

const ME = { id: 'me', fullName: 'Ana Ruiz', role: 'teacher', profileImage: null };
const BEN = { items: [{ id: 'c1', name: 'Ben Okri' }], nextCursor: 'c1' };
const CLARA = { items: [{ id: 'c2', name: 'Clara Ito' }], nextCursor: null };
const { queryKey: LIST } = connectionsQuery({ status: 'accepted' });
const LOADED_AT_MS = Date.parse('2026-03-04T10:20:00');

/** What the server responds by path, as a status or a body; without an entry it is unreachable. */
let server: Record<string, unknown>;
let requested: string[];

beforeEach(() => {
  server = {};
  requested = [];
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path.split('?')[0] ?? path);
    const response = server[path.split('?')[0] ?? path];
    if (response === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    const status = typeof response === 'number' ? response : 200;
    const body = typeof response === 'number' ? { message: 'No', code: 'UNAUTHENTICATED' } : response;
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
    );
  });
});
afterEach(() => {
  cleanup();
  removeToast();
  apiClient.csrf.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The main process, which stores one copy. */
function createMain(former: PageCopy | null = null) {
  const main = {
    copy: former,
    writes: 0,
    loadPageCopy: () => Promise.resolve(main.copy),
    storePageCopy: (copy: PageCopy) => {
      main.copy = copy;
      main.writes += 1;
      return Promise.resolve();
    },
  };
  return main;
}

/** A page that has loaded something with a server. */
function loadPage(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, ME as never);
  client.setQueryData(LIST, { pages: [BEN, CLARA], pageParams: [undefined, 'c1'] } as never);
  client.setQueryData(['auth', 'sessions'], [{ id: 'secret device' }]);
}

async function makeCopy(): Promise<PageCopy> {
  const client = createQueryClient();
  loadPage(client);
  const main = createMain();
  const stop = keepPageCopy(main, client, 'me');
  window.dispatchEvent(new Event('pagehide'));
  stop();
  if (main.copy === null) throw new Error('No copy was stored.');
  return Promise.resolve({ ...main.copy, loadedAtMs: LOADED_AT_MS });
}

const keysOf = ({ queries }: PageCopy) =>
  (JSON.parse(queries) as { queryKey: readonly unknown[] }[]).map(({ queryKey }) => queryKey.slice(0, 2).join(' '));

it('stores soon after a change, then at most every 30 seconds, and at once when the page is closed', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  loadPage(client);
  const main = createMain();
  const stop = keepPageCopy(main, client, 'me');
  await vi.advanceTimersByTimeAsync(PAGE_COPY_LIMITS.restMs);
  expect(main.writes).toBe(1);
  expect(main.copy && keysOf(main.copy)).toEqual(['me session', 'connections list']);
  expect(main.copy?.queries).not.toMatch(/secret device|Clara/);

  await client.fetchQuery({ ...connectionCountQuery, queryFn: () => ({ accepted: 1, received: 0, sent: 0 }) });
  await vi.advanceTimersByTimeAsync(PAGE_COPY_LIMITS.everyMs - 1_000);
  expect(main.writes).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(main.writes).toBe(2);
  expect(main.copy && keysOf(main.copy)).toContain('connections count');
  await vi.advanceTimersByTimeAsync(PAGE_COPY_LIMITS.everyMs * 3);
  window.dispatchEvent(new Event('pagehide'));
  expect(main.writes).toBe(2);

  const gone = { ...connectionsQuery({ status: 'accepted' }), staleTime: 0 };
  await client
    .fetchInfiniteQuery({ ...gone, queryFn: () => Promise.reject(new NetworkError()) })
    .catch(() => undefined);
  window.dispatchEvent(new Event('pagehide'));
  expect(main.writes).toBe(2);
  await client
    .fetchInfiniteQuery({ ...gone, queryFn: () => Promise.reject(new ApiError('Gone', 404)) })
    .catch(() => undefined);
  window.dispatchEvent(new Event('pagehide'));
  expect(main.copy && keysOf(main.copy)).toEqual(['me session', 'connections count']);
  stop();
});

it('keeps what an earlier page of the same user has loaded, for two weeks', async () => {
  const former = await makeCopy();
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, { ...ME, fullName: 'Ana Ruiz Vega' } as never);
  const main = createMain(former);
  const stop = keepPageCopy(main, client, 'me');
  await Promise.resolve();
  window.dispatchEvent(new Event('pagehide'));
  expect(main.copy && keysOf(main.copy)).toEqual(['me session', 'connections list']);
  expect(main.copy?.queries).toContain('Ana Ruiz Vega');
  stop();

  const old = (JSON.parse(former.queries) as { updatedAt: number }[]).map((query) => ({ ...query, updatedAt: 1 }));
  const later = createMain({ ...former, queries: JSON.stringify(old) });
  const stopLater = keepPageCopy(later, client, 'me');
  await Promise.resolve();
  window.dispatchEvent(new Event('pagehide'));
  expect(later.copy && keysOf(later.copy)).toEqual(['me session']);
  stopLater();
});

it('stores the newest queries when there is no room for all, and nothing once the user has changed', () => {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, ME as never, { updatedAt: 1 });
  const half = 'x'.repeat(PAGE_COPY_LIMITS.maxBytes * 0.6);
  for (const [index, filter] of (['all', 'unread', 'archived'] as const).entries()) {
    const { queryKey } = conversationsQuery(filter as never);
    const items = index === 2 ? 'small' : half;
    client.setQueryData(queryKey, { pages: [{ items, nextCursor: null }], pageParams: [undefined] } as never, {
      updatedAt: 10 + index,
    });
  }
  const main = createMain();
  const stop = keepPageCopy(main, client, 'me');
  window.dispatchEvent(new Event('pagehide'));
  const filters = (JSON.parse(main.copy?.queries ?? '[]') as { queryKey: readonly unknown[] }[]).map(
    ({ queryKey }) => queryKey[2],
  );
  expect(filters).toEqual([undefined, 'archived', 'unread']);
  client.setQueryData(sessionQuery.queryKey, null);
  void client.invalidateQueries();
  window.dispatchEvent(new Event('pagehide'));
  expect(main.writes).toBe(1);
  stop();
});

it('restores a copy as stale data, whose first page is fetched without a cursor', async () => {
  const client = createQueryClient();
  expect(await restorePageCopy(createMain(await makeCopy()), client)).toBe(LOADED_AT_MS);
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(ME);
  expect(client.getQueryData(LIST)).toEqual({ pages: [BEN], pageParams: [undefined] });
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.isInvalidated),
  ).toEqual([true, true]);
  // Nothing is written before the server has sent something.
  const main = createMain();
  const stop = keepPageCopy(main, client, 'me');
  client.setQueryData(LIST, (list) => list && { ...list });
  window.dispatchEvent(new Event('pagehide'));
  expect(main.writes).toBe(0);
  stop();
});

it.each([
  ['no copy', () => null],
  ['a damaged copy', (copy: PageCopy) => ({ ...copy, queries: copy.queries.slice(0, -20) })],
  ['a copy that is no list', (copy: PageCopy) => ({ ...copy, queries: '{}' })],
  ['a copy of another user', (copy: PageCopy) => ({ ...copy, userId: 'ben' })],
  ['a copy without a session', (copy: PageCopy) => ({ ...copy, queries: '[]' })],
  [
    'a copy whose key is not that of its data',
    (copy: PageCopy) => ({ ...copy, queries: copy.queries.replace('"queryKey":["me","session"]', '"queryKey":["x"]') }),
  ],
])('restores nothing from %s', async (_what, change) => {
  const client = createQueryClient();
  expect(await restorePageCopy(createMain(change(await makeCopy())), client)).toBeNull();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

it('restores nothing when the session is known meanwhile', async () => {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, null);
  expect(await restorePageCopy(createMain(await makeCopy()), client)).toBeNull();
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull();
});

function Page() {
  const { user } = useAuth();
  const list = useInfiniteQuery({ ...connectionsQuery({ status: 'accepted' }), enabled: user !== null });
  const count = useQuery({ ...connectionCountQuery, enabled: user !== null });
  const names = list.data?.pages.flatMap(({ items }) =>
    items.map((item) => (item as unknown as (typeof BEN.items)[0])?.name),
  );
  return (
    <>
      {use(ShellContext)?.notice}
      <Avatar id="ben" name="Ben Okri" src="/uploads/ben.png" alt="Photo of Ben" />
      <p>{user ? `The pages of ${user.fullName}` : 'The sign-in'}</p>
      <p>{names?.join(', ') ?? 'No list'}</p>
      <p>{count.error === null ? 'Counting' : 'Count failed'}</p>
    </>
  );
}

/** Opens the client without a server, with or without a copy. */
function openGate(copy: PageCopy | null) {
  const forgetSession = vi.fn(() => Promise.resolve());
  vi.stubGlobal('lyceum', { forgetSession });
  const client = createQueryClient();
  let isFound = false;
  const bridge = {
    ...createMain(copy),
    retryNetwork: () => Promise.resolve(),
    listAccounts: () => Promise.resolve([]),
    onAccountsChanged: () => () => {},
    checkServer: () =>
      Promise.resolve<ServerCheck>(
        isFound ? { ok: true, url: '', version: '' } : { ok: false, problem: 'UNREACHABLE', message: '' },
      ),
  };
  const gate = { bridge, client, serverUrl: 'https://lyceum.example', onNavigate: vi.fn(), onChangeServer: vi.fn() };
  const page = (
    <Providers client={client}>
      <Page />
    </Providers>
  );
  render(
    <ShellContext value={{ banner: null, serverLine: null, accountItems: null }}>
      <OfflineGate {...gate}>{page}</OfflineGate>
    </ShellContext>,
  );
  return {
    client,
    forgetSession,
    returnServer: () => {
      isFound = true;
      act(() => void window.dispatchEvent(new Event('online')));
    },
  };
}

it('shows the pages with the copy and when it was loaded, and loads them again when the server responds', async () => {
  const { returnServer } = openGate(await makeCopy());
  expect(await screen.findByText('The pages of Ana Ruiz')).toBeDefined();
  expect(screen.getByText('Ben Okri')).toBeDefined();
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toMatch(/You see what was loaded until .*2026.*20.*Messages are sent when it responds/);
  // What is not in the copy shows that it cannot be loaded.
  expect(await screen.findByText('Count failed')).toBeDefined();
  fireEvent.error(screen.getByAltText('Photo of Ben'));
  expect(screen.queryByAltText('Photo of Ben')).toBeNull();
  server['/api/user'] = { ...ME, fullName: 'Ana Ruiz Vega' };
  server['/api/connections'] = [{ id: 'c2', name: 'Clara Ito' }];
  server['/api/connections/count'] = { accepted: 1 };
  returnServer();
  expect(await screen.findByText('The pages of Ana Ruiz Vega')).toBeDefined();
  expect(await screen.findByText('Clara Ito')).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.getByText('Counting')).toBeDefined();
  expect(screen.getByAltText('Photo of Ben')).toBeDefined();
});

it('shows the offline screen without a copy', async () => {
  openGate(null);
  expect(await screen.findByRole('heading', { name: 'Your server can’t be reached' })).toBeDefined();
  expect(screen.queryByText(/The pages of/)).toBeNull();
});

it('leads to the sign-in when the session has ended meanwhile, and removes what it has loaded', async () => {
  const { client, forgetSession, returnServer } = openGate(await makeCopy());
  await screen.findByText('The pages of Ana Ruiz');
  server['/api/user'] = 401;
  returnServer();
  expect(await screen.findByText('The sign-in')).toBeDefined();
  await vi.waitFor(() => expect(client.getQueryData(LIST)).toBeUndefined());
  expect(forgetSession.mock.calls).toEqual([['session']]);
  expect(screen.queryByText(/You see what was loaded/)).toBeNull();
});

it('removes what it has loaded when the server names another user', async () => {
  const { client, returnServer } = openGate(await makeCopy());
  await screen.findByText('The pages of Ana Ruiz');
  server['/api/user'] = { ...ME, id: 'ben', fullName: 'Ben Okri' };
  returnServer();
  expect(await screen.findByText('The pages of Ben Okri')).toBeDefined();
  await vi.waitFor(() => expect(JSON.stringify(client.getQueryData(LIST) ?? null)).not.toContain('c1'));
});
