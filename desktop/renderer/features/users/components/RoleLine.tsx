import clsx from 'clsx';
import type { UserCard } from '#shared/api/users.ts';
import { Name } from '../../../ui/Name.tsx';
import { roleNameOf } from '../user-text.ts';

/** A user's position or role and institution in one truncated line. */
export function RoleLine({
  user,
  className,
}: {
  user: Pick<UserCard, 'role' | 'position' | 'institution' | 'isAwaitingApproval'>;
  className?: string | undefined;
}) {
  const role = roleNameOf(user);
  const isRoleIncluded = user.position?.toLowerCase().includes(role.toLowerCase()) ?? false;
  const parts = [isRoleIncluded ? null : role, user.position, user.institution].filter(
    (part) => part !== null && part !== '',
  );
  return (
    <span className={clsx('block truncate text-small text-text-muted', className)}>
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && <span>{' · '}</span>}
          <Name>{part ?? ''}</Name>
        </span>
      ))}
    </span>
  );
}
