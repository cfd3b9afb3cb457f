// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { ConversationView, MessageView } from '#shared/api/messages.ts';
import type { UserCard } from '#shared/api/users.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { endTyping, startTyping } from '../../features/messages/session/typing.ts';
import { ModerationContext } from '../../features/users/moderation.ts';
import { apiClient } from '../../lib/http/api.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { ChatScreen } from '../ChatScreen.tsx';

const USER = { id: 'me', fullName: 'Ana Ruiz', username: 'ana', role: 'teacher' } as CurrentUser;
const PRIYA: UserCard = {
  id: 'priya',
  fullName: 'Priya Nair',
  username: 'priya.n',
  role: 'student',
  position: null,
  institution: null,
  profileImage: null,
};
const CONVERSATION: ConversationView = {
  id: 'c1',
  user: PRIYA,
  lastMessage: null,
  unreadCount: 0,
  state: 'accepted',
  isRequestToMe: false,
  muted: false,
  pinned: false,
  archived: false,
  markedUnread: false,
  readUpToSeq: 0,
  peerReadUpToSeq: null,
  noWriting: null,
  isRequest: false,
  officeHours: null,
  quiet: null,
};
const SUGGESTED = { ...PRIYA, id: 'prita', fullName: 'Prita Shah', username: 'prita' };

/** Responses by path; every other path has an empty page. */
const RESPONSES: Record<string, unknown> = {
  '/api/messages': [CONVERSATION],
  '/api/messages/priya/state': CONVERSATION,
  '/api/search/suggest': { recent: [], people: [PRIYA, { ...PRIYA, id: 'me' }, SUGGESTED], items: [], actions: [] },
};

beforeEach(() => {
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ path }) => {
    const { pathname } = new URL(path, 'http://x');
    return { data: (RESPONSES[pathname] ?? []) as never, headers: new Headers() };
  });
});
afterEach(() => vi.restoreAllMocks());

function renderChat(path = '/chat'): void {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
          <ChatScreen user={USER} />
        </ModerationContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('finds members by name, those of conversations first, and each only once', async () => {
  renderChat();
  await screen.findByRole('link', { name: /Priya Nair/ });
  await userEvent.type(screen.getByLabelText('Search members and messages'), 'pri');
  const list = await screen.findByRole('list', { name: 'Members found' });
  await within(list).findByRole('link', { name: /Prita Shah/ });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/chat?with=priya', '/chat?with=prita']);
});

it('shows that the peer is typing beside the role, in a live region that is always there', async () => {
  renderChat('/chat?with=priya');
  const thread = await screen.findByRole('region', { name: 'Conversation with Priya Nair' });
  const line = within(thread).getByText('Student').closest('.flex');
  const status = within(line as HTMLElement).getByRole('status');
  expect(status.textContent).toBe('');
  act(() => startTyping('c1'));
  expect(status.textContent).toContain('typing…');
  act(() => endTyping('c1'));
});

it('moves focus into the files, and Escape closes them and returns it', async () => {
  renderChat('/chat?with=priya');
  const button = await screen.findByRole('button', { name: 'Show files' });
  await userEvent.click(button);
  const files = await screen.findByRole('complementary', { name: 'Files with Priya Nair' });
  await vi.waitFor(() => expect(document.activeElement).toBe(files));
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary', { name: 'Files with Priya Nair' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show files' }));
});

const MESSAGE = {
  id: 'm1',
  conversationId: 'c1',
  conversationSeq: 1,
  senderId: 'priya',
  receiverId: 'me',
  clientId: 'x1',
  kind: 'text',
  content: 'Is the lab open?',
  read: false,
  createdAt: '2026-11-28T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  files: [],
} as unknown as MessageView;

/** Renders the thread with an unread message that arrives while its member is away; returns the requests to read. */
async function openUnseen(): Promise<unknown[]> {
  const reads: unknown[] = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    if (method === 'PUT') reads.push([path, body]);
    const { pathname } = new URL(path, 'http://x');
    return {
      data: (pathname === '/api/messages/priya' ? [MESSAGE] : (RESPONSES[pathname] ?? [])) as never,
      headers: new Headers(),
    };
  });
  renderChat('/chat?with=priya');
  await screen.findByText('Is the lab open?');
  expect(reads).toEqual([]);
  return reads;
}
const READ = [['/api/messages/priya/read', { upToSeq: 1 }]];

it('reads a message of the open thread once there is an input again', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + PRESENCE_LIMITS.seenMs);
  const reads = await openUnseen();
  window.dispatchEvent(new Event('pointermove'));
  await vi.waitFor(() => expect(reads).toEqual(READ));
});

it('reads a message of the open thread once its window is in front again', async () => {
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const reads = await openUnseen();
  hasFocus.mockRestore();
  window.dispatchEvent(new Event('focus'));
  await vi.waitFor(() => expect(reads).toEqual(READ));
});
