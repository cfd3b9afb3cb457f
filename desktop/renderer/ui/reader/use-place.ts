import { useCallback, useEffect, useRef } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import type { ReaderPlace } from './reader-file.ts';

/** The least time between two stored places, in milliseconds. */
const STORE_EVERY_MS = 10 * SECOND_MS;

/** What {@link usePlace} returns. */
interface PlaceStore {
  /** Reports where the user is; stored at most every 10 s. */
  report: (place: ReaderPlace) => void;
  /** Stores the last reported place now. */
  store: () => void;
  /** Returns the position of the last reported place; null before. */
  last: () => string | null;
}

/**
 * Calls `onPosition` with the place of the user in a file: at most every 10 s while it changes, and at once on `store`,
 * when the page is hidden and when the component is removed. `position` is the place that is already stored. The end of
 * a file is stored also at that position: on a high screen, its last page ends where it starts.
 */
export function usePlace(position: string | null, onPosition: ((place: ReaderPlace) => void) | undefined): PlaceStore {
  const listener = useRef(onPosition);
  useEffect(() => {
    listener.current = onPosition;
  }, [onPosition]);
  const latest = useRef<ReaderPlace | null>(null);
  const stored = useRef({ position, isEnd: false });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const store = useCallback((): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    const place = latest.current;
    if (place === null || isSame(place, stored.current)) return;
    stored.current = { position: place.position, isEnd: place.percent === 1 };
    listener.current?.(place);
  }, []);
  const report = useCallback(
    (place: ReaderPlace): void => {
      latest.current = place;
      if (!isSame(place, stored.current)) timer.current ??= setTimeout(store, STORE_EVERY_MS);
    },
    [store],
  );

  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') store();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      store();
    };
  }, [store]);
  const last = useCallback(() => latest.current?.position ?? null, []);
  return { report, store, last };
}

function isSame({ position, percent }: ReaderPlace, stored: { position: string | null; isEnd: boolean }): boolean {
  return position === stored.position && (percent < 1 || stored.isEnd);
}
