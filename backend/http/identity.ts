import type { SessionUser } from '#shared/api/auth.ts';
import type { Role, Who } from '#shared/api/endpoint.ts';
import { AppError } from './app-error.ts';

/** The user of a request, and the session. */
export interface Identity extends SessionUser {
  sessionId: string;
  isEmailVerified: boolean;
  isAwaitingApproval: boolean;
}

/**
 * Returns the role whose permissions a user has: until an operator approves them, an institution works like a teacher
 * and a teacher like a student.
 */
export function permissionsOf({ role, isAwaitingApproval }: Pick<Identity, 'role' | 'isAwaitingApproval'>): Role {
  if (!isAwaitingApproval) return role;
  return role === 'institution' ? 'teacher' : 'student';
}

/**
 * Checks the `who` of an endpoint against the identity.
 *
 * @throws AppError UNAUTHENTICATED without an identity, ROLE_FORBIDDEN for a creator at a member endpoint.
 */
export function checkWho(who: Who, identity: Identity | null): void {
  if (who === 'public') return;
  if (!identity) throw new AppError('UNAUTHENTICATED', 'Please sign in first');
  if (who === 'member' && identity.role === 'creator') {
    throw new AppError('ROLE_FORBIDDEN', 'As a creator, you only have access to the Library section.');
  }
}
