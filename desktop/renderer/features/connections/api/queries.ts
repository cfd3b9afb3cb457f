import { queryOptions } from '@tanstack/react-query';
import { connectionEndpoints, type ConnectionList } from '#shared/api/connections.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** Which connections are shown: a list, and what narrows it. */
export interface ConnectionsFilter {
  status: ConnectionList;
  q?: string | undefined;
  role?: Role | undefined;
}

/** The pages of one list, newest first. */
export function connectionsQuery({ status, q, role }: ConnectionsFilter) {
  return pagesQuery(['connections', 'list', { status, q: q ?? '', role: role ?? '' }], (cursor, options) =>
    callPage(
      connectionEndpoints.listConnections,
      {
        query: {
          status,
          ...(q && { q }),
          ...(role && { role }),
          ...cursor,
        },
      },
      options,
    ),
  );
}

/** How many connections and requests there are. */
export const connectionCountQuery = queryOptions({
  queryKey: ['connections', 'count'],
  queryFn: ({ signal }) => call(connectionEndpoints.countConnections, {}, { signal }),
});

/** Suggested members, each with the reasons. */
export const suggestionsQuery = queryOptions({
  queryKey: ['connections', 'suggestions'],
  queryFn: ({ signal }) => call(connectionEndpoints.listSuggestions, {}, { signal }),
});
