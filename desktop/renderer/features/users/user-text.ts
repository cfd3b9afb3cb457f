import type { Role } from '#shared/api/endpoint.ts';

/** Names of the roles. */
export const ROLE_NAMES: Record<Role, string> = {
  student: 'Student',
  teacher: 'Teacher',
  institution: 'Institution',
  creator: 'Creator',
};

/** Formats a number of mutual connections. */
export function mutualText(count: number): string {
  return count === 1 ? '1 mutual connection' : `${String(count)} mutual connections`;
}
