import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/api/endpoint.ts';
import { sessionQuery } from '../me.ts';

/** Returns the path of conversations for a role, with a query such as `with=…`: creators have them in the Library. */
export function chatPath(role: Role | undefined, query = ''): string {
  if (role === 'creator') return `/library?questions=1${query && `&${query}`}`;
  return `/chat${query && `?${query}`}`;
}

/** Returns {@link chatPath} for the signed-in user. */
export function useChatPath(): (query?: string) => string {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  return (query) => chatPath(user?.role, query);
}
