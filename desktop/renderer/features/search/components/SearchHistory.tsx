import { useInfiniteQuery } from '@tanstack/react-query';
import { History, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { historyQuery } from '../api/queries.ts';
import { useRemoveSearch } from '../api/mutations.ts';
import { DeleteHistory } from './DeleteHistory.tsx';

/** Lists the user's searches; each can be repeated or deleted. */
export function SearchHistory({ onSearch, onDone }: { onSearch: (text: string) => void; onDone: () => void }) {
  const query = useInfiniteQuery(historyQuery);
  const { mutate: remove, isPending, variables } = useRemoveSearch();
  return (
    <section aria-label="Search history" className="pt-2">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          Back to search
        </Button>
        <DeleteHistory />
      </div>
      <PagedList
        label="Your searches"
        query={query}
        keyOf={({ id }) => id}
        row={(past) => (
          <div className="flex items-center gap-3 px-3 py-1.5">
            <button
              type="button"
              onClick={() => onSearch(past.query)}
              className={`${QUIET_LINK_CLASSES} min-w-0 flex-1 truncate py-1 text-start`}
            >
              <Name>{past.query}</Name>
            </button>
            <span className="text-small text-text-muted">
              {past.numResults === 1 ? '1 result' : `${String(past.numResults)} results`}
            </span>
            <Time iso={past.createdAt} className="w-14 text-end text-small text-text-muted" />
            <IconButton
              label={`Delete “${past.query}”`}
              icon={<Trash2 className="size-4" />}
              disabled={isPending && variables === past.id}
              onClick={() => remove(past.id)}
            />
          </div>
        )}
        empty={
          <EmptyState
            level={3}
            icon={<History />}
            title="No searches yet"
            text="Your searches are listed here, unless you pause search history in Settings, Privacy."
          />
        }
        skeleton={<Skeleton className="h-40" />}
      />
    </section>
  );
}
