import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeft, MessageCircle, MessagesSquare, Phone } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CallType } from '#shared/api/calls.ts';
import type { MessageAbout } from '#shared/api/messages.ts';
import type { UserCard } from '#shared/api/users.ts';
import { eligibilityQuery } from '../features/calls/api/queries.ts';
import { CallButtons, toPeer } from '../features/calls/components/CallButtons.tsx';
import { CallHistory } from '../features/calls/components/CallHistory.tsx';
import { dial } from '../features/calls/dial.ts';
import { SuggestedUsers } from '../features/connections/components/SuggestedUsers.tsx';
import { courseQuery } from '../features/courses/api/queries.ts';
import { eventQuery } from '../features/events/api/queries.ts';
import { ConversationList } from '../features/messages/components/ConversationList.tsx';
import { Thread } from '../features/messages/components/Thread.tsx';
import { preferencesQuery } from '../lib/me.ts';
import { AvatarLink } from '../features/users/components/AvatarLink.tsx';
import { NameLink } from '../features/users/components/NameLink.tsx';
import { PresenceWord } from '../features/users/components/PresenceAvatar.tsx';
import { RoleLine } from '../features/users/components/RoleLine.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Name } from '../ui/Name.tsx';
import { FoundMembers } from './chat/FoundMembers.tsx';
import { drawItem } from './chat/message-item.tsx';

// Calls load with the chat, which every page prefetches: files of their own would divide those that all pages share,
// and make the list of files longer that every page loads at start.
export { Calls } from './calls/Calls.tsx';
export { CallSettings } from '../features/calls/components/CallSettings.tsx';

/** Number of members suggested to a user without conversations. */
const SUGGESTED = 3;

/**
 * /chat, for creators a page of the Library: the conversations, and beside them the one of `?with=`; a narrow window
 * shows one of the two. Fills the main part of the window, so that the field for a message is always visible.
 */
export function ChatScreen({ user }: { user: CurrentUser }) {
  const isCreator = user.role === 'creator';
  const title = isCreator ? 'Questions' : 'Chat';
  usePageTitle(title);
  const [params] = useSearchParams();
  const openId = params.get('with');
  const at = Number(params.get('at')) || null;
  const isCalls = !isCreator && params.get('list') === 'calls';
  const { data: eligibility } = useQuery({ ...eligibilityQuery(openId ?? ''), enabled: !isCreator && openId !== null });
  const [about, leaveAbout] = useAbout();
  const { data: preferences } = useQuery(preferencesQuery);
  return (
    <div className="absolute inset-0 mx-auto flex w-full max-w-[80rem] gap-6 px-4 py-4 max-sm:bottom-14 sm:px-8 sm:py-6">
      <div
        className={clsx(
          'flex min-h-0 flex-col',
          openId === null ? 'w-full lg:w-88' : 'max-lg:hidden lg:w-88',
          'shrink-0',
        )}
      >
        {isCreator && (
          <ButtonLink to="/library" variant="ghost" size="sm" className="-ms-2.5 mb-1 self-start">
            <ArrowLeft className="size-4 rtl:-scale-x-100" />
            Library
          </ButtonLink>
        )}
        <div className="mb-3 flex items-center justify-between gap-2">
          <h1 className="text-title leading-tight font-semibold tracking-[-0.015em]">{title}</h1>
          {!isCreator && <ListLink isCalls={isCalls} />}
        </div>
        {isCalls ? (
          <div className="min-h-0 flex-1 overflow-y-auto pb-4">
            <CallHistory nextStep={<ButtonLink to="/connections/all">Go to Connections</ButtonLink>} />
          </div>
        ) : (
          <ConversationList
            userId={user.id}
            openId={openId}
            {...(isCreator ? LISTS_OF_CREATORS : listsOfMembers(user.id))}
          />
        )}
      </div>
      <div
        className={clsx(
          'min-h-0 min-w-0 flex-1 overflow-hidden rounded-lg border border-border bg-surface-raised',
          openId === null && 'max-lg:hidden',
        )}
      >
        {openId === null ? (
          <EmptyState
            icon={<MessageCircle />}
            title="Choose a conversation"
            text={
              isCreator
                ? 'Members who have your items ask you here.'
                : 'Or open a member’s profile and write from there.'
            }
          />
        ) : (
          <Thread
            key={openId}
            userId={user.id}
            peerId={openId}
            at={at}
            sendWithEnter={preferences?.sendWithEnter ?? true}
            about={about}
            onAboutDone={leaveAbout}
            renderItem={drawItem}
            renderCalls={(peer) => !isCreator && peer.role !== 'creator' && <CallButtons user={peer} />}
            onCallBack={eligibility?.canCall ? callBack : undefined}
            renderPeer={(peer, isTyping) => (
              <span className="flex min-w-0 items-center gap-3">
                {isCreator || peer.role === 'creator' ? (
                  <Avatar id={peer.id} name={peer.fullName} src={peer.profileImage} />
                ) : (
                  <AvatarLink user={peer} hasPresence />
                )}
                <span className="min-w-0">
                  {isCreator || peer.role === 'creator' ? (
                    <Name className="block truncate text-left font-semibold">{peer.fullName}</Name>
                  ) : (
                    <NameLink user={peer} isTruncated />
                  )}
                  <span className="flex min-w-0 gap-1">
                    <RoleLine user={peer} className="min-w-0" />
                    {/* In place of the presence, so that nothing moves while the peer types. */}
                    <span role="status" className="shrink-0 text-small text-text-muted">
                      {isTyping && ' · typing…'}
                    </span>
                    {!isTyping && <PresenceWord userId={peer.id} />}
                  </span>
                </span>
              </span>
            )}
          />
        )}
      </div>
    </div>
  );
}

/** Switches between the conversations and the calls. */
function ListLink({ isCalls }: { isCalls: boolean }) {
  const Icon = isCalls ? MessagesSquare : Phone;
  return (
    <ButtonLink to={isCalls ? '/chat' : '/chat?list=calls'} variant="ghost" size="sm" className="-me-2.5">
      <Icon className="size-4" />
      <span>{isCalls ? 'Conversations' : 'Calls'}</span>
    </ButtonLink>
  );
}

/** Calls the peer of a conversation. */
function callBack(peer: UserCard, type: CallType): void {
  dial(toPeer(peer), type);
}

/** A creator finds no members and writes to no one first. */
const LISTS_OF_CREATORS = {
  emptyText: 'Members who have your items can ask you, and you answer here.',
  renderMembers: () => null,
  nextStep: <ButtonLink to="/library?tab=created">Go to your items</ButtonLink>,
  suggestions: null,
};

function listsOfMembers(userId: string) {
  return {
    renderMembers: (text: string) => <FoundMembers text={text} userId={userId} />,
    nextStep: <ButtonLink to="/connections/all">Go to Connections</ButtonLink>,
    suggestions: (
      <SuggestedUsers
        count={SUGGESTED}
        more={
          <Link to="/connections/suggestions" className="rounded-sm font-medium text-accent-text hover:underline">
            See all suggestions
          </Link>
        }
      />
    ),
  };
}

/**
 * Returns the event of `?about=event:{id}` or the item of `?about=course:{id}`, null until it is loaded, and the
 * function that removes it from the URL.
 */
function useAbout(): [MessageAbout | null, () => void] {
  const [params, setParams] = useSearchParams();
  const [, type, id = ''] = /^(event|course):([\w-]+)$/.exec(params.get('about') ?? '') ?? [];
  const { data: event } = useQuery({ ...eventQuery(id), enabled: type === 'event' });
  const { data: course } = useQuery({ ...courseQuery(id), enabled: type === 'course' });
  const leave = (): void =>
    setParams(
      (now) => {
        now.delete('about');
        return now;
      },
      { replace: true },
    );
  if (type === 'event' && event)
    return [{ type, id, title: event.title, date: event.date, isCancelled: event.state === 'cancelled' }, leave];
  if (type === 'course' && course)
    return [{ type, id, title: course.title, contentType: course.contentType, price: course.price }, leave];
  return [null, leave];
}
