import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callResult } from '#shared/api/call-texts.ts';
import type { CallView } from '#shared/api/calls.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { callsQuery } from '../api/queries.ts';
import { dial } from '../dial.ts';
import { toPeer } from './CallButtons.tsx';

/** The user's calls, newest first. */
export function CallHistory({ nextStep }: { nextStep: ReactNode }) {
  const query = useInfiniteQuery(callsQuery);
  return (
    <PagedList
      label="Calls"
      query={query}
      keyOf={(call) => call.id}
      row={(call) => <CallEntry call={call} />}
      skeleton={<Skeleton className="h-40 w-full" />}
      empty={
        <EmptyState
          icon={<Phone />}
          title="No calls yet"
          text="Call a connection from their profile or your conversation."
          action={nextStep}
        />
      }
    />
  );
}

function CallEntry({ call }: { call: CallView }) {
  const { user, type, role, createdAt, answeredAt, endedAt } = call;
  const durationMs = answeredAt !== null && endedAt !== null ? Date.parse(endedAt) - Date.parse(answeredAt) : null;
  const isOwn = role === 'caller';
  const { text, isMissed } = callResult({ ...call, durationMs }, isOwn);
  const Icon = isMissed ? PhoneMissed : isOwn ? PhoneOutgoing : PhoneIncoming;
  const name = user?.fullName ?? 'Former member';
  return (
    <article aria-label={`${text}, ${name}`} className="flex items-center gap-3 px-3 py-2.5">
      <Avatar id={user?.id} name={name} src={user?.profileImage} />
      <div className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          {user ? (
            <Link
              to={`/chat?with=${user.id}`}
              className="min-w-0 flex-1 rounded-sm font-medium underline-offset-2 hover:underline"
            >
              <Name className="block truncate text-left">{name}</Name>
            </Link>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          )}
          <span className="shrink-0 text-xs text-text-muted">
            <Time iso={createdAt} />
          </span>
        </span>
        <span className="flex items-center gap-1.5 text-small text-text-muted">
          <Icon
            role="img"
            aria-label={isOwn ? 'Outgoing' : 'Incoming'}
            className={clsx('size-3.5 shrink-0', isMissed && 'text-danger')}
          />
          <span className={clsx('min-w-0 truncate', isMissed && 'text-danger')}>{text}</span>
        </span>
      </div>
      {user && (
        <IconButton
          label={isOwn ? `Call ${name} again` : `Call ${name} back`}
          icon={type === 'video' ? <Video className="size-4" /> : <Phone className="size-4" />}
          onClick={() => dial(toPeer(user), type)}
        />
      )}
    </article>
  );
}
