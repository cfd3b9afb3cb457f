import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether an element of the page has focus; not when the one that had it was removed. */
export function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

/**
 * Moves focus to the page's h1 when a view replaces another one at the same path, together with the element that had
 * focus. The first view of a visit is left alone.
 */
export function useHeadingFocus(): void {
  const { key } = useLocation();
  const [isFirstView] = useState(key === 'default');
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
    if (isFirstView || heading === null || hasFocus()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isFirstView]);
}
