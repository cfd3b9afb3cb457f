import { queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { metaEndpoints } from '#shared/api/meta.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';

/** The release of the server; an error when the server is not ready. */
const statusQuery = queryOptions({
  queryKey: ['help', 'status'],
  queryFn: async ({ signal }) => {
    const [, meta] = await Promise.all([
      call(metaEndpoints.getReady, {}, { signal }),
      call(metaEndpoints.getMeta, {}, { signal }),
    ]);
    return { version: meta.version };
  },
  staleTime: 0,
});

/** Shows whether the server responds, and its release. */
export function StatusLine() {
  const { data, isError, isFetching, refetch } = useQuery(statusQuery);
  const [tone, text] = isError
    ? (['bg-danger', 'The server has a problem.'] as const)
    : data
      ? (['bg-success', `The server is available. Release ${data.version}.`] as const)
      : (['bg-border-strong', 'Checking the server…'] as const);
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', tone)} />
      <p role="status" className="flex-1 text-text-muted">
        {text}
      </p>
      {isError && (
        <Button size="sm" variant="ghost" isLoading={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      )}
    </div>
  );
}
