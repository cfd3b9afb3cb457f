import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

/** One tab: its value (as in the address), its label and its panel. */
export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

/** Props of {@link Tabs}. */
export interface TabsProps<Value extends string> {
  /** Name of the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Stands at the end of the row: what concerns the open panel. */
  end?: ReactNode;
}

/** Where a key leads from the tab at `place` of `count`; undefined for keys that lead nowhere. Source: ARIA APG, Tabs. */
function nextPlace(key: string, place: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: (place + 1) % count,
    ArrowLeft: (place - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

/** A row of tabs over the panel of the chosen one; arrow keys, Home and End move between tabs and choose. */
export function Tabs<Value extends string>({ label, items, value, onChange, end }: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const place = items.findIndex((item) => item.value === value);
  const chosen = items[place];

  const move = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : nextPlace(event.key, place, items.length);
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || !item) return;
    event.preventDefault();
    (row.current?.children[next] as HTMLElement | undefined)?.focus();
    onChange(item.value);
  };

  return (
    <div>
      <div className="-mx-1 flex">
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto border-b border-border px-1 pt-1"
        >
          {items.map((item) => {
            const isChosen = item === chosen;
            return (
              <button
                key={item.value}
                type="button"
                role="tab"
                id={`${id}-${item.value}`}
                aria-selected={isChosen}
                aria-controls={isChosen ? `${id}-panel` : undefined}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => !isChosen && onChange(item.value)}
                onKeyDown={move}
                className="-mb-px shrink-0 rounded-t-sm border-b-2 border-transparent px-3 py-2 font-medium text-text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
              >
                {item.label}
              </button>
            );
          })}
        </div>
        {end && <div className="flex shrink-0 items-center border-b border-border px-1">{end}</div>}
      </div>
      {chosen && (
        <div
          key={chosen.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.value}`}
          tabIndex={0}
          className="rounded-md pt-5"
        >
          {chosen.content}
        </div>
      )}
    </div>
  );
}
