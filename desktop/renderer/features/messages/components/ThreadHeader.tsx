import { Archive, ArchiveRestore, Bell, BellOff, Ellipsis, MailOpen, Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConversationStateInput, ConversationView } from '#shared/api/messages.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { OfficeHoursLine } from '../../users/components/OfficeHoursLine.tsx';
import { useMessageWrites } from '../api/mutations.ts';
import { useTyping } from '../hooks/use-typing.ts';

/** Props of {@link ThreadHeader}. */
export interface ThreadHeaderProps {
  conversation: ConversationView;
  peerId: string;
  /** Leads back to the list in a narrow window. */
  back: ReactNode;
  person: ReactNode;
  /** Opens what the two have sent each other. */
  files: ReactNode;
}

/** Who one writes with, whether they write at this moment, and what can be done with the conversation. */
export function ThreadHeader({ conversation, peerId, back, person, files }: ThreadHeaderProps) {
  const { setState } = useMessageWrites();
  const navigate = useNavigate();
  const writes = useTyping(conversation.id);
  const { pinned, muted, archived } = conversation;
  const set = (change: ConversationStateInput, done: string): void => {
    setState(peerId, change).then(
      () => toast({ title: done }),
      (error: unknown) =>
        toast({ title: 'That did not work', description: describeFailure(error).message, variant: 'destructive' }),
    );
  };
  return (
    <header className="flex items-center gap-2 border-b border-border px-4 py-2.5">
      {back}
      <div className="min-w-0 flex-1">
        {person}
        {conversation.officeHours && <OfficeHoursLine hours={conversation.officeHours} className="mt-0.5" />}
        <p role="status" className={writes ? 'text-[0.8125rem] text-text-muted' : 'sr-only'}>
          {writes && 'writes…'}
        </p>
      </div>
      {conversation.id !== null && files}
      {conversation.id !== null && (
        <Menu
          trigger={
            <IconButton
              label="What to do with this conversation"
              hasTooltip={false}
              icon={<Ellipsis aria-hidden="true" className="size-4" />}
            />
          }
        >
          <MenuItem
            icon={pinned ? <PinOff /> : <Pin />}
            onSelect={() => set({ pinned: !pinned }, pinned ? 'Not pinned any more' : 'Pinned')}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem
            icon={muted ? <Bell /> : <BellOff />}
            onSelect={() => set({ muted: !muted }, muted ? 'You are told of new messages again' : 'Muted')}
          >
            {muted ? 'Unmute' : 'Mute'}
          </MenuItem>
          <MenuItem
            icon={<MailOpen />}
            onSelect={() => {
              set({ markedUnread: true }, 'Marked as unread');
              void navigate('/chat');
            }}
          >
            Mark as unread
          </MenuItem>
          <MenuItem
            icon={archived ? <ArchiveRestore /> : <Archive />}
            onSelect={() => set({ archived: !archived }, archived ? 'Back in your list' : 'Archived')}
          >
            {archived ? 'Take out of the archive' : 'Archive'}
          </MenuItem>
        </Menu>
      )}
    </header>
  );
}
