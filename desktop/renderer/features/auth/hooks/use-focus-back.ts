import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The ref of the control that opens something in its own place; focus goes back to it when that is closed. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) trigger.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return trigger;
}
