import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../http/app-error.ts';

/** argon2id with the parameters of OWASP ASVS 11.4.2: 19 MiB, 2 passes, 1 lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum hashes that run at once; one core stays free for other requests. */
const CONCURRENT_MAX = 2;
/** How many wait at most, about 2.5 s of work on one core; more are refused at once. */
const WAITING_MAX = 64;
const RETRY_AFTER_S = 5;

/** Hash that is verified for unknown users, so that both failures take the same time; created on first use. */
let decoy: Promise<string> | undefined;
let running = 0;
/** Who waits: members in their own browsers before everyone else. */
const waiting: Record<'known' | 'unknown', (() => void)[]> = { known: [], unknown: [] };

/** Who a hash is computed for: a signed-in member or one in a browser of theirs, or anyone. */
export type HashFor = keyof typeof waiting;

async function inHashQueue<T>(whom: HashFor, work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_MAX) {
    // Members are refused only if their own queue is full, which strangers cannot fill.
    if (waiting[whom].length >= WAITING_MAX) throw busy();
    // The place of the hash that has ended is handed over, so that a newcomer cannot take it first.
    await new Promise<void>((resume) => waiting[whom].push(resume));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift();
    if (next) next();
    else running -= 1;
  }
}

function busy(): AppError {
  return new AppError('UNAVAILABLE', 'Too many sign-ins at the moment. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

/** Hashes a password as a PHC string. @throws AppError UNAVAILABLE when too many wait. */
export function hashPassword(password: string, whom: HashFor = 'known'): Promise<string> {
  return inHashQueue(whom, () => hash(password, ARGON2));
}

/** Creates the decoy hash before the first sign-in needs it. */
export function prepareDecoy(): Promise<string> {
  return (decoy ??= hashPassword('no account has this password'));
}

/**
 * Checks a password against its hash. With null (unknown user) it takes the same time and returns false.
 *
 * @throws AppError UNAVAILABLE when too many wait.
 */
export async function isPassword(
  passwordHash: string | null,
  password: string,
  whom: HashFor = 'known',
): Promise<boolean> {
  const expected = passwordHash ?? (await prepareDecoy());
  const isMatch = await inHashQueue(whom, () => verify(expected, password));
  return isMatch && passwordHash !== null;
}
