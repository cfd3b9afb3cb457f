import { useEffect, useRef } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { GO_TO_SHORTCUTS } from '../../features/help/shortcuts.ts';

/** Time between g and the key after it. */
const SEQUENCE_MS = 1.5 * SECOND_MS;

/** What the keys do. */
export interface ShortcutHandlers {
  /** False turns the single keys off; F6 still works, as no one types it by mistake. */
  isOn: boolean;
  onGoTo: (path: string) => void;
  onHelp: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="textbox"]') !== null)
  );
}

function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Single keys: ? for the sheet, g and a letter for a place. Off while typing and while a window is open. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    let pressedGoAtMs = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { isOn, onGoTo, onHelp } = latest.current;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isOn || event.defaultPrevented || event.repeat || !isPlain || isTyping(event.target) || isModalOpen())
        return;
      const isAfterGo = event.timeStamp - pressedGoAtMs < SEQUENCE_MS;
      pressedGoAtMs = Number.NEGATIVE_INFINITY;
      const place = isAfterGo ? GO_TO_SHORTCUTS.find(({ key }) => key === event.key) : undefined;
      if (place) {
        event.preventDefault();
        onGoTo(place.path);
      } else if (event.key === 'g') {
        pressedGoAtMs = event.timeStamp;
      } else if (event.key === '?') {
        event.preventDefault();
        onHelp();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
