import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element is near the viewport, and its height in pixels when last observed, 0 before. */
interface Nearness {
  isNear: boolean;
  heightPx: number;
}

/** Returns whether an element is within `marginPx` of the viewport; `initial` before the first observation. */
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
