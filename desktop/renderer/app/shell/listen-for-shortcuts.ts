import type { RefObject } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { GENERAL_SHORTCUTS, GO_TO_KEY, GO_TO_SHORTCUTS } from '../../features/help/shortcuts.ts';
import { isShortcutKey, isTyping } from '../../lib/page/shortcut-key.ts';
import type { ShortcutHandlers } from './use-shortcuts.ts';

/** Time between G and the key after it. */
const SEQUENCE_MS = 1.5 * SECOND_MS;

function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Listens for the shortcuts of every page. Returns a function that ends it. */
export function listenForShortcuts(latest: RefObject<ShortcutHandlers>): () => void {
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
      import('./region-cycle.ts').then(
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
}
