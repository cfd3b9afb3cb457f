import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';

interface NameLinkProps {
  user: Pick<UserCard, 'id' | 'fullName'>;
  className?: string | undefined;
  /** Truncates a name that is too long at its end, in the direction of its script. */
  isTruncated?: boolean | undefined;
}

/** A user's name that links to their profile; isolates its text direction. */
export function NameLink({ user, className, isTruncated = false }: NameLinkProps) {
  return (
    <Link
      to={`/profile/${user.id}`}
      className={clsx(QUIET_LINK_CLASSES, 'font-semibold', isTruncated && 'block min-w-0', className)}
    >
      <Name className={isTruncated ? 'block truncate text-left' : undefined}>{user.fullName}</Name>
    </Link>
  );
}
