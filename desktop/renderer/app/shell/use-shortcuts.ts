import { useEffect, useRef } from 'react';

/** Loads the code that moves the focus between the regions of the page. */
export const loadRegions = () => import('./region-cycle.ts');

/** What the shortcuts do. */
export interface ShortcutHandlers {
  /** False turns off the shortcuts of a single key; F6 and those with Ctrl still work. */
  areSingleKeysOn: boolean;
  onGoTo: (path: string) => void;
  onHelp: () => void;
  onSearch: () => void;
}

/**
 * Listens for the shortcuts of every page, as soon as their code is loaded. Those of a single key are off in text
 * fields and while a dialog is open.
 */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    // Until then, the shortcut of the search, for which the browser has a meaning of its own.
    const onEarlyKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyK') return;
      event.preventDefault();
      latest.current.onSearch();
    };
    document.addEventListener('keydown', onEarlyKey);
    let stop = (): void => document.removeEventListener('keydown', onEarlyKey);
    let isOver = false;
    import('./listen-for-shortcuts.ts').then(
      ({ listenForShortcuts }) => {
        if (isOver) return;
        stop();
        stop = listenForShortcuts(latest);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, []);
}
