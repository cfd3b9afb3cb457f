import type { SessionUser } from '#shared/api/auth.ts';
import type { Endpoint, Role } from '#shared/api/endpoint.ts';
import { AppError } from './app-error.ts';

/** The user of a request, and the session. */
export interface Identity extends SessionUser {
  sessionId: string;
  isEmailVerified: boolean;
  isAwaitingApproval: boolean;
  hasSecondFactor: boolean;
}

/** Returns whether a user has yet to set up the two-factor sign-in that `roles` require. */
export function lacksSecondFactor(
  { role, hasSecondFactor }: Pick<Identity, 'role' | 'hasSecondFactor'>,
  roles: readonly Role[],
): boolean {
  return !hasSecondFactor && roles.includes(role);
}

/**
 * Returns a user with the role whose permissions they have: until an operator approves them, an institution works like
 * a teacher and a teacher like a student. An institution works like a student, too, where `approvedRoles` has
 * teachers.
 */
export function actingAs<User extends Pick<Identity, 'role' | 'isAwaitingApproval'>>(
  user: User,
  approvedRoles: readonly Role[],
): User {
  if (!user.isAwaitingApproval) return user;
  const isLikeTeacher = user.role === 'institution' && !approvedRoles.includes('teacher');
  return { ...user, role: isLikeTeacher ? 'teacher' : 'student' };
}

/**
 * Checks the `who` of an endpoint against the identity. `twoFactorRoles` must have two-factor sign-in.
 *
 * @throws AppError UNAUTHENTICATED without an identity, ROLE_FORBIDDEN for a creator at a member endpoint,
 *   TWO_FACTOR_REQUIRED for a user who has yet to set it up.
 */
export function checkWho(
  { who, isBeforeTwoFactor }: Pick<Endpoint, 'who' | 'isBeforeTwoFactor'>,
  identity: Identity | null,
  twoFactorRoles: readonly Role[],
): void {
  if (who === 'public') return;
  if (!identity) throw new AppError('UNAUTHENTICATED', 'Please sign in first');
  if (who === 'member') assertMember(identity);
  if (!isBeforeTwoFactor && lacksSecondFactor(identity, twoFactorRoles)) throw secondFactorMissing();
}

/** Checks that a user is not a creator. @throws AppError ROLE_FORBIDDEN. */
export function assertMember({ role }: Pick<Identity, 'role'>): void {
  if (role === 'creator')
    throw new AppError('ROLE_FORBIDDEN', 'As a creator, you only have access to the Library section.');
}

/** The error of a user whose role requires two-factor sign-in and who has none, or would have none. */
export function secondFactorMissing(): AppError {
  return new AppError('TWO_FACTOR_REQUIRED', 'Your role requires two-factor sign-in on this server.');
}
