import { memo, useMemo, type RefObject } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import type { ThreadPage } from '../api/queries.ts';
import { useKeptHeight } from '../hooks/use-kept-height.ts';
import { toItems } from '../thread.ts';
import { CallRow } from './CallRow.tsx';
import { MessageBubble, type MessageActions } from './MessageBubble.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** How far from what is shown a page of messages stays drawn. */
const KEPT_MARGIN_PX = 1_500;

interface ShownProps {
  userId: string;
  peerName: string;
  canWrite: boolean;
  /** True where pictures wait until the reader asks for them. */
  isHeld: boolean;
  actions: MessageActions;
  scroller: RefObject<HTMLElement | null>;
  /** What comes after this place is new; null when nothing is. */
  newAfter: number | null;
}

/** Props of {@link ThreadPages}. */
export interface ThreadPagesProps extends ShownProps {
  /** The newest first. */
  pages: readonly ThreadPage[];
  /** The place of a message that is to catch the eye. */
  hit: number | null;
}

/** The pages of a thread, oldest first. */
export function ThreadPages({ pages, hit, ...shown }: ThreadPagesProps) {
  return pages
    .map(({ messages }, index) => {
      const isHit = hit !== null && messages.some(({ conversationSeq }) => conversationSeq === hit);
      return (
        messages.length > 0 && (
          <Page
            key={messages.at(-1)?.id}
            messages={messages}
            before={pages[index + 1]?.messages[0]}
            hit={isHit ? hit : null}
            {...shown}
          />
        )
      );
    })
    .toReversed();
}

interface PageProps extends ShownProps {
  messages: readonly MessageView[];
  /** The newest message of the page above. */
  before: MessageView | undefined;
  hit: number | null;
}

/**
 * One fetched page. Far from what is shown only its height stays, so that a long thread keeps a bounded number of
 * nodes.
 */
const Page = memo(function Page({
  messages,
  before,
  hit,
  newAfter,
  userId,
  peerName,
  canWrite,
  isHeld,
  actions,
  scroller,
}: PageProps) {
  const { ref, isNear, heightPx } = useKeptHeight(scroller, KEPT_MARGIN_PX);
  const items = useMemo(() => toItems(messages, before, newAfter), [messages, before, newAfter]);
  const isDrawn = isNear || heightPx === 0;
  return (
    <div ref={ref} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && (
        <ul>
          {items.map((item) => {
            if (item.kind === 'day') {
              return (
                <li key={item.key} className="mt-5 mb-2 text-center text-xs font-medium text-text-muted">
                  <time dateTime={item.at}>{DAY.format(new Date(item.at))}</time>
                </li>
              );
            }
            if (item.kind === 'new') {
              return (
                <li
                  key={item.key}
                  className="mt-4 mb-1 flex items-center gap-3 text-xs font-medium text-accent-text before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent"
                >
                  New
                </li>
              );
            }
            if (item.message.kind === 'call')
              return <CallRow key={item.key} message={item.message} isOwn={item.message.senderId === userId} />;
            return (
              <MessageBubble
                key={item.key}
                message={item.message}
                isOwn={item.message.senderId === userId}
                isFirst={item.isFirst}
                isHit={item.message.conversationSeq === hit}
                senderName={peerName}
                canWrite={canWrite}
                isHeld={isHeld}
                actions={actions}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
});
