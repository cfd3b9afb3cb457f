import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { AdvertisementView } from '#shared/api/advertisements.ts';
import { ShownAd } from './ShownAd.tsx';

interface FeedAdProps {
  /** The advertisement of this position; undefined for none. */
  advertisement: AdvertisementView | undefined;
}

/** An advertisement between posts. It changes only while it is off screen, so that the layout does not shift. */
export function FeedAd({ advertisement }: FeedAdProps) {
  const [shown, setShown] = useState(advertisement);
  const element = useRef<HTMLDivElement>(null);
  const wanted = useRef(advertisement);
  const isOnScreen = useRef(false);
  useEffect(() => {
    wanted.current = advertisement;
    if (!isOnScreen.current) setShown(advertisement);
  }, [advertisement]);
  useEffect(() => {
    const frame = element.current;
    if (frame === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      isOnScreen.current = entries.at(-1)?.isIntersecting ?? false;
      if (!isOnScreen.current) setShown(wanted.current);
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} role="presentation" className={clsx(!shown && 'border-y-0!')}>
      {shown && (
        // A feed may only contain articles; this one has no `aria-posinset`, so the feed keys skip it.
        <article aria-label="Advertisement">
          <aside aria-label={`Advertisement: ${shown.title}`}>
            <ShownAd key={shown.id} advertisement={shown} isInFeed onHidden={() => setShown(undefined)} />
          </aside>
        </article>
      )}
    </div>
  );
}
