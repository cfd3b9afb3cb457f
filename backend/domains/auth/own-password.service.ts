import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { networkOf } from '../../http/address.ts';
import { invalidField } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { countHash, isPassword } from './passwords.ts';
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
  req: { ip?: string | undefined; device?: { id: string | null } };
}

/** What the member entered, the name of the password's input field and the audit event of a failed attempt. */
export interface Confirmation {
  password: string;
  code?: string | undefined;
  field?: string;
  event: string;
}

/** An account whose password was right, and the code that its action uses up; null if two-factor sign-in is off. */
interface Confirmed {
  user: User;
  code: string | null;
}

/**
 * Checks the member's password, and a code if two-factor sign-in is on; a wrong one counts as a failed sign-in.
 *
 * @throws AppError VALIDATION on `field` or `code`, RATE_LIMITED.
 */
export async function confirm(request: ConfirmedRequest, confirmation: Confirmation): Promise<Confirmed> {
  const { em, identity, req } = request;
  const { limits } = request.deps;
  const here = `${identity.id} ${networkOf(req.ip ?? 'unknown', 64)}`;
  // From all addresses together: a stolen session must not be enough to guess the password.
  const everywhere = `own ${identity.id}`;
  await limits.consume('failedSignInAccountAddress', here);
  await limits.consume('failedSignInAccountDay', everywhere);
  const user = await em.findOneOrFail(User, { id: identity.id }, { populate: ['password'] });
  const code = await checkConfirmation(request, user, confirmation);
  await limits.forget('failedSignInAccountAddress', here);
  await limits.giveBack('failedSignInAccountDay', everywhere);
  return { user, code };
}

/** Uses up the code of a confirmation in the transaction of its action. @throws AppError VALIDATION on `code`. */
export async function spendConfirmation(tx: EntityManager, box: SecretBox, { user, code }: Confirmed): Promise<void> {
  if (code !== null && !(await consumeCode(tx, box, { userId: user.id, code }))) throw incorrectCode();
}

/** Returns `run` for the transaction, after the checks of {@link confirm}. */
export async function confirmed<T>(
  request: ConfirmedRequest,
  confirmation: Confirmation,
  run: (tx: EntityManager, user: User) => Promise<T>,
): Promise<(tx: EntityManager) => Promise<T>> {
  const proof = await confirm(request, confirmation);
  return async (tx) => {
    await spendConfirmation(tx, request.deps.box, proof);
    return run(tx, proof.user);
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
  const claim = await countHash(deps.limits, { account: user.id, address: req.ip, isKnown: true });
  if (!(await isPassword(String(user.password), password, claim)))
    return fail(invalidField(field, 'This password is incorrect'));
  if ((await em.count(TwoFactor, { userId: user.id, enabledAt: { $ne: null } })) === 0) return null;
  if (!code) throw invalidField('code', 'Enter a code of your authenticator app, or a recovery code');
  return (await isCode(em, deps.box, { userId: user.id, code })) ? code : fail(incorrectCode());
}
