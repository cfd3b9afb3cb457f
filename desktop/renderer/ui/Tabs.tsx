import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Elements } from './elements.ts';

/** One tab: its value, its label and its panel. */
export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Name of the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Controls of the open panel, at the end of the row. */
  end?: Elements;
}

/** Returns the index that a key moves to from `index` of `count`; undefined for other keys. Source: ARIA APG, Tabs. */
function nextIndex(key: string, { index, count, isRtl }: { index: number; count: number; isRtl: boolean }) {
  const after = (index + 1) % count;
  const before = (index - 1 + count) % count;
  const indexes: Record<string, number> = {
    ArrowRight: isRtl ? before : after,
    ArrowLeft: isRtl ? after : before,
    Home: 0,
    End: count - 1,
  };
  return indexes[key];
}

/**
 * A row of tabs above the panel of the chosen one. Arrow keys, in the direction of the page, Home and End choose a tab.
 * Not Radix's tabs, whose 10 kB exceed the first load of the sign-in page.
 */
export function Tabs<Value extends string>({ label, items, value, onChange, end }: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const index = items.findIndex((item) => item.value === value);
  const chosen = items[index];
  // On a phone the row scrolls. Not `scrollIntoView`, which moves the page too.
  useEffect(() => {
    const tab = row.current?.children[index] as HTMLElement | undefined;
    row.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - row.current.offsetLeft - 40 });
  }, [index]);

  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = nextIndex(event.key, { index, count: items.length, isRtl });
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
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-1 pt-1 shadow-[inset_0_-1px_var(--border)]"
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
                className="shrink-0 rounded-t-sm border-b-2 border-transparent px-3 py-2 font-medium text-text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
              >
                {item.label}
              </button>
            );
          })}
        </div>
        {end && <div className="flex shrink-0 items-center px-1 shadow-[inset_0_-1px_var(--border)]">{end}</div>}
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
