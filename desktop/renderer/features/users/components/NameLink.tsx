import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';

/** A person's name that leads to their profile; its direction does not disturb the text around it. */
export function NameLink({ user, className }: { user: Pick<UserCard, 'id' | 'fullName'>; className?: string | undefined }) {
  return (
    <Link to={`/profile/${user.id}`} className={clsx(QUIET_LINK_CLASSES, 'font-semibold', className)}>
      <Name>{user.fullName}</Name>
    </Link>
  );
}
