import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { Avatar, type AvatarProps } from '../../../ui/Avatar.tsx';

/** Props of {@link AvatarLink}. */
export interface AvatarLinkProps {
  user: Pick<UserCard, 'id' | 'fullName' | 'profileImage'>;
  size?: AvatarProps['size'];
}

/** A person's picture that leads to their profile. For the pointer only: the name beside it is the link for everyone else. */
export function AvatarLink({ user, size }: AvatarLinkProps) {
  return (
    <Link to={`/profile/${user.id}`} tabIndex={-1} aria-hidden="true" className="flex size-fit shrink-0 rounded-full">
      <Avatar name={user.fullName} src={user.profileImage} size={size} />
    </Link>
  );
}
