import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns whether an element is within `marginPx` of its scroller's visible part, and its last height in pixels. */
export function useOffscreenHeight(
  scroller: RefObject<HTMLElement | null>,
  marginPx: number,
): { ref: RefObject<HTMLDivElement | null>; isNear: boolean; heightPx: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ isNear: true, heightPx: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setState({ isNear: last.isIntersecting, heightPx: last.boundingClientRect.height });
      },
      { root: scroller.current, rootMargin: `${String(marginPx)}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, marginPx]);
  return { ref, ...state };
}
