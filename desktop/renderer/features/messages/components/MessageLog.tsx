import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { describeFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { trimThread } from '../api/cache.ts';
import { threadQuery } from '../api/queries.ts';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { useHit } from '../hooks/use-hit.ts';
import type { Outbox, UnsentMessage } from '../outbox.ts';
import { KeptPlace } from './KeptPlace.tsx';
import type { MessageActions } from './MessageBubble.tsx';
import { NewestMessage } from './NewestMessage.tsx';
import { ThreadPages } from './ThreadPages.tsx';
import { UnsentBubble } from './UnsentBubble.tsx';

/** Props of {@link MessageLog}. */
export interface MessageLogProps {
  userId: string;
  peer: { id: string; name: string };
  canWrite: boolean;
  /** True where pictures wait until the reader asks for them. */
  isHeld: boolean;
  unsent: readonly UnsentMessage[];
  outbox: Outbox;
  attachments: ThreadAttachments;
  actions: MessageActions;
  /** The place that is jumped to; null for the newest end. Another one is another log. */
  at: number | null;
  /** Leads back from a place to the newest end. */
  onNewest: () => void;
  /** What comes after this place was unread when the thread was opened; null when nothing was. */
  newAfter: number | null;
  /** The place up to which everything on screen has been seen. */
  onSeen: (seq: number) => void;
}

/** How near the end of what is loaded the next page is fetched. */
const AHEAD_PX = 600;
/** How near its end a thread counts as read to the end. */
const END_PX = 80;

/** The messages of a thread, oldest first, kept at their newest end while one reads there. */
export function MessageLog({
  userId,
  peer,
  canWrite,
  isHeld,
  unsent,
  outbox,
  attachments,
  actions,
  at,
  onNewest,
  newAfter,
  onSeen,
}: MessageLogProps) {
  const client = useQueryClient();
  const options = threadQuery(peer.id, at);
  const query = useInfiniteQuery(options);
  const { data, fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage, isFetching } = query;
  const scroller = useRef<HTMLDivElement>(null);
  const hit = useHit(scroller, at, data !== undefined);
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
    if (!isAtEnd || newest === 0) return;
    const tell = (): void => {
      if (document.visibilityState === 'visible') onSeen(newest);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [isAtEnd, newest, onSeen]);

  if (data === undefined) {
    if (query.isError)
      return (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    return <LogSkeleton />;
  }
  const toNewest = (): void => {
    if (at !== null) onNewest();
    else if (first?.hasNewer)
      void client.resetQueries({ queryKey: options.queryKey, exact: true }).then(() => setIsBelow(true));
    else scroller.current?.scrollTo({ top: 0 });
  };
  // What was unread begins before what is loaded: scrolling there would be a long way.
  const oldest = data.pages.at(-1)?.messages.at(-1)?.conversationSeq ?? 0;
  const isFirstNewAbove = at === null && newAfter !== null && hasNextPage && oldest > newAfter + 1;
  const known = new Set(first?.messages.map(({ clientId }) => clientId));
  const waiting = first?.hasNewer ? [] : unsent.filter(({ input }) => !known.has(input.clientId));
  return (
    <div className="relative min-h-0 flex-1">
      <NewestMessage
        message={first?.hasNewer ? undefined : first?.messages[0]}
        userId={userId}
        senderName={peer.name}
      />
      {/* Reversed: it stays at its end by itself when something comes. What is announced is chosen: neither own nor older messages. */}
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
          <KeptPlace scroller={scroller} of={data.pages} isAtEnd={isAtEnd}>
            <ThreadPages
              pages={data.pages}
              peerName={peer.name}
              {...{ userId, canWrite, isHeld, actions, scroller, hit, newAfter }}
            />
          </KeptPlace>
          {query.isFetchPreviousPageError && (
            <ErrorPanel {...describeFailure(query.error)} onRetry={() => void fetchPreviousPage()} />
          )}
          <ul>
            {waiting.map((message) => (
              <UnsentBubble
                key={message.input.clientId}
                message={message}
                userId={userId}
                peerName={peer.name}
                outbox={outbox}
                attachments={attachments}
              />
            ))}
          </ul>
        </div>
      </div>
      {isFirstNewAbove && (
        <Link
          to={`/chat?with=${peer.id}&at=${String(newAfter + 1)}`}
          className={clsx(buttonClasses('secondary', 'sm'), 'absolute inset-x-0 top-3 mx-auto w-fit shadow-overlay')}
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          To the first new message
        </Link>
      )}
      {!isAtEnd && (
        <Button size="sm" className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-overlay" onClick={toNewest}>
          <ArrowDown aria-hidden="true" className="size-4" />
          {newest > newestWhenLeft && at === null ? 'New messages' : 'To the newest'}
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

/** How far a reversed column is scrolled up: its end is at 0, and what is above it below zero. */
function fromEnd(box: HTMLElement): number {
  return Math.abs(box.scrollTop);
}
