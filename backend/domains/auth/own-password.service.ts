import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { invalidField } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { isPassword } from './passwords.ts';
import { TwoFactor } from './two-factor.entity.ts';
import { consumeCode, incorrectCode, isCode } from './two-factor.service.ts';

/** Dependencies of a confirmation. */
export interface ConfirmationDeps {
  limits: RateLimits;
  box: SecretBox;
}

/** A request of a member who confirms it with the password, and with a code if two-factor sign-in is on. */
export interface ConfirmedRequest {
  em: EntityManager;
  deps: ConfirmationDeps;
  identity: Pick<Identity, 'id'>;
  req: { ip?: string | undefined };
}

/** What the member entered, the name of the password's input field and the audit event of a failed attempt. */
export interface Confirmation {
  password: string;
  code?: string | undefined;
  field?: string;
  event: string;
}

/**
 * Checks the member's password, and a code if two-factor sign-in is on; a wrong one counts as a failed sign-in. Returns
 * `run` for the transaction, where it gets the account and the code is used up.
 *
 * @throws AppError VALIDATION on `field` or `code`, RATE_LIMITED.
 */
export async function confirmed<T>(
  request: ConfirmedRequest,
  confirmation: Confirmation,
  run: (tx: EntityManager, user: User) => Promise<T>,
): Promise<(tx: EntityManager) => Promise<T>> {
  const { em, deps, identity } = request;
  const account = `${identity.id} ${request.req.ip ?? 'unknown'}`;
  await deps.limits.consume('failedSignInAccountAddress', account);
  const user = await em.findOneOrFail(User, { id: identity.id }, { populate: ['password'] });
  const code = await checkConfirmation(request, user, confirmation);
  await deps.limits.forget('failedSignInAccountAddress', account);
  return async (tx) => {
    if (code !== null && !(await consumeCode(tx, deps.box, { userId: user.id, code }))) throw incorrectCode();
    return run(tx, user);
  };
}

/** Returns the code that the action uses up; null when two-factor sign-in is off. */
async function checkConfirmation(
  { em, deps, req }: ConfirmedRequest,
  user: User,
  { password, code, field = 'password', event }: Confirmation,
): Promise<string | null> {
  const fail = async (error: Error): Promise<never> => {
    const ip = req.ip ?? 'unknown';
    await recordAudit(em, { event, outcome: 'failure', actorId: user.id, ip });
    throw error;
  };
  if (!(await isPassword(String(user.password), password)))
    return fail(invalidField(field, 'This password is incorrect'));
  if ((await em.count(TwoFactor, { userId: user.id, enabledAt: { $ne: null } })) === 0) return null;
  if (!code) throw invalidField('code', 'Enter a code of your authenticator app, or a recovery code');
  return (await isCode(em, deps.box, { userId: user.id, code })) ? code : fail(incorrectCode());
}
