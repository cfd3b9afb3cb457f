import clsx from 'clsx';
import { BadgeCheck } from 'lucide-react';
import type { UserCard } from '#shared/api/users.ts';

interface VerifiedMarkProps {
  user: Pick<UserCard, 'verifiedBy'>;
  className?: string;
}

/** The mark of a user whom an institution has confirmed, which it names; renders nothing for others. */
export function VerifiedMark({ user: { verifiedBy }, className }: VerifiedMarkProps) {
  if (verifiedBy === undefined) return null;
  const text = `Confirmed by ${verifiedBy}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={clsx('inline-block shrink-0 align-[-0.15em]', className)}
    >
      <BadgeCheck aria-hidden className="size-[1em] text-accent" />
    </span>
  );
}
