import { useEffect } from 'react';

/** What a user does to move the page. */
const ACTIONS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to the heading of a section, and again while the sections around it load and change their height, until the
 * user acts. Does nothing for an id that is empty or unknown.
 */
export function useScrollToSection(id: string): void {
  useEffect(() => {
    const heading = document.getElementById(id);
    const list = heading?.closest('section')?.parentElement;
    if (!heading || !list) return undefined;
    const observer = new ResizeObserver(() => heading.scrollIntoView());
    const stop = (): void => {
      observer.disconnect();
      for (const action of ACTIONS) window.removeEventListener(action, stop, true);
    };
    for (const action of ACTIONS) window.addEventListener(action, stop, true);
    heading.scrollIntoView();
    observer.observe(list);
    return stop;
  }, [id]);
}
