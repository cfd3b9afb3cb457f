import { useEffect, useRef, type RefObject } from 'react';
import { isShortcutKey } from '../../../lib/page/shortcut-key.ts';

const ANSWER = { key: 'a', code: 'KeyA' };
const DECLINE = { key: 'd', code: 'KeyD' };

interface IncomingKeys {
  /** The card. */
  card: RefObject<HTMLElement | null>;
  onAnswer: () => void;
  onDecline: () => void;
}

/** Handles Ctrl+Shift+A, Ctrl+Shift+D and F6 on the whole page while a call rings, also while a dialog is open. */
export function useIncomingKeys(keys: IncomingKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { card, onAnswer, onDecline } = latest.current;
      const isCommand = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && !event.repeat;
      const isOutside = card.current !== null && !card.current.contains(document.activeElement);
      if (isCommand && isShortcutKey(event, ANSWER)) onAnswer();
      else if (isCommand && isShortcutKey(event, DECLINE)) onDecline();
      else if (event.key === 'F6' && isOutside) focusAnswer(card.current);
      else return;
      // The browser has shortcuts of its own for these keys, and F6 otherwise moves through the regions.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Moves focus to the button that answers. */
export function focusAnswer(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
}
