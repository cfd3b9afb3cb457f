import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Tells whether an element is within `marginPx` of what its scroller shows, and its height when it last was, so that
 * only its height stays of what is far away.
 */
export function useKeptHeight(
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
