import { useEffect, type RefObject } from 'react';

/**
 * Moves focus to the content of a viewer when it is first shown, unless the user has already moved it to a control;
 * `isReady` is true when the content is there.
 */
export function useContentFocus(area: RefObject<HTMLElement | null>, isFocused: boolean, isReady = true): void {
  useEffect(() => {
    if (!isFocused || !isReady) return;
    const active = document.activeElement;
    const dialog = area.current?.closest('[role="dialog"]');
    if (active === null || active === document.body || active === dialog) area.current?.focus();
  }, [area, isFocused, isReady]);
}
