import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/api/endpoint.ts';
import { sessionQuery } from '../me.ts';

/** Returns the path of an item's page for a role: creators open items in the Library, all others in Courses. */
export function itemPath(id: string, role: Role | undefined): string {
  return `${role === 'creator' ? '/library' : '/courses'}?item=${encodeURIComponent(id)}`;
}

/** Returns the path of an item's public page, which leads members on to {@link itemPath}. */
export function publicItemPath(id: string): string {
  return `/?item=${encodeURIComponent(id)}`;
}

/** Returns {@link itemPath} for the signed-in user. */
export function useItemPath(): (id: string) => string {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  return (id) => itemPath(id, user?.role);
}
