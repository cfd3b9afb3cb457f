import { Archive, ArchiveRestore, Bell, BellOff, MailOpen, Pin, PinOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { ConversationStateInput, ConversationView } from '#shared/api/messages.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useChatPath } from '../../../lib/page/chat-path.ts';
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { OfficeHoursLine } from '../../users/components/OfficeHoursLine.tsx';
import { useEditConversation } from '../api/mutations.ts';
import { useTyping } from '../session/typing.ts';
import type { Elements } from '../../../ui/elements.ts';

interface ThreadHeaderProps {
  conversation: ConversationView;
  peerId: string;
  /** The link back to the list, shown in a narrow window. */
  back: Elements;
  /** Renders the peer, and whether they are typing. */
  peer: (isTyping: boolean) => Elements;
  /** The buttons that call the peer. */
  calls: Elements;
  /** The button that opens the shared files. */
  files: Elements;
  /** Called after the user has blocked the peer. */
  onBlocked: () => void;
}

/** The peer, the typing indicator, and the actions of the conversation. */
export function ThreadHeader({ conversation, peerId, back, peer, calls, files, onBlocked }: ThreadHeaderProps) {
  const { mutate } = useEditConversation(peerId);
  const navigate = useNavigate();
  const pathOf = useChatPath();
  const isTyping = useTyping(conversation.id);
  const { id, user, pinned, muted, archived } = conversation;
  const set = (change: ConversationStateInput, done: string): void =>
    mutate(change, { onSuccess: () => toast({ title: done }) });
  return (
    <header className="flex items-center gap-2 border-b border-border px-4 py-2.5 max-sm:gap-0.5 max-sm:px-2">
      {back}
      <div className="min-w-0 flex-1">
        {peer(isTyping)}
        {conversation.officeHours && <OfficeHoursLine hours={conversation.officeHours} className="mt-0.5" />}
      </div>
      {calls}
      {id !== null && files}
      {id !== null && (
        <MoreMenu label="Conversation actions">
          <MenuItem
            icon={pinned ? <PinOff /> : <Pin />}
            onSelect={() => set({ pinned: !pinned }, pinned ? 'Unpinned' : 'Pinned')}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem
            icon={muted ? <Bell /> : <BellOff />}
            onSelect={() => set({ muted: !muted }, muted ? 'Unmuted' : 'Muted')}
          >
            {muted ? 'Unmute' : 'Mute'}
          </MenuItem>
          <MenuItem
            icon={<MailOpen />}
            onSelect={() => {
              set({ markedUnread: true }, 'Marked as unread');
              void navigate(pathOf());
            }}
          >
            Mark as unread
          </MenuItem>
          <MenuItem
            icon={archived ? <ArchiveRestore /> : <Archive />}
            onSelect={() => set({ archived: !archived }, archived ? 'Unarchived' : 'Archived')}
          >
            {archived ? 'Unarchive' : 'Archive'}
          </MenuItem>
          {user && (
            <>
              <MenuSeparator />
              <ModerationItems target={{ type: 'conversation', id, author: user }} onBlocked={onBlocked} />
            </>
          )}
        </MoreMenu>
      )}
    </header>
  );
}
