import { useEffect, useRef, useState, type RefObject } from 'react';

interface NearViewport {
  ref: RefObject<HTMLDivElement | null>;
  isNear: boolean;
  /** Height when last observed, 0 before. */
  heightPx: number;
}

/**
 * Returns whether an element is within `marginPx` of the visible part of `scroller`, or of the window; `isFirstNear`
 * before the first observation.
 */
export function useNearViewport(
  marginPx: number,
  { isFirstNear = true, scroller }: { isFirstNear?: boolean; scroller?: RefObject<HTMLElement | null> } = {},
): NearViewport {
  const ref = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ isNear: isFirstNear, heightPx: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setState({ isNear: last.isIntersecting, heightPx: last.boundingClientRect.height });
      },
      { root: scroller?.current ?? null, rootMargin: `${String(marginPx)}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, marginPx]);
  return { ref, ...state };
}
