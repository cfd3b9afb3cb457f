import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { PaletteGroup } from '../options.tsx';

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** Id of the option that Enter runs. */
  activeId: string | undefined;
  onActive: (id: string) => void;
  /** Called when a pointer is pressed on the list. */
  onPress: () => void;
}

/** The id of an option's element. */
export function optionElementId(listId: string, optionId: string): string {
  return `${listId}-${optionId}`;
}

/** Lists the options in labelled groups; focus stays in the text field. */
export function PaletteList({ id, groups, activeId, onActive, onPress }: PaletteListProps) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    active.current?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className="space-y-3 pt-3" onPointerDown={onPress}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden="true" className="px-2 pb-1 text-xs font-medium text-text-muted">
            {group.label}
          </p>
          {group.options.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- focus and keys belong to the text field
            <div
              key={option.id}
              id={optionElementId(id, option.id)}
              ref={option.id === activeId ? active : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === activeId}
              // Focus stays in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => option.id !== activeId && onActive(option.id)}
              onClick={() => option.run()}
              className={clsx(
                'flex min-h-10 cursor-default scroll-mt-16 items-center gap-3 rounded-md px-2 py-1.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-text-muted',
                option.id === activeId && 'bg-surface-sunken outline-2 -outline-offset-2 outline-focus-ring',
              )}
            >
              {option.icon}
              <bdi className="min-w-0 flex-1 truncate">{option.label}</bdi>
              {option.detail !== undefined && (
                <span className="max-w-[45%] shrink-0 truncate text-small text-text-muted">{option.detail}</span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
