import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters of OWASP ASVS 11.4.2: 19 MiB, 2 passes, 1 lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum hashes that run at once; one core stays free for other requests. */
const CONCURRENT_MAX = 2;

/** Hash that is verified for unknown users, so that both failures take the same time; created on first use. */
let decoy: Promise<string> | undefined;
let running = 0;
const waiting: (() => void)[] = [];

async function inHashQueue<T>(work: () => Promise<T>): Promise<T> {
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
  return inHashQueue(() => hash(password, ARGON2));
}

/** Creates the decoy hash before the first sign-in needs it. */
export function prepareDecoy(): Promise<string> {
  return (decoy ??= hashPassword('no account has this password'));
}

/** Checks a password against its hash. With null (unknown user) it takes the same time and returns false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const expected = passwordHash ?? (await prepareDecoy());
  const isMatch = await inHashQueue(() => verify(expected, password));
  return isMatch && passwordHash !== null;
}
