import { useEffect, useRef } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { GENERAL_SHORTCUTS, GO_TO_KEY, GO_TO_SHORTCUTS } from '../../features/help/shortcuts.ts';
import { isShortcutKey, isTyping } from '../../lib/page/shortcut-key.ts';

/** Time between G and the key after it. */
const SEQUENCE_MS = 1.5 * SECOND_MS;

/** Loads the code that moves the focus between the regions of the page. */
export const loadRegions = () => import('./region-cycle.ts');

/** What the shortcuts do. */
interface ShortcutHandlers {
  /** False turns off the shortcuts of a single key; F6 and those with Ctrl still work. */
  areSingleKeysOn: boolean;
  onGoTo: (path: string) => void;
  onHelp: () => void;
  onSearch: () => void;
}

function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Listens for the shortcuts of every page. Those of a single key are off in text fields and while a dialog is open. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    let pressedGoAtMs = Number.NEGATIVE_INFINITY;
    /** Runs the shortcut of an event; returns whether there is one. */
    const run = (event: KeyboardEvent): boolean => {
      const { areSingleKeysOn, onGoTo, onHelp, onSearch } = latest.current;
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && isShortcutKey(event, GENERAL_SHORTCUTS.search)) {
        if (!event.repeat && !isModalOpen()) onSearch();
        return true;
      }
      if (ctrlKey || metaKey || altKey) return false;
      if (isShortcutKey(event, GENERAL_SHORTCUTS.nextRegion)) {
        loadRegions().then(
          ({ cycleRegions }) => cycleRegions(shiftKey),
          () => undefined,
        );
        return true;
      }
      if (!areSingleKeysOn || event.defaultPrevented || event.repeat || isTyping(event.target) || isModalOpen())
        return false;
      const isAfterGo = event.timeStamp - pressedGoAtMs < SEQUENCE_MS;
      pressedGoAtMs = Number.NEGATIVE_INFINITY;
      const goTo =
        isAfterGo && !shiftKey ? GO_TO_SHORTCUTS.find((shortcut) => isShortcutKey(event, shortcut)) : undefined;
      if (goTo) onGoTo(goTo.path);
      else if (isShortcutKey(event, GO_TO_KEY) && !shiftKey) pressedGoAtMs = event.timeStamp;
      else if (isShortcutKey(event, GENERAL_SHORTCUTS.help) && (shiftKey || event.key === '?')) onHelp();
      else return false;
      return true;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      // The browser has shortcuts of its own for some of the keys.
      if (run(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
