// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdvertisementView } from '#shared/api/advertisements.ts';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CommentView } from '#shared/api/comments.ts';
import type { ConnectionView } from '#shared/api/connections.ts';
import type { EventDetailView } from '#shared/api/events.ts';
import type { ConversationView, MessageView } from '#shared/api/messages.ts';
import type { PostView } from '#shared/api/posts.ts';
import type { ProfileView } from '#shared/api/users.ts';
import { ShownAd } from '../features/advertisements/components/ShownAd.tsx';
import { CommentItem } from '../features/comments/components/CommentItem.tsx';
import { RequestRow } from '../features/connections/components/RequestRow.tsx';
import { EmbeddedItem } from '../features/courses/components/EmbeddedItem.tsx';
import { EventCard } from '../features/events/components/EventCard.tsx';
import { EventDetail } from '../features/events/components/EventDetail.tsx';
import { eventQuery } from '../features/events/api/queries.ts';
import { SinglePost } from '../features/posts/components/SinglePost.tsx';
import { apiClient } from '../lib/http/api.ts';
import { ApiError } from '../lib/http/errors.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { ChatScreen } from '../screens/ChatScreen.tsx';
import { OthersActions } from '../screens/profile/ProfileActions.tsx';
import { courseView } from '../../testing/course-samples.ts';
import { ModerationProvider } from './ModerationProvider.tsx';

const ME = { id: 'me', fullName: 'Ana Ruiz', username: 'ana', role: 'teacher' } as CurrentUser;
const BEN = {
  id: 'ben',
  fullName: 'Ben Adu',
  username: 'ben.a',
  role: 'student' as const,
  position: null,
  institution: null,
  profileImage: null,
};
const AT = '2026-01-01T10:00:00.000Z';
const POST: PostView = {
  id: 'p1',
  userId: 'ben',
  content: 'Buy essays',
  mentions: [],
  imageUrl: null,
  imageAlt: null,
  likes: 0,
  comments: 0,
  shares: 0,
  createdAt: AT,
  editedAt: null,
  isQuestion: false,
  isAnnouncement: false,
  isPinned: false,
  audience: { type: 'everyone', id: null, name: null },
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
  author: BEN,
  viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'everyone' },
};
const COMMENT = {
  id: 'c1',
  content: 'Rude',
  mentions: [],
  author: BEN,
  createdAt: AT,
  editedAt: null,
  viewer: { canEdit: false, canDelete: false, canChoose: false },
};
const PROFILE = { ...BEN, viewer: { relation: { state: 'none' }, canConnect: false, canMessage: false } };
const EVENT = {
  id: 'e1',
  userId: 'ben',
  title: 'Buy essays',
  description: '',
  date: '2099-01-01T10:00:00.000Z',
  endsAt: null,
  timezone: 'UTC',
  location: 'Hall',
  isVirtual: false,
  hasJoinUrl: false,
  audience: { type: 'everyone', id: null, name: null },
  capacity: null,
  state: 'scheduled',
  createdAt: AT,
  editedAt: null,
  going: 0,
  interested: 0,
  waitlisted: 0,
  held: 0,
  host: BEN,
  viewer: { isHost: false, status: null, position: null, heldUntil: null, joinUrl: null, joinOpensAt: null },
  conflicts: [],
} as EventDetailView;
const ADVERTISEMENT: AdvertisementView = {
  id: 'a1',
  userId: 'ben',
  title: 'Essays',
  description: 'Cheap',
  imageUrl: null,
  imageAlt: null,
  linkUrl: 'https://example.org/',
  eventId: null,
  section: 1,
  createdAt: AT,
  advertiser: BEN,
};
const CONVERSATION: ConversationView = {
  id: 'conversation-1',
  user: BEN,
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

function message(part: Partial<MessageView>): MessageView {
  return {
    id: 'm1',
    clientId: `client-${part.id ?? 'm1'}`,
    conversationId: 'conversation-1',
    conversationSeq: 1,
    senderId: 'ben',
    receiverId: 'me',
    kind: 'text',
    content: 'Rude words',
    read: true,
    fileUrl: null,
    fileName: null,
    fileType: null,
    fileSize: null,
    fileWidth: null,
    fileHeight: null,
    replyTo: null,
    about: null,
    call: null,
    createdAt: AT,
    editedAt: null,
    deletedAt: null,
    ...part,
  };
}

/** Responses by path; every other path has an empty page. */
let responses: Record<string, unknown>;
/** What was written: method, path and body. */
let written: unknown[][];
const BLOCK = ['PUT', '/api/users/ben/block', undefined];
const report = (targetType: string, targetId: string) => [
  'POST',
  '/api/reports',
  { targetType, targetId, reason: 'harassment' },
];

beforeEach(() => {
  localStorage.clear();
  responses = { '/api/users/ben': { ...PROFILE, claims: [], viewer: { ...PROFILE.viewer, mutualCount: 0 } } };
  written = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    const { pathname } = new URL(path, 'http://x');
    if (pathname === '/api/reports' || pathname.endsWith('/block')) written.push([method, pathname, body]);
    const data = responses[pathname];
    if (data instanceof Error) throw data;
    return { data: (data ?? []) as never, headers: new Headers() };
  });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

function show(element: ReactElement, path = '/start'): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <ModerationProvider>{element}</ModerationProvider>
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function showChat(part: Partial<ConversationView> = {}, messages: MessageView[] = [message({})]): void {
  responses['/api/messages/ben/state'] = { ...CONVERSATION, ...part };
  responses['/api/messages/ben'] = messages;
  show(<ChatScreen user={ME} />, '/chat?with=ben');
}

const item = (name: string) => screen.findByRole('menuitem', { name });
const where = () => screen.getByTestId('where').textContent;

async function sendReport(title: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Harassment' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send report' }));
  await screen.findByRole('dialog', { name: 'Thank you for your report' });
}

const onAll = vi.fn();
const onBlocked = vi.fn();
const onHidden = vi.fn();
const SURFACES: { name: string; show: () => void; menu: string; noun: string; target: [string, string] }[] = [
  {
    name: 'a post',
    show: () => {
      responses['/api/posts/p1'] = POST;
      show(<SinglePost postId="p1" comments={() => null} attachment={() => null} />);
    },
    menu: 'More about this post',
    noun: 'post',
    target: ['post', 'p1'],
  },
  {
    name: 'a comment',
    show: () => show(<CommentItem comment={COMMENT as unknown as CommentView} onRemoved={vi.fn()} />),
    menu: 'More about this comment',
    noun: 'comment',
    target: ['comment', 'c1'],
  },
  {
    name: 'a message',
    show: () => showChat(),
    menu: 'Actions for the message from Ben Adu',
    noun: 'message',
    target: ['message', 'm1'],
  },
  {
    name: 'a conversation',
    show: () => showChat(),
    menu: 'Conversation actions',
    noun: 'conversation',
    target: ['conversation', 'conversation-1'],
  },
  {
    name: 'an event in a post',
    show: () => {
      responses['/api/events/e1'] = EVENT;
      show(<EventCard id="e1" />);
    },
    menu: 'More about this event',
    noun: 'event',
    target: ['event', 'e1'],
  },
  {
    name: 'an item in a post',
    show: () => {
      responses['/api/course-cards'] = [courseView()];
      show(<EmbeddedItem id="c1" />);
    },
    menu: 'More about this item',
    noun: 'item',
    target: ['course', 'c1'],
  },
  {
    name: 'an event',
    show: () => show(<EventDetail event={EVENT} onEdit={vi.fn()} onAll={onAll} onOpen={vi.fn()} onClose={vi.fn()} />),
    menu: 'More about this event',
    noun: 'event',
    target: ['event', 'e1'],
  },
  {
    name: 'a request to connect',
    show: () =>
      show(
        <RequestRow
          request={{ id: 'k1', user: BEN, mutualCount: 0, note: null, createdAt: AT } as unknown as ConnectionView}
          onAnswer={vi.fn()}
        />,
      ),
    menu: 'More about Ben Adu',
    noun: 'member',
    target: ['user', 'ben'],
  },
  {
    name: 'an advertisement',
    show: () => show(<ShownAd advertisement={ADVERTISEMENT} onHidden={onHidden} />),
    menu: 'More about this advertisement',
    noun: 'advertisement',
    target: ['advertisement', 'a1'],
  },
  {
    name: 'a profile',
    show: () =>
      show(
        <OthersActions profile={PROFILE as unknown as ProfileView} onBlocked={onBlocked} onChange={vi.fn()} />,
        '/profile/ben',
      ),
    menu: 'More about Ben Adu',
    noun: 'member',
    target: ['user', 'ben'],
  },
];

describe.each(SURFACES)('the menu of $name', ({ show, menu, noun, target }) => {
  it('reports it, and then blocks its author', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: menu }));
    await userEvent.click(await item('Report'));
    await sendReport(`Report this ${noun}`);
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Thank you for your report' })).toBeNull());
    expect(written).toEqual([report(...target), BLOCK]);
  });

  it('blocks its author by keyboard, after a confirmation', async () => {
    show();
    (await screen.findByRole('button', { name: menu })).focus();
    await userEvent.keyboard('{Enter}');
    const block = await item('Block @ben.a');
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(block);
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ben Adu?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(written).toEqual([BLOCK]);
  });
});

it.each([
  ['a post', () => expect(screen.getByRole('heading', { name: 'This post is unavailable' })).toBeTruthy()],
  ['a message', () => expect(where()).toBe('/chat')],
  ['a conversation', () => expect(where()).toBe('/chat')],
  ['an event in a post', () => expect(screen.getByText('This event is unavailable.')).toBeTruthy()],
  ['an item in a post', () => expect(screen.getByText('This item is unavailable.')).toBeTruthy()],
  ['an event', () => expect(onAll).toHaveBeenCalledOnce()],
  ['an advertisement', () => expect(onHidden).toHaveBeenCalledOnce()],
  ['a profile', () => expect(onBlocked).toHaveBeenCalledOnce()],
])('leaves %s after a block, which hides it', async (surface, hasLeft) => {
  const { show, menu } = SURFACES.find(({ name }) => name === surface) ?? {};
  show?.();
  await userEvent.click(await screen.findByRole('button', { name: menu ?? '' }));
  await userEvent.click(await item('Block @ben.a'));
  const dialog = await screen.findByRole('alertdialog');
  responses['/api/events/e1'] = responses['/api/posts/p1'] = new ApiError('Not found', 404);
  responses['/api/course-cards'] = [];
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
  await waitFor(hasLeft);
});

it('offers nothing for own and deleted messages, an own event, and the messages of a former member', async () => {
  showChat({}, [message({ id: 'm2', conversationSeq: 2, senderId: 'me', receiverId: 'ben' })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for your message' }));
  await item('Delete for me');
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
  cleanup();
  showChat({}, [message({ content: '', deletedAt: AT })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for the message from Ben Adu' }));
  await item('Delete for me');
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
  cleanup();
  showChat({ user: null, noWriting: 'NOT_ALLOWED' });
  await userEvent.click(await screen.findByRole('button', { name: 'Conversation actions' }));
  await item('Mute');
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
  cleanup();
  const client = createQueryClient();
  client.setQueryData(eventQuery('e1').queryKey, { ...EVENT, viewer: { ...EVENT.viewer, isHost: true } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <EventCard id="e1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('button', { name: 'More about this event' })).toBeNull();
});

it('reports a message request and blocks its sender from the request itself', async () => {
  showChat({ isRequestToMe: true, state: 'pending' });
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report this conversation' });
  expect(within(dialog).getByText(/They see its last 5 messages\. Ben Adu won't see who reported it\./)).toBeTruthy();
  await sendReport('Report this conversation');
  await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(where()).toBe('/chat'));
  expect(written).toEqual([report('conversation', 'conversation-1'), BLOCK]);
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  showChat({ isRequestToMe: true, state: 'pending' });
  await userEvent.click(await screen.findByRole('button', { name: 'Block @ben.a' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Block Ben Adu?' })).getByRole('button', { name: 'Block' }),
  );
  await waitFor(() => expect(where()).toBe('/chat'));
});

it('a member who can no longer be seen is reported from the conversation with them', async () => {
  responses['/api/messages/ben/state'] = new ApiError('Not found', 404);
  show(<ChatScreen user={ME} />, '/chat?with=ben');
  expect(await screen.findByText('This member is unavailable')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Report' }));
  await sendReport('Report this member');
  expect(written).toEqual([report('user', 'ben')]);
});
