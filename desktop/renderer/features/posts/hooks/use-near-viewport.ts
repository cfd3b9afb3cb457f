import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Tells whether an element is on screen or within `marginPx` of it. Before the first observation, and where the browser
 * cannot observe, `initial` is the answer.
 */
export function useNearViewport<E extends HTMLElement>(marginPx: number, initial: boolean): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isNear, setIsNear] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setIsNear(last.isIntersecting);
      },
      { rootMargin: `${String(marginPx)}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [marginPx]);
  return [ref, isNear];
}
