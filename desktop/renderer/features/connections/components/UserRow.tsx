import type { ReactNode } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { PresenceWord } from '../../users/components/PresenceAvatar.tsx';
import { RoleLine } from '../../users/components/RoleLine.tsx';
import { mutualText } from '../../users/user-text.ts';
import type { Elements } from '../../../ui/elements.ts';

interface UserRowProps {
  user: UserCard;
  /** Id for the name, which names the row. */
  nameId: string;
  /** The lines below the name: mutual connections, a note, reasons. */
  children?: Elements;
  actions: ReactNode;
  /** True to show the presence dot. */
  hasPresence?: boolean;
}

/** A member in a list: name, details and actions. */
export function UserRow({ user, nameId, children, actions, hasPresence = false }: UserRowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-3 px-4 py-3.5">
      <AvatarLink user={user} hasPresence={hasPresence} />
      <div className="min-w-0 flex-1 basis-52">
        <span id={nameId} className="block">
          <NameLink user={user} isTruncated />
        </span>
        <span className="flex min-w-0 gap-1">
          <RoleLine user={user} className="min-w-0" />
          {hasPresence && <PresenceWord userId={user.id} />}
        </span>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}

/** The number of mutual connections; renders nothing for 0. */
export function MutualLine({ count }: { count: number }) {
  if (count === 0) return null;
  return <p className="mt-0.5 text-small text-text-muted">{mutualText(count)}</p>;
}

/** The note of a request; renders nothing without one. */
export function NoteLine({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <p dir="auto" className="mt-1.5 border-s-2 border-border ps-2.5 wrap-anywhere whitespace-pre-line">
      {note}
    </p>
  );
}
