import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeft, Upload, UserRoundX } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CallType } from '#shared/api/calls.ts';
import type { ConversationView, MessageAbout, MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { useChatPath } from '../../../lib/page/chat-path.ts';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { takeMessage } from '../api/cache.ts';
import { useEditMessage, useReadMessages, useRemoveMessage } from '../api/mutations.ts';
import { conversationQuery, threadQuery, type ThreadData } from '../api/queries.ts';
import { useAttachments } from '../hooks/use-attachments.ts';
import { useDropZone } from '../../../lib/page/use-drop-zone.ts';
import { useFilesPanel } from '../hooks/use-files-panel.tsx';
import { messageSessionOf } from '../session/own-session.ts';
import { toUnsent } from '../session/outgoing-batch.ts';
import { createTypingNotifier } from '../session/typing.ts';
import { readMessagesState, updateMessagesState, useMessagesState } from '../slice.ts';
import { useModeration } from '../../users/moderation.ts';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { AboutBar } from './AboutCard.tsx';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageLog } from './MessageLog.tsx';
import { QuietHoursBar } from './QuietHoursBar.tsx';
import { RequestBar, CannotWriteBar } from './ThreadBars.tsx';
import { ThreadHeader } from './ThreadHeader.tsx';
import type { Elements } from '../../../ui/elements.ts';

const SharedFiles = lazy(async () => ({ default: (await import('./SharedFiles.tsx')).SharedFiles }));

interface ThreadProps {
  userId: string;
  /** Id of the peer, or of the conversation after the peer has deleted their account. */
  peerId: string;
  /** Sequence number of the message to jump to; null for the newest end. */
  at: number | null;
  /** True when Enter sends a message; otherwise Ctrl+Enter or Cmd+Enter does. */
  sendWithEnter: boolean;
  /** Subject of the next message; null for none. */
  about: MessageAbout | null;
  /** Called when the message with the subject is sent, or the subject is removed. */
  onAboutDone: () => void;
  /** False beside a call, whose window names the peer. */
  hasHeader?: boolean | undefined;
  /** Renders the peer's photo and name with a link to their profile, and whether they are typing. */
  renderPeer?: ((user: Peer, isTyping: boolean) => Elements) | undefined;
  /** Renders the item that a message refers to; keeps its identity. */
  renderItem: (id: string) => ReactNode;
  /** Renders the buttons that call the peer. */
  renderCalls?: ((user: Peer) => Elements) | undefined;
  /** Calls the peer back; undefined where the peer cannot be called. */
  onCallBack?: ((user: Peer, type: CallType) => void) | undefined;
}

type Peer = NonNullable<ConversationView['user']>;

/** A member whose name the viewer may not see. */
const UNSEEN = { fullName: 'This member', username: '' };

/** A conversation: its header, its messages and the composer. */
export function Thread({ userId, peerId, ...rest }: ThreadProps) {
  const query = useQuery(conversationQuery(peerId));
  const { data, error } = query;
  const { report } = useModeration();
  useEffect(() => {
    // Beside a call, a thread can be open above the page of another one.
    const before = readMessagesState().openPeerId;
    updateMessagesState({ openPeerId: peerId });
    return () => updateMessagesState({ openPeerId: before });
  }, [peerId]);
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <EmptyState
          icon={<UserRoundX />}
          title="This member is unavailable"
          text="They have deleted their account, or you cannot see their profile. You can still report them: the operators then see the last messages of your conversation."
          action={
            <Button onClick={() => report({ type: 'user', id: peerId, author: { ...UNSEEN, id: peerId } })}>
              Report
            </Button>
          }
        />
      );
    }
    const state = <QueryState query={query} skeleton={<Skeleton className="m-4 h-12" />} />;
    return error ? <div className="p-4">{state}</div> : state;
  }
  return <OpenThread userId={userId} peerId={peerId} conversation={data} {...rest} />;
}

function OpenThread({
  userId,
  peerId,
  at,
  sendWithEnter,
  about,
  onAboutDone,
  conversation,
  hasHeader = true,
  renderPeer,
  renderItem,
  renderCalls,
  onCallBack,
}: ThreadProps & { conversation: ConversationView }) {
  const { mutate: read } = useReadMessages(peerId);
  const { mutate: edit } = useEditMessage(peerId);
  const { mutate: remove } = useRemoveMessage(peerId);
  const client = useQueryClient();
  const session = messageSessionOf(userId, (message) => takeMessage(client, userId, message));
  const { sendQueue } = session;
  const unsent = useMessagesState('unsent').filter(({ input }) => input.receiverId === peerId);
  const [target, setTarget] = useState<{ kind: 'reply' | 'edit'; message: MessageView } | null>(null);
  const navigate = useNavigate();
  const [newAfter] = useState(conversation.unreadCount > 0 ? conversation.readUpToSeq : null);
  const pathOf = useChatPath();
  const listPath = pathOf();
  const leave = useCallback(() => void navigate(listPath, { replace: true }), [navigate, listPath]);
  const { user, noWriting } = conversation;
  const name = user?.fullName ?? 'Former member';
  const attachments = useAttachments(session, peerId, conversation.isRequest ? 1 : undefined);
  const drop = useDropZone(noWriting === null && user !== null, attachments.choosePhotos);
  const files = useFilesPanel({ isRequest: conversation.isRequestToMe });
  const readUpTo = useRef(conversation.readUpToSeq);
  const onRead = useCallback(
    (seq: number) => {
      if (seq <= readUpTo.current) return;
      readUpTo.current = seq;
      // After a failure, the next message or the next visit to the thread reports it again.
      read(seq, { onError: () => void (readUpTo.current = 0) });
    },
    [read],
  );
  const actions = useMemo(
    () => ({
      onReply: (message: MessageView) => setTarget({ kind: 'reply', message }),
      onEdit: (message: MessageView) => setTarget({ kind: 'edit', message }),
      onRemove: (message: MessageView, from: 'me' | 'all') => remove({ message, from }),
      moderation: ({ id }: MessageView) =>
        user && <ModerationItems target={{ type: 'message', id, author: user }} onBlocked={leave} />,
      item: renderItem,
      onCallBack: user && onCallBack ? (type: CallType) => onCallBack(user, type) : undefined,
    }),
    [remove, user, leave, renderItem, onCallBack],
  );
  const onTyping = useMemo(
    () =>
      createTypingNotifier(
        () => conversation.id !== null && void liveLink.emit('typing', { conversationId: conversation.id }),
      ),
    [conversation.id],
  );
  const onSend = (content: string): void => {
    setTarget(null);
    if (target?.kind === 'edit') {
      edit({ id: target.message.id, content });
      return;
    }
    sendQueue.add(
      ...toUnsent({ receiverId: peerId, content, files: attachments.release(), quoted: target?.message, about }),
    );
    if (about) onAboutDone();
  };
  return (
    <section aria-label={`Conversation with ${name}`} className="flex h-full min-h-0">
      <div
        className={clsx('relative flex min-w-0 flex-1 flex-col', files.isOpen && 'max-xl:hidden')}
        {...drop.handlers}
      >
        {hasHeader && (
          <ThreadHeader
            conversation={conversation}
            peerId={peerId}
            back={
              <Link to={listPath} aria-label="All conversations" className={`${iconButtonClasses()} lg:hidden`}>
                <ArrowLeft className="size-4 rtl:-scale-x-100" />
              </Link>
            }
            peer={(isTyping) => (user && renderPeer?.(user, isTyping)) ?? <span className="font-semibold">{name}</span>}
            calls={user && renderCalls?.(user)}
            files={files.button}
            onBlocked={leave}
          />
        )}
        <MessageLog
          key={at}
          userId={userId}
          peer={{ id: peerId, name }}
          at={at}
          onNewest={() => void navigate(pathOf(`with=${peerId}`), { replace: true })}
          newAfter={newAfter}
          canWrite={noWriting === null}
          hasHiddenImages={conversation.isRequestToMe}
          unsent={unsent}
          sendQueue={sendQueue}
          attachments={attachments}
          actions={actions}
          onRead={onRead}
        />
        {conversation.quiet && noWriting === null && <QuietHoursBar name={name} quiet={conversation.quiet} />}
        {about && noWriting === null && <AboutBar about={about} onRemove={onAboutDone} />}
        {conversation.isRequestToMe && user && <RequestBar conversation={conversation} user={user} onLeave={leave} />}
        {noWriting !== null || user === null ? (
          <CannotWriteBar conversation={conversation} />
        ) : (
          <MessageComposer
            key={peerId}
            userId={userId}
            peer={{ id: user.id, fullName: user.fullName }}
            sendWithEnter={sendWithEnter}
            target={target}
            onClearTarget={() => setTarget(null)}
            onSend={onSend}
            onTyping={onTyping}
            attachments={attachments}
            onEditLast={() => {
              const last = client
                .getQueryData<ThreadData>(threadQuery(peerId).queryKey)
                ?.pages[0]?.messages.find((message) => message.senderId === userId && message.deletedAt === null);
              if (last && Date.now() - Date.parse(last.createdAt) < MESSAGE_LIMITS.changeableMs)
                setTarget({ kind: 'edit', message: last });
            }}
          />
        )}
        <p role="status" className="sr-only">
          {attachments.announcement}
        </p>
        {drop.isOver && (
          <p className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center gap-2 rounded-lg border-2 border-dashed border-accent bg-surface-raised p-6 text-center font-medium">
            <Upload className="size-5" />
            <span>
              Drop files here to send them to <bdi>{name}</bdi>
            </span>
          </p>
        )}
      </div>
      {files.isOpen && (
        <Suspense fallback={<Skeleton className="m-4 h-40 flex-1" />}>
          <SharedFiles userId={userId} peer={{ id: peerId, name }} onClose={files.close} />
        </Suspense>
      )}
    </section>
  );
}
