import { memo, useMemo, type RefObject } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { useNearViewport } from '../../../lib/page/use-near-viewport.ts';
import type { ThreadPage } from '../api/queries.ts';
import { toItems } from '../thread/thread.ts';
import { CallRow } from './CallRow.tsx';
import { MessageBubble, type MessageActions } from './MessageBubble.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const DAY = new Intl.DateTimeFormat(OWN_LOCALE, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** Distance from the visible part within which a page of messages is rendered. */
const RENDER_MARGIN_PX = 1_500;

interface ShownProps {
  userId: string;
  peerName: string;
  canWrite: boolean;
  /** True in a request, where images load only when the user asks for them. */
  hasHiddenImages: boolean;
  actions: MessageActions;
  scroller: RefObject<HTMLElement | null>;
  /** Sequence number after which messages are new; null when none is. */
  newAfter: number | null;
}

interface ThreadPagesProps extends ShownProps {
  /** Newest first. */
  pages: readonly ThreadPage[];
  /** Sequence number of the highlighted message; null for none. */
  highlightedSeq: number | null;
}

/** The pages of a thread, oldest first. */
export function ThreadPages({ pages, highlightedSeq, ...shown }: ThreadPagesProps) {
  return pages
    .map(({ messages }, index) => {
      const isHighlighted =
        highlightedSeq !== null && messages.some(({ conversationSeq }) => conversationSeq === highlightedSeq);
      return (
        messages.length > 0 && (
          <Page
            key={messages.at(-1)?.id}
            messages={messages}
            before={pages[index + 1]?.messages[0]}
            highlightedSeq={isHighlighted ? highlightedSeq : null}
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
  highlightedSeq: number | null;
}

/** One fetched page. Off screen it renders only its height, so that the number of DOM nodes stays bounded. */
const Page = memo(function Page({
  messages,
  before,
  highlightedSeq,
  newAfter,
  userId,
  peerName,
  canWrite,
  hasHiddenImages,
  actions,
  scroller,
}: PageProps) {
  const { ref, isNear, heightPx } = useNearViewport(RENDER_MARGIN_PX, { scroller });
  const items = useMemo(() => toItems(messages, before, newAfter), [messages, before, newAfter]);
  const isRendered = isNear || heightPx === 0;
  return (
    <div ref={ref} style={isRendered ? undefined : { height: heightPx }}>
      {isRendered && (
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
              return (
                <CallRow
                  key={item.key}
                  message={item.message}
                  isOwn={item.message.senderId === userId}
                  onCallBack={actions.onCallBack}
                />
              );
            return (
              <MessageBubble
                key={item.key}
                message={item.message}
                isOwn={item.message.senderId === userId}
                isFirst={item.isFirst}
                isHighlighted={item.message.conversationSeq === highlightedSeq}
                senderName={peerName}
                canWrite={canWrite}
                hasHiddenImages={hasHiddenImages}
                actions={actions}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
});
