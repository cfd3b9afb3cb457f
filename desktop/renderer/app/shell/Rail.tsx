import clsx from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ROLE_NAMES } from '../../features/users/user-text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Name } from '../../ui/Name.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import type { MemberProps } from './MemberMenu.tsx';
import { placesFor } from './navigation.ts';
import { RailLink } from './RailLink.tsx';

interface RailProps extends MemberProps {
  /** Whether only icons are shown. */
  isNarrow: boolean;
  /** Unread counts by path. */
  counts: Readonly<Record<string, number>>;
}

/** The navigation at the side: pages, help, settings, and the member's card at the foot. */
export function Rail({ isNarrow, counts, ...member }: RailProps) {
  const { user } = member;
  const { main, foot } = placesFor(user.role);
  return (
    <nav
      aria-label="Main"
      data-region=""
      className={clsx(
        'print:hidden sticky top-0 flex h-dvh shrink-0 flex-col gap-6 overflow-y-auto border-e border-border px-2.5 py-4',
        isNarrow ? 'w-15' : 'w-58',
      )}
    >
      <Link
        to={user.role === 'creator' ? '/library' : '/home'}
        className={clsx('flex h-8 items-center gap-2.5 rounded-md', isNarrow ? 'justify-center' : 'px-2')}
      >
        <Logo className="size-6" />
        <span className={isNarrow ? 'sr-only' : 'font-serif text-brand font-semibold tracking-tight'}>Lyceum</span>
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5">
        {main.map((place) => (
          <RailLink key={place.path} place={place} isNarrow={isNarrow} count={counts[place.path]} />
        ))}
      </ul>
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-0.5">
          {foot.map((place) => (
            <RailLink key={place.path} place={place} isNarrow={isNarrow} />
          ))}
        </ul>
        <MemberMenu
          {...member}
          side={isNarrow ? 'right' : 'top'}
          align={isNarrow ? 'end' : 'start'}
          trigger={
            <button
              type="button"
              className={clsx(
                'flex min-h-12 items-center gap-2.5 rounded-md text-start transition-colors hover:bg-surface-sunken data-[state=open]:bg-surface-sunken',
                isNarrow ? 'justify-center' : 'px-2',
              )}
            >
              <Avatar id={user.id} name={user.fullName} src={user.profileImage} size="sm" />
              <span className="sr-only">{isNarrow ? `Your account, ${user.fullName}` : 'Your account,'}</span>
              {!isNarrow && (
                <>
                  <span className="min-w-0 flex-1">
                    <Name className="block truncate text-left leading-tight font-medium">{user.fullName}</Name>
                    <span className="block truncate text-xs text-text-muted">{ROLE_NAMES[user.role]}</span>
                  </span>
                  <ChevronsUpDown className="size-4 shrink-0 text-text-muted" />
                </>
              )}
            </button>
          }
        />
      </div>
    </nav>
  );
}
