import { lazy, Suspense, type ReactElement } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

const EventCard = lazy(async () => ({
  default: (await import('../features/events/components/EventCard.tsx')).EventCard,
}));
const EmbeddedItem = lazy(async () => ({
  default: (await import('../features/courses/components/EmbeddedItem.tsx')).EmbeddedItem,
}));

/** Renders the attachment of a post. */
export function drawAttachment({ type, id }: Attached): ReactElement {
  const Card = type === 'event' ? EventCard : EmbeddedItem;
  return (
    <Suspense fallback={<Skeleton className="h-36 w-full" />}>
      <Card id={id} />
    </Suspense>
  );
}
