import clsx from 'clsx';
import { Check, CheckCheck, Copy, CornerUpLeft, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallType } from '#shared/api/calls.ts';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { MessageFile } from './MessageFile.tsx';
import { AboutCard } from './AboutCard.tsx';
import { Quote } from './Quote.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const CLOCK = new Intl.DateTimeFormat(OWN_LOCALE, { hour: 'numeric', minute: '2-digit' });
const FULL = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'full', timeStyle: 'short' });

/** The actions of one message. */
export interface MessageActions {
  onReply: (message: MessageView) => void;
  onEdit: (message: MessageView) => void;
  onRemove: (message: MessageView, from: 'me' | 'all') => void;
  /** Renders the menu items that report a message of the peer and block the peer. */
  moderation: (message: MessageView) => Elements;
  /** Renders the item that a message refers to. */
  item: (id: string) => ReactNode;
  /** Calls the peer; undefined where the peer cannot be called. */
  onCallBack?: ((type: CallType) => void) | undefined;
}

interface MessageBubbleProps {
  message: MessageView;
  isOwn: boolean;
  /** True for the first message of a group, which has more space above it. */
  isFirst: boolean;
  /** True for the message that the user has just jumped to. */
  isHighlighted: boolean;
  senderName: string;
  /** False where the user cannot write, so cannot reply. */
  canWrite: boolean;
  /** True in a request, where images load only when the user asks for them. */
  hasHiddenImages: boolean;
  actions: MessageActions;
}

/** One message with its sender, content, time, read receipt and actions. */
export function MessageBubble({
  message,
  isOwn,
  isFirst,
  isHighlighted,
  senderName,
  canWrite,
  hasHiddenImages,
  actions,
}: MessageBubbleProps) {
  const { content, createdAt, editedAt, deletedAt, replyTo, about } = message;
  const isDeleted = deletedAt !== null;
  const date = new Date(createdAt);
  const isChangeable = isOwn && !isDeleted && Date.now() - date.getTime() < MESSAGE_LIMITS.changeableMs;
  return (
    <li
      data-seq={message.conversationSeq}
      className={clsx(
        'group flex items-end gap-1.5',
        isOwn ? 'flex-row-reverse' : 'flex-row',
        isFirst ? 'mt-3' : 'mt-0.5',
      )}
    >
      <div
        className={clsx(
          'max-w-[min(34rem,80%)] rounded-lg px-3 py-2 transition-shadow',
          isHighlighted && 'ring-2 ring-accent',
          isOwn ? 'bg-accent-soft' : 'bg-surface-sunken',
          isDeleted && 'border border-border bg-transparent! text-text-muted',
        )}
      >
        <span className="sr-only">{`${isOwn ? 'You' : senderName}: `}</span>
        {replyTo && (
          <Quote
            quote={replyTo}
            isOwn={replyTo.senderId !== null && (replyTo.senderId === message.senderId) === isOwn}
            peerName={senderName}
          />
        )}
        {about && (
          <div className="mb-1.5">{about.type === 'course' ? actions.item(about.id) : <AboutCard about={about} />}</div>
        )}
        {!isDeleted && (
          <MessageFile file={message} senderName={isOwn ? 'you' : senderName} isHidden={hasHiddenImages && !isOwn} />
        )}
        {isDeleted ? <p className="italic">Message deleted</p> : content !== '' && <LinkedText>{content}</LinkedText>}
        <p className="mt-0.5 flex items-center justify-end gap-1 text-tiny text-text-muted">
          {editedAt !== null && !isDeleted && <span>edited</span>}
          <time dateTime={createdAt} title={FULL.format(date)}>
            {CLOCK.format(date)}
          </time>
          {isOwn &&
            !isDeleted &&
            (message.read ? (
              <CheckCheck aria-label="Read" className="size-3.5 text-accent-text" />
            ) : (
              <Check aria-label="Sent" className="size-3.5" />
            ))}
        </p>
      </div>
      <div className="opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100">
        <MoreMenu
          align={isOwn ? 'end' : 'start'}
          label={isOwn ? 'Actions for your message' : `Actions for the message from ${senderName}`}
        >
          {canWrite && !isDeleted && (
            <MenuItem icon={<CornerUpLeft />} onSelect={() => actions.onReply(message)}>
              Reply
            </MenuItem>
          )}
          {!isDeleted && content !== '' && (
            <MenuItem
              icon={<Copy />}
              onSelect={() => void navigator.clipboard.writeText(content).then(() => toast({ title: 'Copied' }))}
            >
              Copy text
            </MenuItem>
          )}
          {isChangeable && (
            <MenuItem icon={<Pencil />} onSelect={() => actions.onEdit(message)}>
              Edit
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 />} onSelect={() => actions.onRemove(message, 'me')}>
            Delete for me
          </MenuItem>
          {isChangeable && (
            <MenuItem icon={<Trash2 />} isDanger onSelect={() => actions.onRemove(message, 'all')}>
              Delete for both
            </MenuItem>
          )}
          {!isOwn && !isDeleted && actions.moderation(message)}
        </MoreMenu>
      </div>
    </li>
  );
}
