import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { Avatar, type AvatarProps } from '../../../ui/Avatar.tsx';
import { PresenceAvatar } from './PresenceAvatar.tsx';

interface AvatarLinkProps {
  user: Pick<UserCard, 'id' | 'fullName' | 'profileImage' | 'role'>;
  size?: AvatarProps['size'];
  /** Adds the presence dot; the caller shows its word beside the name. */
  hasPresence?: boolean | undefined;
}

/**
 * A user's photo that links to their profile. Only for the pointer: keyboards and screen readers use the name. Creators
 * have no profile, and open none.
 */
export function AvatarLink({ user, size, hasPresence = false }: AvatarLinkProps) {
  const Photo = hasPresence ? PresenceAvatar : PlainAvatar;
  const photo = <Photo user={user} size={size} />;
  if (useIsCreator() || user.role === 'creator') return photo;
  return (
    <Link to={`/profile/${user.id}`} tabIndex={-1} aria-hidden="true" className="flex size-fit shrink-0 rounded-full">
      {photo}
    </Link>
  );
}

function PlainAvatar({ user, size }: Pick<AvatarLinkProps, 'user' | 'size'>) {
  return <Avatar id={user.id} name={user.fullName} src={user.profileImage} size={size} />;
}
