import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** How long a message that was jumped to catches the eye, in milliseconds. */
const FLASH_MS = 2_500;

/**
 * Brings the message at a place into sight once the thread is there, or the one before it; answers the place for as
 * long as it is to catch the eye.
 */
export function useHit(scroller: RefObject<HTMLElement | null>, at: number | null, isLoaded: boolean): number | null {
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
    const timer = setTimeout(() => setIsOver(true), FLASH_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return isDue && !isOver ? at : null;
}
