import { useEffect, useRef, type RefObject } from 'react';

/** Time on screen, in milliseconds, and visible share that count as an impression. */
const VISIBLE_MS = 1_000;
const VISIBLE_SHARE = 0.5;

/** Calls `onImpression` once the element was on screen long enough. Returns the ref of the element. */
export function useImpression(onImpression: () => void): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const callback = useRef(onImpression);
  useEffect(() => {
    callback.current = onImpression;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          observer.disconnect();
          callback.current();
        }, VISIBLE_MS);
      },
      { threshold: VISIBLE_SHARE },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return frame;
}
