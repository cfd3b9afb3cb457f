import clsx from 'clsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Archive, BellOff, Inbox, MessageCircle, Pin } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { callResult } from '#shared/api/call-texts.ts';
import type { ConversationFilter, ConversationView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { useChatPath } from '../../../lib/page/chat-path.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { PresenceAvatar } from '../../users/components/PresenceAvatar.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Time } from '../../../ui/Time.tsx';
import { conversationsQuery, unreadMessagesQuery } from '../api/queries.ts';
import { readMessageSearch } from '../search/message-search.ts';
import { useTyping } from '../session/typing.ts';
import { previewOf, quoteOf } from '../thread/preview.ts';
import { MessageHits } from './MessageHits.tsx';
import { VerifiedMark } from '../../users/components/VerifiedMark.tsx';
import type { Elements } from '../../../ui/elements.ts';

const EMPTY: Record<ConversationFilter, { icon: ReactNode; title: string; text: string }> = {
  all: {
    icon: <MessageCircle />,
    title: 'No conversations yet',
    text: 'Send a message to someone you are connected with.',
  },
  unread: { icon: <Inbox />, title: 'No unread messages', text: 'Conversations with unread messages appear here.' },
  requests: {
    icon: <Inbox />,
    title: 'No requests',
    text: 'Messages from members you are not connected with appear here. You can accept or decline them.',
  },
  archived: {
    icon: <Archive />,
    title: 'No archived conversations',
    text: 'Archived conversations stay here until a new message arrives.',
  },
};

interface ConversationListProps {
  userId: string;
  /** Id of the open conversation or of its peer; null for none. */
  openId: string | null;
  /** Says what appears here when there is no conversation; by default that members write to their connections. */
  emptyText?: string | undefined;
  /** Action offered when the user has no conversation. */
  nextStep: ReactNode;
  /** Suggested connections, shown below that action. */
  suggestions: ReactNode;
  /** Renders the members whose names match the words of a search; shown above the messages found. */
  renderMembers: (text: string) => Elements;
}

/** The conversation lists, with a search over the members to write to and the user's messages. */
export function ConversationList({
  userId,
  openId,
  emptyText,
  nextStep,
  suggestions,
  renderMembers,
}: ConversationListProps) {
  const list = useRef<HTMLDivElement>(null);
  useNeighbourKeys(list);
  const [filter, setFilter] = useState<ConversationFilter>('all');
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const words = readMessageSearch(q).q;
  const { data: unread } = useQuery(unreadMessagesQuery);
  const requests = unread?.requests ?? 0;
  const label = (name: string, count: number): ReactNode =>
    count > 0 ? (
      <>
        <span>{name}</span> <span className="text-accent-text tabular-nums">{count}</span>
      </>
    ) : (
      name
    );
  const listOf = (value: ConversationFilter): ReactNode => (
    <Conversations
      filter={value}
      userId={userId}
      openId={openId}
      empty={
        value === 'all' ? (
          <>
            <EmptyState {...EMPTY.all} {...(emptyText !== undefined && { text: emptyText })} action={nextStep} />
            <div className="px-3 pb-3">{suggestions}</div>
          </>
        ) : (
          <EmptyState {...EMPTY[value]} />
        )
      }
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchInput
        label="Search members and messages"
        title="Filters: from:me, from:them, has:file, before:2026-03-01, after:2026-03-01"
        maxLength={MESSAGE_LIMITS.searchMaxChars}
        className="mb-2"
        value={text}
        onChange={setText}
      />
      <div ref={list} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-4" tabIndex={-1}>
        {q === '' ? (
          <Tabs
            label="Conversation lists"
            value={filter}
            onChange={setFilter}
            items={[
              { value: 'all', label: 'All', content: listOf('all') },
              { value: 'unread', label: 'Unread', content: listOf('unread') },
              { value: 'requests', label: label('Requests', requests), content: listOf('requests') },
              { value: 'archived', label: 'Archived', content: listOf('archived') },
            ]}
          />
        ) : (
          <>
            {words !== '' && renderMembers(words)}
            <MessageHits text={q} userId={userId} />
          </>
        )}
      </div>
    </div>
  );
}

interface ConversationsProps extends Pick<ConversationListProps, 'userId' | 'openId'> {
  filter: ConversationFilter;
  empty: ReactNode;
}

function Conversations({ filter, userId, openId, empty }: ConversationsProps) {
  const query = useInfiniteQuery(conversationsQuery(filter));
  return (
    <PagedList
      label="Conversations"
      query={query}
      keyOf={(conversation) => conversation.id ?? ''}
      skeleton={<Skeleton className="h-40 w-full" />}
      empty={empty}
      row={(conversation) => (
        <ConversationRow
          conversation={conversation}
          userId={userId}
          isOpen={openId !== null && (openId === conversation.user?.id || openId === conversation.id)}
        />
      )}
    />
  );
}

interface ConversationRowProps {
  conversation: ConversationView;
  userId: string;
  isOpen: boolean;
}

function ConversationRow({ conversation, userId, isOpen }: ConversationRowProps) {
  const { id, user, lastMessage, unreadCount, markedUnread, muted, pinned } = conversation;
  const isTyping = useTyping(id);
  const pathOf = useChatPath();
  const name = user?.fullName ?? 'Former member';
  const isUnread = unreadCount > 0 || markedUnread;
  return (
    <Link
      to={pathOf(`with=${user?.id ?? id ?? ''}`)}
      aria-current={isOpen ? 'true' : undefined}
      className="flex items-center gap-3 px-3 py-2.5 transition-colors hover:bg-surface-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-accent-soft"
    >
      {user ? <PresenceAvatar user={user} /> : <Avatar id={null} name={name} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={clsx('flex min-w-0 flex-1 items-center', isUnread ? 'font-semibold' : 'font-medium')}>
            <Name className="min-w-0 truncate text-left">{name}</Name>
            {user && <VerifiedMark user={user} className="ms-1" />}
          </span>
          {pinned && <Pin aria-label="Pinned" className="size-3 shrink-0 self-center text-text-muted" />}
          {muted && <BellOff aria-label="Muted" className="size-3 shrink-0 self-center text-text-muted" />}
          {lastMessage && (
            <span className="shrink-0 text-xs text-text-muted">
              <Time iso={lastMessage.createdAt} />
            </span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span dir="auto" className={clsx('min-w-0 flex-1 truncate', isUnread ? 'text-text' : 'text-text-muted')}>
            {isTyping ? 'typing…' : <Preview conversation={conversation} userId={userId} />}
          </span>
          {isUnread && (
            <span className="flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-contrast tabular-nums">
              {unreadCount > 0 && <span>{unreadCount >= MESSAGE_LIMITS.unreadMax ? '99+' : unreadCount}</span>}
              <span className="sr-only">{unreadCount > 0 ? ' unread' : 'Unread'}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function Preview({ conversation: { lastMessage }, userId }: { conversation: ConversationView; userId: string }) {
  if (!lastMessage) return null;
  if (lastMessage.kind === 'call') return callResult(lastMessage.call, lastMessage.senderId === userId).text;
  const preview = previewOf(quoteOf(lastMessage));
  return lastMessage.senderId === userId ? <span>{`You: ${preview}`}</span> : <span>{preview}</span>;
}

/** Opens the previous or next conversation among the links of `list` with Alt+Up and Alt+Down. */
function useNeighbourKeys(list: RefObject<HTMLElement | null>): void {
  const start = useChatPath()('with=');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>(`a[href^="${start}"]`) ?? [])];
      const openAt = links.findIndex((link) => link.ariaCurrent === 'true');
      const next = openAt === -1 ? links[0] : links[openAt + step];
      if (!next) return;
      event.preventDefault();
      next.click();
      next.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [list, start]);
}
