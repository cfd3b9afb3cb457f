import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';

/** Names of the roles. */
export const ROLE_NAMES: Record<Role, string> = {
  student: 'Student',
  teacher: 'Teacher',
  institution: 'Institution',
  creator: 'Creator',
};

/** Names the role of a user, or that it awaits the approval of an operator. */
export function roleNameOf({ role, isAwaitingApproval }: Pick<UserCard, 'role' | 'isAwaitingApproval'>): string {
  return isAwaitingApproval ? 'Awaiting approval' : ROLE_NAMES[role];
}

/** Formats a number of mutual connections. */
export function mutualText(count: number): string {
  return count === 1 ? '1 mutual connection' : `${String(count)} mutual connections`;
}
