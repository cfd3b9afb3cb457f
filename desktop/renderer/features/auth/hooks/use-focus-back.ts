import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Returns the ref of a control that is replaced while what it opens is open; focus returns to it on close. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) trigger.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return trigger;
}
