import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { threadQuery } from '../api/queries.ts';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { useKeptHeight } from '../hooks/use-kept-height.ts';
import type { Outbox, UnsentMessage } from '../outbox.ts';
import { toItems } from '../thread.ts';
import { MessageBubble, type MessageActions } from './MessageBubble.tsx';
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
  /** The place up to which everything on screen has been seen. */
  onSeen: (seq: number) => void;
}

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** How far from what is shown a page of messages stays drawn, and how near its top the next one is fetched. */
const KEPT_MARGIN_PX = 3_000;
const AHEAD_PX = 600;
/** How near its end a thread counts as read to the end. */
const END_PX = 80;

/** The messages of a thread, oldest first, kept at their newest end while one reads there. */
export function MessageLog({ userId, peer, canWrite, isHeld, unsent, outbox, attachments, actions, onSeen }: MessageLogProps) {
  const query = useInfiniteQuery(threadQuery(peer.id));
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const newest = data?.pages[0]?.[0]?.conversationSeq ?? 0;
  const [newestWhenLeft, setNewestWhenLeft] = useState(0);

  const fetchAhead = useCallback(() => {
    const box = scroller.current;
    if (box && hasNextPage && !isFetchingNextPage && box.scrollHeight - box.clientHeight - fromEnd(box) < AHEAD_PX) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  useEffect(fetchAhead, [fetchAhead, data]);
  const onScroll = (): void => {
    const isEnd = scroller.current === null || fromEnd(scroller.current) < END_PX;
    if (isAtEnd && !isEnd) setNewestWhenLeft(newest);
    setIsAtEnd(isEnd);
    fetchAhead();
  };
  useEffect(() => {
    if (!isAtEnd || newest === 0) return;
    const tell = (): void => {
      if (document.visibilityState === 'visible') onSeen(newest);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [isAtEnd, newest, onSeen]);

  const pages = useMemo(() => (data?.pages ?? []).map((page, index, all) => ({ page, before: all[index + 1]?.[0] })).toReversed(), [data]);
  if (data === undefined) {
    if (query.isError) return <ErrorPanel {...describeFailure(query.error)} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
    return (
      <div className="flex-1 space-y-3 p-4" aria-busy="true">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="ms-auto h-10 w-1/2" />
        <Skeleton className="h-10 w-1/3" />
      </div>
    );
  }
  const known = new Set(data.pages[0]?.map(({ clientId }) => clientId));
  return (
    <div className="relative min-h-0 flex-1">
      {/* Reversed: it stays at its end by itself when something comes, and where it is when older ones are put above. */}
      <div ref={scroller} tabIndex={0} role="log" aria-label={`Messages with ${peer.name}`} onScroll={onScroll} className="flex h-full flex-col-reverse overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2">
        <div>
          {query.isFetchNextPageError && <ErrorPanel {...describeFailure(query.error)} onRetry={() => void fetchNextPage()} />}
          {isFetchingNextPage && <Skeleton className="mx-auto h-8 w-40" />}
          {pages.map(({ page, before }) => (
            <Page key={page.at(-1)?.id ?? 'first'} {...{ page, before, userId, canWrite, isHeld, actions, scroller }} peerName={peer.name} />
          ))}
          <ul>
            {unsent
              .filter(({ input }) => !known.has(input.clientId))
              .map((message) => (
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
      {!isAtEnd && (
        <Button size="sm" className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-overlay" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
          <ArrowDown aria-hidden="true" className="size-4" />
          {newest > newestWhenLeft ? 'New messages' : 'To the newest'}
        </Button>
      )}
    </div>
  );
}

/** How far a reversed column is scrolled up: its end is at 0, and what is above it below zero. */
function fromEnd(box: HTMLElement): number {
  return Math.abs(box.scrollTop);
}

interface PageProps {
  page: readonly MessageView[];
  /** The newest message of the page above. */
  before: MessageView | undefined;
  userId: string;
  peerName: string;
  canWrite: boolean;
  isHeld: boolean;
  actions: MessageActions;
  scroller: RefObject<HTMLElement | null>;
}

/** One fetched page. Far from what is shown only its height stays, so that a long thread keeps a bounded number of nodes. */
const Page = memo(function Page({ page, before, userId, peerName, canWrite, isHeld, actions, scroller }: PageProps) {
  const { ref, isNear, heightPx } = useKeptHeight(scroller, KEPT_MARGIN_PX);
  const items = useMemo(() => toItems(page, before), [page, before]);
  const isDrawn = isNear || heightPx === 0;
  return (
    <div ref={ref} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && (
        <ul>
          {items.map((item) =>
            item.kind === 'day' ? (
              <li key={item.key} className="mt-5 mb-2 text-center text-xs font-medium text-text-muted">
                <time dateTime={item.at}>{DAY.format(new Date(item.at))}</time>
              </li>
            ) : (
              <MessageBubble
                key={item.key}
                message={item.message}
                isOwn={item.message.senderId === userId}
                isFirst={item.isFirst}
                senderName={peerName}
                canWrite={canWrite}
                isHeld={isHeld}
                actions={actions}
              />
            ),
          )}
        </ul>
      )}
    </div>
  );
});
