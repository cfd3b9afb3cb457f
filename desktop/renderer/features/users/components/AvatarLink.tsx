import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { Avatar, type AvatarProps } from '../../../ui/Avatar.tsx';
import { PresenceAvatar } from './PresenceAvatar.tsx';

/** Props of {@link AvatarLink}. */
export interface AvatarLinkProps {
  user: Pick<UserCard, 'id' | 'fullName' | 'profileImage'>;
  size?: AvatarProps['size'];
  /** Adds the dot of someone who is there; its word then stands beside the name. */
  hasPresence?: boolean | undefined;
}

/**
 * A person's picture that leads to their profile. For the pointer only: the name beside it is the link for everyone
 * else.
 */
export function AvatarLink({ user, size, hasPresence = false }: AvatarLinkProps) {
  return (
    <Link to={`/profile/${user.id}`} tabIndex={-1} aria-hidden="true" className="flex size-fit shrink-0 rounded-full">
      {hasPresence ? (
        <PresenceAvatar user={user} size={size} />
      ) : (
        <Avatar name={user.fullName} src={user.profileImage} size={size} />
      )}
    </Link>
  );
}
