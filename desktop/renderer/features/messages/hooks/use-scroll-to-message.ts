import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** How long the message is highlighted, in milliseconds. */
const HIGHLIGHT_MS = 2_500;

/**
 * Scrolls to the message with the sequence number `at`, or the one before it, once the thread is loaded. Returns `at`
 * while the message is highlighted, then null.
 */
export function useScrollToMessage(
  scroller: RefObject<HTMLElement | null>,
  at: number | null,
  isLoaded: boolean,
): number | null {
  const [isOver, setIsOver] = useState(false);
  const isDue = at !== null && isLoaded;
  useLayoutEffect(() => {
    if (!isDue) return;
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-seq]') ?? [])];
    const row = rows.findLast(({ dataset }) => Number(dataset['seq']) <= at) ?? rows[0];
    row?.scrollIntoView({ block: 'center' });
  }, [scroller, at, isDue]);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => setIsOver(true), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return isDue && !isOver ? at : null;
}
