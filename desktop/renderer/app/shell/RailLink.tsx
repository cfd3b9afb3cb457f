import clsx from 'clsx';
import { NavLink } from 'react-router-dom';
import { Tooltip } from '../../ui/Tooltip.tsx';
import type { Place } from './navigation.ts';

interface RailLinkProps {
  place: Place;
  isNarrow: boolean;
  /** Unread count; nothing is shown for 0. */
  count?: number | undefined;
}

/** One link in the rail; its label is a tooltip while the rail is narrow. */
export function RailLink({ place, isNarrow, count = 0 }: RailLinkProps) {
  const Icon = place.icon;
  return (
    <li>
      <Tooltip text={place.label} side="right" isOff={!isNarrow}>
        <NavLink
          to={place.path}
          className={clsx(
            'group relative flex h-9 items-center gap-3 rounded-md px-2.5 font-medium text-text-muted transition-colors',
            'hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
          )}
        >
          <Icon className="size-4.5 shrink-0" strokeWidth={1.9} />
          <span className={isNarrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{place.label}</span>
          {count > 0 && <UnreadCount count={count} isDot={isNarrow} />}
        </NavLink>
      </Tooltip>
    </li>
  );
}

const MOST_SHOWN = 99;

/** The unread count of a page; a dot when there is no room for the number. */
export function UnreadCount({ count, isDot }: { count: number; isDot: boolean }) {
  return (
    <span
      className={
        isDot
          ? 'absolute end-1.5 top-1 size-2 rounded-full bg-accent'
          : 'flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-contrast tabular-nums'
      }
    >
      {!isDot && <span aria-hidden="true">{count > MOST_SHOWN ? `${String(MOST_SHOWN)}+` : count}</span>}
      <span className="sr-only">{`${count} new`}</span>
    </span>
  );
}
