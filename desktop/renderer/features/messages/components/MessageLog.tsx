import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../../lib/http/failure.ts';
import { whileSeen } from '../../../lib/page/activity.ts';
import { useChatPath } from '../../../lib/page/chat-path.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { trimThread } from '../api/cache.ts';
import { threadQuery } from '../api/queries.ts';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { useScrollToMessage } from '../hooks/use-scroll-to-message.ts';
import type { SendQueue, UnsentMessage } from '../session/send-queue.ts';
import { ScrollAnchor } from './ScrollAnchor.tsx';
import type { MessageActions } from './MessageBubble.tsx';
import { MessageAnnouncer } from './MessageAnnouncer.tsx';
import { ThreadPages } from './ThreadPages.tsx';
import { UnsentBubble } from './UnsentBubble.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface MessageLogProps {
  userId: string;
  peer: { id: string; name: string };
  canWrite: boolean;
  /** True in a request, where images load only when the user asks for them. */
  hasHiddenImages: boolean;
  unsent: readonly UnsentMessage[];
  sendQueue: SendQueue;
  attachments: ThreadAttachments;
  actions: MessageActions;
  /** Sequence number of the message to jump to; null for the newest end. The caller uses it as the key. */
  at: number | null;
  /** Shows the newest end again. */
  onNewest: () => void;
  /** Sequence number of the last read message when the thread was opened; null when nothing was unread. */
  newAfter: number | null;
  /** Receives the sequence number up to which the user has read the thread. */
  onRead: (seq: number) => void;
}

/** Distance to the end of the loaded pages at which the next page is fetched. */
const AHEAD_PX = 600;
/** Distance to the newest end within which the thread counts as read. */
const END_PX = 80;

/** The messages of a thread, oldest first; follows new messages while the user is at the newest end. */
export function MessageLog({
  userId,
  peer,
  canWrite,
  hasHiddenImages,
  unsent,
  sendQueue,
  attachments,
  actions,
  at,
  onNewest,
  newAfter,
  onRead,
}: MessageLogProps) {
  const client = useQueryClient();
  const pathOf = useChatPath();
  const options = threadQuery(peer.id, at);
  const query = useInfiniteQuery(options);
  const { data, fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage, isFetching } = query;
  const scroller = useRef<HTMLDivElement>(null);
  const highlightedSeq = useScrollToMessage(scroller, at, data !== undefined);
  const [isBelow, setIsBelow] = useState(true);
  const first = data?.pages[0];
  const newest = first?.newest ?? 0;
  const isAtEnd = isBelow && first?.hasNewer === false;
  const [newestWhenLeft, setNewestWhenLeft] = useState(0);

  const fetchAhead = useCallback(() => {
    const box = scroller.current;
    if (box === null || isFetching) return;
    if (hasNextPage && box.scrollHeight - box.clientHeight - fromEnd(box) < AHEAD_PX) void fetchNextPage();
    else if (hasPreviousPage && fromEnd(box) < AHEAD_PX) void fetchPreviousPage();
  }, [fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage, isFetching]);
  useEffect(fetchAhead, [fetchAhead, data]);
  const onScroll = (): void => {
    const isEnd = scroller.current === null || fromEnd(scroller.current) < END_PX;
    if (isAtEnd && !isEnd) setNewestWhenLeft(newest);
    setIsBelow(isEnd);
    fetchAhead();
  };
  useEffect(() => () => trimThread(client, peer.id, at), [client, peer.id, at]);
  useEffect(() => {
    if (isAtEnd && newest !== 0) return whileSeen(() => onRead(newest));
  }, [isAtEnd, newest, onRead]);

  if (data === undefined) return <QueryState query={query} skeleton={<LogSkeleton />} />;
  const toNewest = (): void => {
    if (at !== null) onNewest();
    else if (first?.hasNewer)
      void client.resetQueries({ queryKey: options.queryKey, exact: true }).then(() => setIsBelow(true));
    else scroller.current?.scrollTo({ top: 0 });
  };
  // The first unread message is above the loaded pages, too far to scroll to.
  const oldest = data.pages.at(-1)?.messages.at(-1)?.conversationSeq ?? 0;
  const isFirstNewAbove = at === null && newAfter !== null && hasNextPage && oldest > newAfter + 1;
  const known = new Set(first?.messages.map(({ clientId }) => clientId));
  const shownUnsent = first?.hasNewer ? [] : unsent.filter(({ input }) => !known.has(input.clientId));
  return (
    <div className="relative min-h-0 flex-1">
      <MessageAnnouncer
        message={first?.hasNewer ? undefined : first?.messages[0]}
        userId={userId}
        senderName={peer.name}
      />
      {/* A reversed column stays at its newest end by itself. The live region is off, because MessageAnnouncer reads
          only new messages of the peer. */}
      <div
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Messages with ${peer.name}`}
        onScroll={onScroll}
        className="flex h-full flex-col-reverse overflow-y-auto px-4 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div>
          {query.isFetchNextPageError && (
            <ErrorPanel {...describeFailure(query.error)} onRetry={() => void fetchNextPage()} />
          )}
          <ScrollAnchor scroller={scroller} of={data.pages} isAtEnd={isAtEnd}>
            <ThreadPages
              pages={data.pages}
              peerName={peer.name}
              {...{ userId, canWrite, hasHiddenImages, actions, scroller, highlightedSeq, newAfter }}
            />
          </ScrollAnchor>
          {query.isFetchPreviousPageError && (
            <ErrorPanel {...describeFailure(query.error)} onRetry={() => void fetchPreviousPage()} />
          )}
          <ul>
            {shownUnsent.map((message) => (
              <UnsentBubble
                key={message.input.clientId}
                message={message}
                userId={userId}
                peerName={peer.name}
                sendQueue={sendQueue}
                attachments={attachments}
              />
            ))}
          </ul>
        </div>
      </div>
      {isFirstNewAbove && (
        <ButtonLink
          to={pathOf(`with=${peer.id}&at=${String(newAfter + 1)}`)}
          size="sm"
          className="absolute inset-x-0 top-3 mx-auto w-fit shadow-overlay"
        >
          <ArrowUp className="size-4" />
          Go to the first new message
        </ButtonLink>
      )}
      {!isAtEnd && (
        <Button size="sm" className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-overlay" onClick={toNewest}>
          <ArrowDown className="size-4" />
          <span>{newest > newestWhenLeft && at === null ? 'New messages' : 'Go to the newest'}</span>
        </Button>
      )}
    </div>
  );
}

function LogSkeleton() {
  return (
    <div className="flex-1 space-y-3 p-4" aria-busy="true">
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="ms-auto h-10 w-1/2" />
      <Skeleton className="h-10 w-1/3" />
    </div>
  );
}

/** Returns the distance from the newest end in pixels; `scrollTop` of a reversed column is 0 there, else negative. */
function fromEnd(box: HTMLElement): number {
  return Math.abs(box.scrollTop);
}
