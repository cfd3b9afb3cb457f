import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Secret, TOTP } from 'otpauth';
import type { TwoFactorSetup } from '#shared/api/two-factor.ts';
import { foldCode } from '#shared/codes.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { markSecondFactor } from '../users/users.service.ts';
import { revokeAccess } from './revocation.service.ts';
import { countAttempt, type Count } from './attempts.ts';
import { issueRestorePath } from './auth.tokens.ts';
import { RecoveryCode } from './recovery-code.entity.ts';
import { recordSecurityEvent, type SecurityEvent } from './security.service.ts';
import { TwoFactor } from './two-factor.entity.ts';

/** RFC 6238 with the parameters that every authenticator app supports. */
const TOTP_SETTINGS = { issuer: 'Lyceum', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Number of steps that the clock of a phone may be off, in either direction. */
const CLOCK_DRIFT_STEPS = 1;
/** Base 32 without characters that look alike in print. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_CHARS = 10;
const APP_CODE = /^[0-9]{6}$/;

/** Records that a code was used. Of two requests with one code, or for an older code, the second updates no row. */
const USE_STEP = {
  name: 'two-factor-use-step',
  text: 'update two_factor set last_step = $2 where user_id = $1 and last_step < $2 returning id',
};
const ENABLE = {
  name: 'two-factor-enable',
  text: 'update two_factor set enabled_at = now() where user_id = $1 and enabled_at is null returning id',
};
const USE_RECOVERY_CODE = {
  name: 'two-factor-use-recovery-code',
  text: 'delete from recovery_codes where user_id = $1 and code_hash = $2 returning id',
};

/** The user who acts, and from where; `deviceId` is the id of the browser. */
export type Actor = Required<Pick<SecurityEvent, 'userId' | 'ip' | 'sessionId'>> & { deviceId: string | null };

/**
 * Creates a key for an authenticator app; replaces one that is not enabled.
 *
 * @throws AppError EXISTS when one is, VALIDATION while the user's email address is not confirmed: its real owner would
 *   be asked for codes that they never had.
 */
export async function setUpTwoFactor(
  em: EntityManager,
  box: SecretBox,
  user: Pick<User, 'id' | 'username' | 'emailVerifiedAt'>,
): Promise<TwoFactorSetup> {
  if (!user.emailVerifiedAt) throw new AppError('VALIDATION', 'Confirm your email address first, then set this up.');
  const secret = new Secret({ size: 20 });
  await transact(em, async (tx) => {
    const known = await tx.findOne(TwoFactor, { userId: user.id });
    if (known?.enabledAt) throw alreadyOn();
    const row = known ?? tx.create(TwoFactor, { userId: user.id, secret: Buffer.alloc(0) });
    row.secret = box.seal(secret.bytes, user.id);
    row.lastStep = 0;
  });
  return { secret: secret.base32, uri: new TOTP({ ...TOTP_SETTINGS, label: user.username, secret }).toString() };
}

/**
 * Checks the code with which a user turns two-factor sign-in on, without using it. Wrong codes are counted per account.
 *
 * @throws AppError VALIDATION on `code`, EXISTS when it is already on, RATE_LIMITED.
 */
export async function checkFirstCode(
  em: EntityManager,
  { limits, box }: { limits: RateLimits; box: SecretBox },
  { actor: { userId, ip }, code }: { actor: Actor; code: string },
): Promise<void> {
  const key = `setup ${userId}`;
  const counts: Count[] = [
    { name: 'failedCodes', key },
    { name: 'failedCodesDay', key },
  ];
  await countAttempt(limits, counts, async () => {
    const row = await em.findOne(TwoFactor, { userId });
    if (row?.enabledAt) throw alreadyOn();
    if (row && (stepOf(box, { row, code: foldCode(code) }) ?? 0) > row.lastStep) return;
    await recordAudit(em, { event: 'authn_two_factor_fail', outcome: 'failure', actorId: userId, ip });
    throw incorrectCode();
  });
}

/**
 * Turns two-factor sign-in on with a code of the app. Returns the first recovery codes.
 *
 * @throws AppError VALIDATION on `code`, EXISTS when it is already on.
 */
export async function enableTwoFactor(
  em: EntityManager,
  box: SecretBox,
  { actor, code }: { actor: Actor; code: string },
): Promise<string[]> {
  const { userId } = actor;
  return transact(em, async (tx) => {
    const row = await tx.findOne(TwoFactor, { userId });
    if (row?.enabledAt) throw alreadyOn();
    if (!row || !(await isAppCode(tx, box, { row, code: foldCode(code) }))) throw incorrectCode();
    if ((await read(tx, ENABLE, [userId])).length === 0) throw alreadyOn();
    const codes = await replaceRecoveryCodes(tx, box, userId);
    await markSecondFactor(tx, userId, true);
    await revokeAccess(tx, userId, { sessionIds: [actor.sessionId], deviceId: actor.deviceId });
    await recordSwitch(tx, { ...actor, what: 'two-factor-on' });
    return codes;
  });
}

/** Turns two-factor sign-in off and deletes its key and recovery codes; does nothing when it is off. */
export async function disableTwoFactor(em: EntityManager, actor: Actor): Promise<void> {
  await transact(em, async (tx) => {
    if (!(await removeFactors(tx, actor.userId))) return;
    await revokeAccess(tx, actor.userId, { sessionIds: [actor.sessionId], deviceId: actor.deviceId });
    await recordSwitch(tx, { ...actor, what: 'two-factor-off' });
  });
}

/**
 * Deletes a user's second factor and its recovery codes in the running transaction, if it was enabled after `since`.
 * Returns false when there is none.
 */
export async function removeFactors(tx: EntityManager, userId: string, since = new Date(0)): Promise<boolean> {
  const recent = { userId, $or: [{ enabledAt: null }, { enabledAt: { $gte: since } }] };
  if ((await tx.nativeDelete(TwoFactor, recent)) === 0) return false;
  await tx.nativeDelete(RecoveryCode, { userId });
  await markSecondFactor(tx, userId, false);
  return true;
}

/** Replaces the recovery codes and returns the new ones. @throws AppError NOT_FOUND while two-factor sign-in is off. */
export async function renewRecoveryCodes(em: EntityManager, box: SecretBox, actor: Actor): Promise<string[]> {
  return transact(em, async (tx) => {
    const row = await tx.findOne(TwoFactor, { userId: actor.userId });
    if (!row?.enabledAt) throw notFound('Two-factor sign-in');
    const codes = await replaceRecoveryCodes(tx, box, actor.userId);
    await recordSecurityEvent(tx, { ...actor, what: 'recovery-codes-renewed' }, null);
    return codes;
  });
}

/** Returns whether a text is written like a code of the app, and not like a recovery code. */
export function isAppCodeText(code: string): boolean {
  return APP_CODE.test(foldCode(code));
}

/** Returns whether a code of the app or a recovery code is valid, without using it. */
export async function isCode(
  em: EntityManager,
  box: SecretBox,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const row = await em.findOne(TwoFactor, { userId });
  if (!row?.enabledAt) return false;
  const plain = foldCode(code);
  if (isAppCodeText(code)) return (stepOf(box, { row, code: plain }) ?? 0) > row.lastStep;
  return (await em.count(RecoveryCode, { userId, codeHash: box.digest(plain, userId) })) > 0;
}

/** Uses up a code of the app or a recovery code. Returns true when it is valid; each code is valid once. */
export async function consumeCode(
  em: EntityManager,
  box: SecretBox,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return transact(em, async (tx) => {
    const row = await tx.findOne(TwoFactor, { userId });
    if (!row?.enabledAt) return false;
    const plain = foldCode(code);
    if (isAppCodeText(code)) return isAppCode(tx, box, { row, code: plain });
    const used = await read(tx, USE_RECOVERY_CODE, [userId, box.digest(plain, userId)]);
    if (used.length === 0) return false;
    await recordAudit(tx, { event: 'authn_recovery_code_used', actorId: userId });
    return true;
  });
}

async function isAppCode(
  tx: EntityManager,
  box: SecretBox,
  { row, code }: { row: TwoFactor; code: string },
): Promise<boolean> {
  const step = stepOf(box, { row, code });
  return step !== null && (await read(tx, USE_STEP, [String(row.userId), step])).length > 0;
}

/** Returns the step (RFC 6238) of a code of the app; null when it is wrong. */
function stepOf(box: SecretBox, { row, code }: { row: TwoFactor; code: string }): number | null {
  // The library throws on a text whose UTF-8 is longer than a code.
  if (!APP_CODE.test(code)) return null;
  const userId = String(row.userId);
  const secret = new Secret({ buffer: new Uint8Array(box.open(row.secret, userId)).buffer });
  const now = databaseNowMs();
  const off = TOTP.validate({ ...TOTP_SETTINGS, token: code, secret, timestamp: now, window: CLOCK_DRIFT_STEPS });
  return off === null ? null : Math.floor(now / (TOTP_SETTINGS.period * SECOND_MS)) + off;
}

async function replaceRecoveryCodes(tx: EntityManager, box: SecretBox, userId: string): Promise<string[]> {
  await tx.nativeDelete(RecoveryCode, { userId });
  const codes = new Set<string>();
  while (codes.size < ACCOUNT_LIMITS.recoveryCodes) {
    codes.add(
      Array.from({ length: RECOVERY_CHARS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
    );
  }
  for (const code of codes) tx.create(RecoveryCode, { userId, codeHash: box.digest(code, userId) });
  await tx.flush();
  return [...codes].map((code) => `${code.slice(0, RECOVERY_CHARS / 2)}-${code.slice(RECOVERY_CHARS / 2)}`);
}

async function recordSwitch(
  tx: EntityManager,
  event: SecurityEvent & { what: 'two-factor-on' | 'two-factor-off' },
): Promise<void> {
  const user = await tx.findOneOrFail(User, { id: event.userId });
  const isOn = event.what === 'two-factor-on';
  const data = { name: user.fullName, isOn, ...(isOn && { restorePath: await issueRestorePath(tx, user) }) };
  await recordSecurityEvent(tx, event, { to: user.email, template: 'two-factor-changed', data });
}

/** The error of a wrong code. */
export function incorrectCode(): AppError {
  return invalidField('code', 'This code is incorrect. Wait for the next one and try again.');
}

function alreadyOn(): AppError {
  return new AppError('EXISTS', 'Two-factor sign-in is already on');
}
