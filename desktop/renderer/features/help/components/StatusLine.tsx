import { queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { metaEndpoints } from '#shared/api/meta.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';

/** Whether the server is ready, and which release it is. Fails when it is not. */
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

/** Whether the server answers, and its release. */
export function StatusLine() {
  const { data, isError, isFetching, refetch } = useQuery(statusQuery);
  const [tone, text] = isError
    ? (['bg-danger', 'The server does not answer as it should.'] as const)
    : data
      ? (['bg-success', `The server answers. Release ${data.version}.`] as const)
      : (['bg-border-strong', 'Asking the server…'] as const);
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', tone)} />
      <p role="status" className="flex-1 text-text-muted">
        {text}
      </p>
      {isError && (
        <Button size="sm" variant="ghost" isLoading={isFetching} onClick={() => void refetch()}>
          Ask again
        </Button>
      )}
    </div>
  );
}
