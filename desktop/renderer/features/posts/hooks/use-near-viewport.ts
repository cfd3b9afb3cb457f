import { useEffect, useRef, useState, type RefObject } from 'react';

/** Where an element stands; `heightPx` is its height when that was last observed, 0 before. */
export interface Nearness {
  isNear: boolean;
  heightPx: number;
}

/**
 * Tells whether an element is on screen or within `marginPx` of it. Before the first observation, and where the browser
 * cannot observe, `initial` is the answer.
 */
export function useNearViewport<E extends HTMLElement>(
  marginPx: number,
  initial: boolean,
): [RefObject<E | null>, Nearness] {
  const ref = useRef<E>(null);
  const [nearness, setNearness] = useState<Nearness>({ isNear: initial, heightPx: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setNearness({ isNear: last.isIntersecting, heightPx: last.boundingClientRect.height });
      },
      { rootMargin: `${String(marginPx)}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [marginPx]);
  return [ref, nearness];
}
