import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters of OWASP ASVS 11.4.2: 19 MiB, 2 passes, 1 lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** At most this many hashes run at once, so that sign-ins leave a core for everyone else (trust.md 3.2). */
const CONCURRENT_MAX = 2;

/** Verified against for unknown users, so that both mistakes take the same time; made on first use. */
let decoy: Promise<string> | undefined;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_MAX) await new Promise<void>((resume) => waiting.push(resume));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Hashes a password as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** Makes the decoy hash ahead of the first sign-in. */
export function prepareDecoy(): Promise<string> {
  return (decoy ??= hashPassword('no account has this password'));
}

/** True when the password fits the hash; with null (no such user) it takes as long and is false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await prepareDecoy());
  const fits = await inTurn(() => verify(against, password));
  return fits && passwordHash !== null;
}
