import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeft, Upload, UserRoundX } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ConversationView, MessageAbout, MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { ApiError } from '../../../lib/errors.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { liveLink } from '../../../lib/live.ts';
import { toast } from '../../../lib/toasts.ts';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useMessageWrites } from '../api/mutations.ts';
import { conversationQuery, threadQuery, type ThreadData } from '../api/queries.ts';
import { useAttachments } from '../hooks/use-attachments.ts';
import { useDropZone } from '../hooks/use-drop-zone.ts';
import { useFilesPanel } from '../hooks/use-files-panel.tsx';
import { useOutbox } from '../hooks/use-outbox.ts';
import { openPeer } from '../open-peer.ts';
import { toUnsent } from '../sending.ts';
import { createTypingTeller } from '../typing.ts';
import { AttachButton } from './AttachButton.tsx';
import { AboutBar } from './AboutCard.tsx';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageLog } from './MessageLog.tsx';
import { QuietNotice } from './QuietNotice.tsx';
import { StagedFiles } from './StagedFiles.tsx';
import { RequestBar, WhyNoWriting } from './ThreadNotices.tsx';
import { ThreadHeader } from './ThreadHeader.tsx';

const SharedFiles = lazy(async () => ({ default: (await import('./SharedFiles.tsx')).SharedFiles }));

/** Props of {@link Thread}. */
export interface ThreadProps {
  userId: string;
  /** The other, or the conversation once they have left. */
  peerId: string;
  /** The place of a message that is jumped to; null for the newest end. */
  at: number | null;
  /** How a message is sent by the keyboard. */
  sendWithEnter: boolean;
  /** What the next message is about; null for nothing. */
  about: MessageAbout | null;
  /** The message about it is sent, or it is not to be about it. */
  onAboutDone: () => void;
  /** Draws the other's picture and name with what leads to them. */
  person: (user: NonNullable<ConversationView['user']>) => ReactNode;
}

/** A conversation: who, what was written, and where one writes. */
export function Thread({ userId, peerId, person, ...place }: ThreadProps) {
  const { data, error, isFetching, refetch } = useQuery(conversationQuery(peerId));
  useEffect(() => {
    openPeer.set(peerId);
    return () => openPeer.set(null);
  }, [peerId]);
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <EmptyState
          icon={<UserRoundX />}
          title="Nobody is shown here"
          text="This person has left, or is not open to you."
        />
      );
    }
    return error ? (
      <div className="p-4">
        <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className="m-4 h-12" />
    );
  }
  return <OpenThread userId={userId} peerId={peerId} conversation={data} person={person} {...place} />;
}

function OpenThread({
  userId,
  peerId,
  at,
  sendWithEnter,
  about,
  onAboutDone,
  conversation,
  person,
}: ThreadProps & { conversation: ConversationView }) {
  const writes = useMessageWrites();
  const { outbox, unsent } = useOutbox(userId, peerId);
  const [target, setTarget] = useState<{ kind: 'reply' | 'edit'; message: MessageView } | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newAfter] = useState(conversation.unreadCount > 0 ? conversation.readUpToSeq : null);
  const { user, noWriting } = conversation;
  const name = user?.fullName ?? 'Someone who has left';
  const attachments = useAttachments(userId, peerId, { outbox, ...(conversation.isRequest && { room: 1 }) });
  const drop = useDropZone(noWriting === null && user !== null, attachments.choose);
  const files = useFilesPanel({ isHeld: conversation.isRequestToMe });
  const readUpTo = useRef(conversation.readUpToSeq);
  const onSeen = useCallback(
    (seq: number) => {
      if (seq <= readUpTo.current) return;
      readUpTo.current = seq;
      void writes.read(peerId, seq).catch(() => {
        // The next message, or the next look at the thread, tells it again.
        readUpTo.current = 0;
      });
    },
    [peerId, writes],
  );
  const actions = useMemo(
    () => ({
      onReply: (message: MessageView) => setTarget({ kind: 'reply', message }),
      onEdit: (message: MessageView) => setTarget({ kind: 'edit', message }),
      onRemove: (message: MessageView, from: 'me' | 'all') => {
        const work = from === 'me' ? writes.removeForMe(peerId, message.id) : writes.removeForAll(peerId, message);
        void work.catch((failed: unknown) =>
          toast({ title: 'Not deleted', description: describeFailure(failed).message, variant: 'destructive' }),
        );
      },
    }),
    [peerId, writes],
  );
  const onTyping = useMemo(
    () =>
      createTypingTeller(
        () => conversation.id !== null && void liveLink.emit('typing', { conversationId: conversation.id }),
      ),
    [conversation.id],
  );
  const onSend = (content: string): void => {
    setTarget(null);
    if (target?.kind === 'edit') {
      void writes
        .edit(peerId, target.message.id, content)
        .catch((failed: unknown) =>
          toast({ title: 'Not changed', description: describeFailure(failed).message, variant: 'destructive' }),
        );
      return;
    }
    outbox.add(
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
        <ThreadHeader
          conversation={conversation}
          peerId={peerId}
          back={
            <Link to="/chat" aria-label="All conversations" className={`${iconButtonClasses()} lg:hidden`}>
              <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            </Link>
          }
          person={user ? person(user) : <span className="font-semibold">{name}</span>}
          files={files.button}
        />
        <MessageLog
          key={at}
          userId={userId}
          peer={{ id: peerId, name }}
          at={at}
          onNewest={() => void navigate(`/chat?with=${peerId}`, { replace: true })}
          newAfter={newAfter}
          canWrite={noWriting === null}
          isHeld={conversation.isRequestToMe}
          unsent={unsent}
          outbox={outbox}
          attachments={attachments}
          actions={actions}
          onSeen={onSeen}
        />
        {conversation.quiet && noWriting === null && <QuietNotice name={name} quiet={conversation.quiet} />}
        {about && noWriting === null && <AboutBar about={about} onRemove={onAboutDone} />}
        {conversation.isRequestToMe && <RequestBar name={name} peerId={peerId} />}
        {noWriting !== null || user === null ? (
          <WhyNoWriting conversation={conversation} />
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
            files={{
              hasAny: attachments.staged.some(({ status }) => status !== 'failed'),
              shown: <StagedFiles attachments={attachments} />,
              button: <AttachButton onFiles={attachments.choose} />,
              onFiles: attachments.choose,
            }}
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
            <Upload aria-hidden="true" className="size-5" />
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
