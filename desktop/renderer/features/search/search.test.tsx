// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  SEARCH_TYPES,
  type PastSearch,
  type SearchResponse,
  type SearchResult,
  type Suggestions,
} from '#shared/api/search.ts';
import type { UserCard } from '#shared/api/users.ts';
import { apiClient } from '../../lib/http/api.ts';
import { NetworkError } from '../../lib/http/errors.ts';
import { SearchPalette } from './components/SearchPalette.tsx';

const ANA: UserCard = {
  id: 'ana',
  fullName: 'Ana Ruiz',
  username: 'ana',
  role: 'teacher',
  position: null,
  institution: 'Northfield',
  profileImage: null,
};
const PAST: PastSearch = {
  id: 'h1',
  query: 'tides',
  filters: {},
  numResults: 4,
  createdAt: '2026-11-20T10:00:00.000Z',
  clickedResults: [{ entityType: 'course', entityId: 'c1', title: 'Tides and moons' }],
};
const result = (changes: Partial<SearchResult> = {}): SearchResult => ({
  entityType: 'post',
  entityId: 'p1',
  title: 'About algebra',
  snippet: 'Why algebra is <b>fun</b>',
  ranges: { title: [[6, 13]], snippet: [[4, 11]] },
  why: [{ kind: 'title' }, { kind: 'tag', word: 'algebra' }, { kind: 'connection' }],
  author: ANA,
  date: '2026-11-20T10:00:00.000Z',
  category: null,
  with: null,
  ...changes,
});
const answer = (changes: Partial<SearchResponse> = {}): SearchResponse => ({
  searchId: 's1',
  counts: { user: 0, post: 1, course: 200, event: 0, message: 0 },
  correctedTo: null,
  results: [result()],
  nextCursor: null,
  ...changes,
});

let sent: { method: string; path: string; body: unknown; signal: AbortSignal | undefined }[];
let suggestions: Record<string, Suggestions>;
let found: SearchResponse;
let fail: Error | undefined;
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const none: Suggestions = { recent: [], people: [], items: [], actions: [] };

beforeEach(() => {
  sent = [];
  fail = undefined;
  found = answer();
  suggestions = { '': { ...none, recent: [PAST] } };
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body, signal }) => {
    sent.push({ method, path, body, signal });
    if (fail) throw fail;
    const url = new URL(path, 'http://x');
    const data = url.pathname.endsWith('/suggest')
      ? (suggestions[url.searchParams.get('q') ?? ''] ?? none)
      : url.pathname.endsWith('/history')
        ? [PAST]
        : found;
    return { data: data as never, headers: new Headers() };
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const run = vi.fn();
const onNavigate = vi.fn();
const onClose = vi.fn();
const onCall = vi.fn();
function open() {
  for (const spy of [run, onNavigate, onClose, onCall]) spy.mockReset();
  render(
    <QueryClientProvider client={client()}>
      <MemoryRouter>
        <SearchPalette
          types={SEARCH_TYPES}
          actions={[{ id: 'write', label: 'Write a post', words: 'new', icon: null, run }]}
          messagesTo={{ except: 'me' }}
          onCall={onCall}
          findHelp={(text) =>
            text.startsWith('alg') ? [{ id: 'a', title: 'Finding things', path: '/help?article=search' }] : []
          }
          onNavigate={onNavigate}
          onClose={onClose}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox', { name: 'Search' });
}
const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('the box', () => {
  it('starts with recently opened results, recent searches and actions', async () => {
    const box = open();
    expect(document.activeElement).toBe(box);
    await screen.findByRole('group', { name: 'Recently opened' });
    expect(optionNames()).toEqual(['Tides and moonsCourse', 'tides4 results', 'Write a post']);
    expect(screen.getByRole('status').textContent).toBe('3 suggestions');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(box);
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await userEvent.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalled();
    expect(onNavigate).toHaveBeenCalledWith('/library?item=c1');
  });

  it('does not move under a pressed pointer, so that the click reaches its option', async () => {
    suggestions['wri'] = { ...none, people: [{ ...ANA, fullName: 'Wri Ana' }] };
    open();
    await userEvent.keyboard('wri');
    const option = screen.getByRole('option', { name: 'Write a post' });
    const before = optionNames();
    fireEvent.pointerDown(option);
    await waitFor(() => expect(sent.some(({ path }) => path.includes('q=wri'))).toBe(true));
    await userEvent.hover(option);
    expect(optionNames()).toEqual(before);
    fireEvent.pointerUp(option);
    await screen.findByRole('option', { name: /^Wri Ana/ });
  });

  it('groups the matches, and contains options only', async () => {
    suggestions['alg'] = {
      ...none,
      people: [ANA],
      items: [{ entityType: 'event', entityId: 'e1', title: 'Algebra night' }],
    };
    open();
    await userEvent.keyboard('alg');
    await screen.findByRole('option', { name: /^Ana Ruiz/ });
    const list = screen.getByRole('listbox', { name: 'Suggestions' });
    expect(
      within(list)
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label')),
    ).toEqual(['Search', 'People', 'Events', 'Help', 'Actions']);
    expect(within(list).queryAllByRole('button')).toEqual([]);
    await userEvent.click(screen.getByRole('option', { name: /Finding things/ }));
    expect(onNavigate).toHaveBeenCalledWith('/help?article=search');
  });

  it('finds actions by the beginnings of words', async () => {
    open();
    await userEvent.keyboard('new po');
    await userEvent.click(await screen.findByRole('option', { name: 'Write a post' }));
    expect(run).toHaveBeenCalled();
    expect(onClose).toHaveBeenCalled();
  });

  it('requests suggestions after a pause in typing and aborts the previous request', async () => {
    vi.mocked(apiClient.request).mockImplementation(async ({ path, signal }) => {
      sent.push({ method: 'GET', path, body: undefined, signal });
      if (!path.includes('q=slow')) return { data: none as never, headers: new Headers() };
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const box = open();
    // Not key by key: a busy machine can pause between two keys.
    for (const value of ['slo', 'slow']) fireEvent.change(box, { target: { value } });
    await vi.waitFor(() => expect(sent.some(({ path }) => path.endsWith('q=slow'))).toBe(true));
    await userEvent.keyboard('er');
    await vi.waitFor(() => expect(sent.find(({ path }) => path.endsWith('q=slow'))?.signal?.aborted).toBe(true));
    expect(sent.some(({ path }) => path.endsWith('q=slo'))).toBe(false);
  });

  it('suggests earlier searches and opened results offline', async () => {
    open();
    await screen.findByRole('group', { name: 'Recently opened' });
    fail = new NetworkError();
    await userEvent.keyboard('ti');
    await screen.findByText(/You are offline/);
    expect(optionNames()).toEqual(['Search for “ti”', 'tides4 results', 'Tides and moonsCourse']);
  });

  it('finds messages of the user, and offers to write to a named member', async () => {
    suggestions['ana'] = {
      ...none,
      people: [ANA, { ...ANA, id: 'ana-k', username: 'ak', fullName: 'Ana Kovač' }],
      items: [
        {
          entityType: 'message',
          entityId: 'm1',
          title: 'See you at nine',
          with: { id: 'ana', fullName: 'Ana Ruiz', conversationSeq: 12 },
        },
      ],
    };
    open();
    await userEvent.keyboard('message ana');
    expect(
      (await screen.findAllByRole('option', { name: /^Message Ana/ })).map((option) => option.textContent),
    ).toEqual(['Message Ana Ruiz', 'Message Ana Kovač']);
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Messages' })).getByRole('option', { name: /See you at nine/ }),
    );
    expect(onNavigate).toHaveBeenCalledWith('/chat?with=ana&at=12');
  });

  it('offers to call a named member, and closes before the call', async () => {
    suggestions['ana'] = { ...none, people: [ANA, { ...ANA, id: 'me', username: 'me' }] };
    open();
    await userEvent.keyboard('call ana');
    await userEvent.click(await screen.findByRole('option', { name: /^Call Ana/ }));
    expect(screen.queryByRole('option', { name: /^Message Ana/ })).toBeNull();
    expect(onCall).toHaveBeenCalledExactlyOnceWith(ANA);
    expect(onClose).toHaveBeenCalledBefore(onCall);
  });

  it('shows that it is offline and keeps the actions', async () => {
    fail = new NetworkError();
    open();
    await screen.findByText(/You are offline/);
    expect(optionNames()).toEqual(['Write a post']);
  });
});

describe('results', () => {
  const search = async (text = 'algebra') => {
    open();
    await userEvent.keyboard(`${text}{Enter}`);
    await screen.findByRole('region', { name: 'Results' });
  };

  it('highlight the match, give the reason, and are recorded when opened', async () => {
    await search();
    const row = await screen.findByRole('article');
    expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['algebra', 'algebra']);
    expect(row.querySelector('b')).toBeNull();
    expect(row.textContent).toContain('Why: in the title · tag “algebra” · you are connected');
    expect(screen.getByRole('button', { name: 'Courses 200+' })).toBeDefined();
    await userEvent.click(within(row).getByRole('link'));
    expect(sent).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/api/search/s1/click',
        body: { entityType: 'post', entityId: 'p1', position: 0 },
      }),
    );
    expect(onNavigate).toHaveBeenCalledWith('/home?post=p1');
  });

  it('name the other member of a conversation', async () => {
    found = answer({
      results: [
        result({
          entityType: 'message',
          entityId: 'm1',
          title: '',
          author: null,
          with: { id: 'c1', fullName: null, conversationSeq: 3 },
          ranges: { title: [], snippet: [[4, 11]] },
          why: [{ kind: 'content' }],
        }),
      ],
    });
    await search();
    await userEvent.click(
      within(await screen.findByRole('article')).getByRole('link', { name: 'Someone who has left' }),
    );
    expect(onNavigate).toHaveBeenCalledWith('/chat?with=c1&at=3');
  });

  it('are narrowed by type, order, author, day and category', async () => {
    found = answer({ results: [result({ category: 'maths' })] });
    await search();
    await userEvent.click(await screen.findByRole('button', { name: 'Posts 1' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'new');
    await userEvent.click(await screen.findByRole('button', { name: 'More by Ana Ruiz' }));
    await userEvent.click(await screen.findByRole('button', { name: 'More in maths' }));
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain(
        '/api/search?q=algebra&types=post&author=ana&category=maths&sort=new',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: By Ana Ruiz' }));
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain('/api/search?q=algebra&types=post&category=maths&sort=new'),
    );
  });

  it('show a correction, an empty result and a failure', async () => {
    found = answer({ correctedTo: 'algebra' });
    await search('algerba');
    await screen.findByText(/No results for/);
    cleanup();
    found = answer({ results: [], counts: { user: 0, post: 0, course: 0, event: 0, message: 0 } });
    await search('zzz');
    await screen.findByRole('heading', { name: 'No results' });
    cleanup();
    fail = new NetworkError();
    await search('zzz');
    await screen.findByRole('button', { name: 'Try again' });
  });

  it('are replaced by suggestions while the user types', async () => {
    await search();
    await userEvent.keyboard('s');
    expect(screen.queryByRole('region', { name: 'Results' })).toBeNull();
    expect(await screen.findByRole('option', { name: 'Search for “algebras”' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });
});

it('lists earlier searches, which can be deleted singly or all at once', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit search history' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “tides”' }));
  expect(sent).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/search/history/h1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete search history' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await vi.waitFor(() =>
    expect(sent).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/search/history' })),
  );
});
