import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Placeholders of posts that are loading. */
export function FeedSkeleton({ count = 4 }: { count?: number }) {
  return (
    <div role="status" className="divide-y divide-border">
      <span className="sr-only">Loading posts</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex gap-3 px-4 py-4 sm:px-5">
          <Skeleton className="size-10 shrink-0 rounded-full!" />
          <div className="min-w-0 flex-1 pt-1">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="mt-2 h-3 w-56 max-w-full" />
            <Skeleton className="mt-5 h-3.5 w-full" />
            <Skeleton className="mt-2 h-3.5 w-11/12" />
            <Skeleton className="mt-2 h-3.5 w-2/3" />
            <Skeleton className="mt-5 mb-1 h-4 w-44" />
          </div>
        </div>
      ))}
    </div>
  );
}
