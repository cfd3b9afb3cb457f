import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { historyQuery } from '../api/queries.ts';
import type { PostDialogProps } from './DeletePostDialog.tsx';

/** The versions of a post, the current one first. */
export function HistoryDialog({ post, onClose }: PostDialogProps) {
  const query = useQuery(historyQuery(post.id));
  const { data } = query;
  return (
    <Dialog
      onClose={onClose}
      title="Edit history"
      description="Everyone who can see the post can see its earlier versions."
    >
      {data === undefined && <QueryState query={query} skeleton={<Skeleton className="h-32 w-full" />} />}
      {data !== undefined && (
        <ol aria-label="Versions" className="flex flex-col divide-y divide-border">
          {data.map((version, index) => (
            <li key={version.at} className="py-3 first:pt-0 last:pb-0">
              <p className="mb-1 text-small text-text-muted">
                <span>{index === 0 ? 'Now' : index === data.length - 1 ? 'First' : 'Before'}</span> <span>·</span>{' '}
                <Time iso={version.at} />
              </p>
              <LinkedText className="leading-relaxed">{version.content}</LinkedText>
              {version.imageAlt !== null && (
                <p dir="auto" className="mt-1 text-small text-text-muted">
                  {`Image description: ${version.imageAlt}`}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
