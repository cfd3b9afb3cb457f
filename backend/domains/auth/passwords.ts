import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../http/app-error.ts';
import { createFairPlaces, sourceOf, type Claim } from '../../http/fair-places.ts';
import type { RateLimits } from '../../http/rate-limits.ts';

/** argon2id with the parameters of OWASP ASVS 11.4.2: 19 MiB, 2 passes, 1 lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum hashes that run at once; one core stays free for other requests. */
const CONCURRENT_MAX = 2;
/** How many wait at most in each lane, about 2.5 s of work on one core; more are refused at once. */
const WAITING_MAX = 64;
const RETRY_AFTER_S = 5;
/** Members in browsers that they have used for a while have three turns of four; strangers cannot take them. */
const TURNS = ['known', 'known', 'known', 'unknown'] as const;

/** For whom a password is hashed; see {@link countHash}. */
export type HashClaim = Claim<(typeof TURNS)[number]>;

const places = createFairPlaces({ places: CONCURRENT_MAX, waitingMax: WAITING_MAX, turns: TURNS, refuse: busy });

/** Hash that is verified for unknown users, so that both failures take the same time; created on first use. */
let decoy: Promise<string> | undefined;

function busy(): AppError {
  return new AppError('UNAVAILABLE', 'Too many sign-ins at the moment. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

/** Whose password is hashed, and for which address. */
interface HashRequest {
  /** The account, or the name that a sign-in gives. */
  account: string;
  address: string | undefined;
  /** Whether the member is signed in, or has used this browser before. */
  isKnown: boolean;
  /** Whether they have used it for more than a day, or prove by a session or an emailed link that they are a member. */
  isEstablished?: boolean;
}

/**
 * Counts a hash before it is computed, whether the password is right or wrong: right ones cost as much. Hashes in the
 * owner's browsers are counted apart from those anywhere else, and in those that are used for more than a day not by
 * their address, so that no one else can use them up. Returns the claim for a place.
 *
 * @throws AppError RATE_LIMITED.
 */
export async function countHash(
  limits: Pick<RateLimits, 'consume' | 'isTrusted'>,
  { account, address = 'unknown', isKnown, isEstablished = isKnown }: HashRequest,
): Promise<HashClaim> {
  await limits.consume('hashesAccount', `${isKnown ? 'known' : 'unknown'} ${account}`);
  if (!isEstablished) await limits.consume('hashesAddress', address);
  const lane = isEstablished ? 'known' : 'unknown';
  // The name in a sign-in proves nothing: in a new browser, even members of a trusted network share their address.
  return { source: sourceOf(limits, { address, member: isKnown ? account : null }), member: account, lane };
}

/**
 * Hashes a password in NFC (NIST SP 800-63B, section 3.1.1.2) as a PHC string. @throws AppError UNAVAILABLE when too
 * many wait.
 */
export function hashPassword(password: string, claim: HashClaim): Promise<string> {
  return places.run(claim, () => hash(password.normalize('NFC'), ARGON2));
}

/** Creates the decoy hash before the first sign-in needs it. */
export function prepareDecoy(): Promise<string> {
  return (decoy ??= hash('no account has this password', ARGON2));
}

/**
 * Checks a password against its hash, in any form of Unicode: keyboards send letters with marks as one or two
 * characters, and older hashes are of the form that was sent. With null (unknown user) it takes the same time and
 * returns false.
 *
 * @throws AppError UNAVAILABLE when too many wait.
 */
export async function isPassword(passwordHash: string | null, password: string, claim: HashClaim): Promise<boolean> {
  const expected = passwordHash ?? (await prepareDecoy());
  const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), password]);
  const isMatch = await places.run(claim, async () => {
    for (const form of forms) if (await verify(expected, form)) return true;
    return false;
  });
  return isMatch && passwordHash !== null;
}
