import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Characters that a stored secret has at least; fewer mean a damaged file. */
const SECRET_MIN_CHARS = 32;

/**
 * Reads the secret that is stored in a file of `folder`, readable by its owner alone. On first use the file is created
 * with the result of `generate`, complete or not at all; of several processes that start at once, all read the same
 * one.
 *
 * @throws Error naming the file when it is empty or damaged.
 */
export function loadGeneratedSecret(folder: string, name: string, generate: () => string): string {
  const path = join(folder, name);
  if (!existsSync(path)) createSecret(path, folder, generate());
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= SECRET_MIN_CHARS) return secret;
  throw new Error(`${path} is empty or damaged. Restore it from a backup, or delete it if this server was never used.`);
}

function createSecret(path: string, folder: string, secret: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, secret);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}
