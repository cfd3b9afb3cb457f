import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { TocEntry } from './open-epub.ts';

interface EpubContentsProps {
  entries: readonly TocEntry[];
  /** Returns the chapter that an entry leads to; undefined when it is not in the book. */
  chapterOf: (href: string) => number | undefined;
  /** The chapter that is shown. */
  chapter: number;
  onOpen: (href: string) => void;
  onClose: () => void;
}

/** The table of contents of a book, above its text; Escape closes it. */
export function EpubContents({ entries, chapterOf, chapter, onOpen, onClose }: EpubContentsProps) {
  const panel = useRef<HTMLElement>(null);
  const current = entries.findLastIndex(({ href }) => (chapterOf(href) ?? Infinity) <= chapter);
  useEffect(() => {
    const [first, ...rest] = panel.current?.querySelectorAll('button') ?? [];
    ([first, ...rest].find((button) => button?.ariaCurrent === 'location') ?? first)?.focus();
  }, []);
  return (
    <nav
      ref={panel}
      aria-label="Contents"
      data-own-escape=""
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="absolute inset-y-0 start-0 z-10 w-72 max-w-full overflow-y-auto border-e border-border bg-surface-raised p-2 shadow-overlay"
    >
      <ul>
        {entries.map(({ label, href, depth }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same entry can be listed twice, and none moves
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? 'location' : undefined}
              onClick={() => onOpen(href)}
              style={{ paddingInlineStart: `${String(0.5 + Math.min(depth, 5) * 0.75)}rem` }}
              className={clsx(
                'block w-full rounded-md py-1.5 pe-2 text-start wrap-anywhere hover:bg-surface-sunken',
                index === current && 'bg-accent-soft font-medium',
              )}
            >
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
