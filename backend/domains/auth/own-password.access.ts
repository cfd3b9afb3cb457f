import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { isPassword } from './passwords.ts';

/** Who confirms something with their password, from where, and what a failed try is called in the audit log. */
export interface PasswordCheck {
  identity: Pick<Identity, 'id'>;
  address: string;
  password: string;
  /** Field of the form that the refusal stands on. */
  field: string;
  event: string;
}

/**
 * Checks the member's own password and answers the account. A wrong one counts as a failed sign-in.
 *
 * @throws AppError VALIDATION on `field`, RATE_LIMITED.
 */
export async function checkOwnPassword(em: EntityManager, limits: RateLimits, check: PasswordCheck): Promise<User> {
  const { identity, address, password, field, event } = check;
  const account = `${identity.id} ${address}`;
  await limits.consume('failedSignInAccountAddress', account);
  const user = await em.findOneOrFail(User, { id: identity.id }, { populate: ['password'] });
  if (!(await isPassword(String(user.password), password))) {
    await recordAudit(em, { event, outcome: 'failure', actorId: identity.id, ip: address });
    throw new AppError('VALIDATION', 'Validation failed', { errors: { [field]: ['This is not your password'] } });
  }
  await limits.forget('failedSignInAccountAddress', account);
  return user;
}
