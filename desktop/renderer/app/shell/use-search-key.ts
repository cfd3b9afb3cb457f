import { useEffect, useRef } from 'react';

/** Ctrl+K, on a Mac Cmd+K, wherever the member is, in a text field as well; off while a window is open. */
export function useSearchKey(onSearch: (() => void) | undefined): void {
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAsked =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
      if (!isAsked || latest.current === undefined) return;
      // The browser's own address bar is not what is meant.
      event.preventDefault();
      if (!event.repeat && document.querySelector('[role="dialog"], [role="alertdialog"]') === null) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
