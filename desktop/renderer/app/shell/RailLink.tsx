import clsx from 'clsx';
import { NavLink } from 'react-router-dom';
import { Tooltip } from '../../ui/Tooltip.tsx';
import type { Place } from './navigation.ts';

/** One place in the rail; its label becomes a tooltip while the rail is narrow. */
export function RailLink({ place, isNarrow }: { place: Place; isNarrow: boolean }) {
  const Icon = place.icon;
  return (
    <li>
      <Tooltip text={place.label} side="right" isOff={!isNarrow}>
        <NavLink
          to={place.path}
          className={clsx(
            'group flex h-9 items-center gap-3 rounded-md px-2.5 font-medium text-text-muted transition-colors',
            'hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
          )}
        >
          <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.9} />
          <span className={isNarrow ? 'sr-only' : 'truncate'}>{place.label}</span>
        </NavLink>
      </Tooltip>
    </li>
  );
}
