import { queryOptions } from '@tanstack/react-query';
import { metaEndpoints } from '#shared/api/meta.ts';
import { call } from '../../../lib/http/api.ts';

/** Whether the server is ready, and which release it is. Fails when it is not. */
export const statusQuery = queryOptions({
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
