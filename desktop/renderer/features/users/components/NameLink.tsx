import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { UserCard } from '#shared/api/users.ts';
import { useIsCreator } from '../../../lib/me.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { VerifiedMark } from './VerifiedMark.tsx';

interface NameLinkProps {
  user: Pick<UserCard, 'id' | 'fullName' | 'verifiedBy' | 'role'>;
  className?: string | undefined;
  /** Truncates a name that is too long at its end, in the direction of its script. */
  isTruncated?: boolean | undefined;
}

/**
 * A user's name that links to their profile; isolates its text direction. Creators have no profile, and open none:
 * their name and all names for them are plain text.
 */
export function NameLink({ user, className, isTruncated = false }: NameLinkProps) {
  const classes = clsx('font-semibold', isTruncated && 'flex min-w-0 items-center', className);
  const content = (
    <>
      <Name className={isTruncated ? 'min-w-0 truncate text-left' : undefined}>{user.fullName}</Name>
      <VerifiedMark user={user} className="ms-1" />
    </>
  );
  if (useIsCreator() || user.role === 'creator') return <span className={classes}>{content}</span>;
  return (
    <Link to={`/profile/${user.id}`} className={clsx(QUIET_LINK_CLASSES, classes)}>
      {content}
    </Link>
  );
}
