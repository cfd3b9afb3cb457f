import clsx from 'clsx';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../../ui/Avatar.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import type { MemberProps } from './MemberMenu.tsx';
import { BOTTOM_BAR_PLACES, placesFor } from './navigation.ts';
import { UnreadCount } from './RailLink.tsx';

interface BottomBarProps extends MemberProps {
  /** Unread counts by path. */
  counts: Readonly<Record<string, number>>;
}

const CELL_CLASSES =
  'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-tiny font-medium text-text-muted focus-visible:-outline-offset-2';

/** The navigation of a narrow window: four pages, and the member's menu with the rest. */
export function BottomBar({ counts, ...member }: BottomBarProps) {
  const { main, foot } = placesFor(member.user.role);
  return (
    <nav
      aria-label="Main"
      data-region=""
      className="print:hidden fixed inset-x-0 bottom-0 z-30 flex border-t border-border bg-surface-raised pb-[env(safe-area-inset-bottom)]"
    >
      {main.slice(0, BOTTOM_BAR_PLACES).map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={clsx(CELL_CLASSES, 'relative aria-[current=page]:text-accent-text')}>
          <Icon className="size-5" strokeWidth={1.9} />
          <span className="max-w-full truncate px-0.5">{label}</span>
          {(counts[path] ?? 0) > 0 && <UnreadCount count={counts[path] ?? 0} isDot />}
        </NavLink>
      ))}
      <MemberMenu
        {...member}
        side="top"
        align="end"
        extraPlaces={[...main.slice(BOTTOM_BAR_PLACES), ...foot]}
        trigger={
          <button type="button" className={CELL_CLASSES}>
            <Avatar id={member.user.id} name={member.user.fullName} src={member.user.profileImage} size="xs" />
            <span>More</span>
            <span className="sr-only">{`, your account, ${member.user.fullName}`}</span>
          </button>
        }
      />
    </nav>
  );
}
