import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';

/** Props of {@link NameLink}. */
export interface NameLinkProps {
  user: Pick<UserCard, 'id' | 'fullName'>;
  className?: string | undefined;
  /** A name too long for its line loses its end, wherever its script has that, and keeps to the side of its line. */
  isTruncated?: boolean | undefined;
}

/** A person's name that leads to their profile; its direction does not disturb the text around it. */
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
