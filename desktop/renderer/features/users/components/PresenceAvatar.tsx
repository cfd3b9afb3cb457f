import clsx from 'clsx';
import type { PresenceState } from '#shared/api/presence.ts';
import type { UserCard } from '#shared/api/users.ts';
import { Avatar, type AvatarProps } from '../../../ui/Avatar.tsx';
import { usePresence } from '../api/presence.ts';

const WORDS: Record<PresenceState, string> = { online: 'Online', away: 'Away', offline: 'Offline' };
const PLACES: Partial<Record<NonNullable<AvatarProps['size']>, string>> = {
  lg: 'end-0 bottom-0 size-4',
  xl: 'end-1 bottom-1 size-5',
};

interface PresenceAvatarProps {
  user: Pick<UserCard, 'id' | 'fullName' | 'profileImage'>;
  size?: AvatarProps['size'];
}

/** A user's photo with a presence dot: filled when online, a ring when away. A word for screen readers. */
export function PresenceAvatar({ user, size = 'md' }: PresenceAvatarProps) {
  return (
    <span className="relative flex size-fit shrink-0">
      <Avatar id={user.id} name={user.fullName} src={user.profileImage} size={size} />
      <PresenceDot userId={user.id} className={PLACES[size] ?? '-end-0.5 -bottom-0.5 size-3.5'} />
    </span>
  );
}

/** The dot of {@link PresenceAvatar} for any photo; renders nothing while the user is offline. */
export function PresenceDot({ userId, className }: { userId: string; className: string }) {
  const state = usePresence(userId);
  if (state === null || state === 'offline') return null;
  return (
    <span className={clsx('absolute rounded-full border-2 border-surface-raised bg-surface-raised', className)}>
      <span
        aria-hidden="true"
        title={WORDS[state]}
        className={clsx(
          'block size-full rounded-full',
          state === 'online' ? 'bg-success' : 'border-[0.1875rem] border-warning',
        )}
      />
      <span className="sr-only">{WORDS[state]}</span>
    </span>
  );
}

/** A user's presence as a word at the end of a line; renders nothing where it is hidden. */
export function PresenceWord({ userId }: { userId: string }) {
  const state = usePresence(userId);
  return state && <span className="shrink-0 text-small text-text-muted">{` · ${WORDS[state]}`}</span>;
}
