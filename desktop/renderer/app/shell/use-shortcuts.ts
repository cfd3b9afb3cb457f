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
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./listen-for-shortcuts.ts').then(
      ({ listenForShortcuts }) => {
        if (!isOver) stop = listenForShortcuts(latest);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}
