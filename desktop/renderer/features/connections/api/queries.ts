import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { connectionEndpoints, type ConnectionList } from '#shared/api/connections.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { call, callPage } from '../../../lib/api.ts';

/** The path that every cached answer about connections stands under. Source: spec section 7. */
export const CONNECTIONS_PATH = connectionEndpoints.listConnections.path;

/** Which connections are shown: a list, and what narrows it. */
export interface ConnectionsFilter {
  status: ConnectionList;
  q?: string | undefined;
  role?: Role | undefined;
}

/** The pages of one list, newest first. */
export function connectionsQuery({ status, q, role }: ConnectionsFilter) {
  return infiniteQueryOptions({
    queryKey: [CONNECTIONS_PATH, { status, q: q ?? '', role: role ?? '' }] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        connectionEndpoints.listConnections,
        {
          query: {
            status,
            ...(q && { q }),
            ...(role && { role }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** How many connections and requests there are. */
export const connectionCountQuery = queryOptions({
  queryKey: [connectionEndpoints.countConnections.path],
  queryFn: ({ signal }) => call(connectionEndpoints.countConnections, {}, { signal }),
});

/** Whom to connect with, and why. */
export const suggestionsQuery = queryOptions({
  queryKey: [connectionEndpoints.listSuggestions.path],
  queryFn: ({ signal }) => call(connectionEndpoints.listSuggestions, {}, { signal }),
});
