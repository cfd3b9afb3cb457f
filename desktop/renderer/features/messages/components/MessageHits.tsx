import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { MessageHit } from '#shared/api/messages.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { useChatPath } from '../../../lib/page/chat-path.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { messageSearchQuery } from '../api/queries.ts';
import { readMessageSearch, toHitPieces } from '../search/message-search.ts';
import { previewOf, quoteOf } from '../thread/preview.ts';

/** The user's messages that match a search, newest first; each links to its position in its thread. */
export function MessageHits({ text, userId }: { text: string; userId: string }) {
  const search = readMessageSearch(text);
  const query = useInfiniteQuery({ ...messageSearchQuery(search), enabled: search.q !== '' });
  if (search.q === '') return <p className="px-1 py-3 text-small text-text-muted">Add a word to search for.</p>;
  const count = itemsOf(query.data).length;
  return (
    <>
      <p role="status" className="sr-only">
        {query.data &&
          (query.hasNextPage ? 'More than ' : '') +
            (count === 1 ? '1 message found' : `${String(count)} messages found`)}
      </p>
      <PagedList
        label="Messages found"
        query={query}
        keyOf={({ message }) => message.id}
        skeleton={<Skeleton className="h-24 w-full" />}
        empty={
          <EmptyState
            level={3}
            icon={<SearchX />}
            title="No matching messages"
            text={`None of your messages match “${text}”.`}
          />
        }
        row={(hit) => <HitRow hit={hit} q={search.q} userId={userId} />}
      />
    </>
  );
}

function HitRow({ hit: { message, user }, q, userId }: { hit: MessageHit; q: string; userId: string }) {
  const pathOf = useChatPath();
  return (
    <Link
      to={pathOf(`with=${user?.id ?? message.conversationId}&at=${String(message.conversationSeq)}`)}
      className="block px-3 py-2.5 hover:bg-surface-sunken focus-visible:-outline-offset-2"
    >
      <span className="flex items-baseline gap-2">
        <Name className="min-w-0 flex-1 truncate text-left font-medium">{user?.fullName ?? 'Former member'}</Name>
        <span className="text-xs text-text-muted">
          <Time iso={message.createdAt} />
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere text-text-muted">
        {message.senderId === userId && <span>{'You: '}</span>}
        {toHitPieces(previewOf(quoteOf(message)), q).map(({ text, isHit }, index) =>
          isHit ? (
            <mark key={index} className="bg-accent-soft font-medium text-text">
              {text}
            </mark>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </span>
    </Link>
  );
}
