import { lazy, Suspense, type ReactNode } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

const EventCard = lazy(async () => ({
  default: (await import('../features/events/components/EventCard.tsx')).EventCard,
}));

/** Renders the attachment of a post. */
export function drawAttachment({ id }: Attached): ReactNode {
  return (
    <Suspense fallback={<Skeleton className="h-36 w-full" />}>
      <EventCard id={id} />
    </Suspense>
  );
}
