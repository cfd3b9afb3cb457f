import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidField } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { isPassword } from './passwords.ts';

/**
 * A confirmation by password. `address` is the network address of the client; `event` is the audit event of a failed
 * attempt.
 */
export interface PasswordCheck {
  identity: Pick<Identity, 'id'>;
  address: string;
  password: string;
  /** Name of the input field that receives the error. */
  field: string;
  event: string;
}

/**
 * Checks the user's own password and returns the account; a wrong one counts as a failed sign-in.
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
    throw invalidField(field, 'This password is incorrect');
  }
  await limits.forget('failedSignInAccountAddress', account);
  return user;
}

/** A request whose body holds the password of the member who makes it. */
export interface ConfirmedRequest {
  em: EntityManager;
  deps: { limits: RateLimits };
  identity: Pick<Identity, 'id'>;
  req: { ip?: string | undefined };
  body: { password: string };
}

/** Checks the password in the body of a request as {@link checkOwnPassword} does. */
export function confirmPassword({ em, deps, identity, req, body }: ConfirmedRequest, event: string): Promise<User> {
  const address = req.ip ?? 'unknown';
  return checkOwnPassword(em, deps.limits, { identity, address, password: body.password, field: 'password', event });
}
