import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Placeholder while notifications load. */
export function NotificationSkeleton() {
  return (
    <div role="status" className="space-y-5 p-4">
      <span className="sr-only">Loading notifications</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-4 w-full max-w-72" />
          </div>
        </div>
      ))}
    </div>
  );
}
