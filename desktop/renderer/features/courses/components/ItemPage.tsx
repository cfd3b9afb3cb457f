import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { courseQuery } from '../api/queries.ts';

interface ItemPageProps {
  itemId: string;
  viewer: CurrentUser;
  /** Returns to the list that the item was opened from. */
  onClose: () => void;
  /** Returns the path that edits an own item. */
  editHref: (id: string) => string;
}

/** The page of one item, for the part of the window below the shell. */
export function ItemPage({ itemId, onClose }: ItemPageProps) {
  const query = useQuery(courseQuery(itemId));
  const { data: course, error } = query;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title="This item is unavailable"
          text="Its author may have deleted it or taken it offline."
          action={<Button onClick={onClose}>Back</Button>}
        />
      </Card>
    );
  }
  if (course === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-96 w-full" />} />;
  return <h1 className="font-serif text-title leading-tight font-semibold">{course.title}</h1>;
}
