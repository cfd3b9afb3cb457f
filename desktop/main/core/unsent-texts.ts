import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { UnsentTexts } from '#shared/bridge/accounts.ts';

/** AES-256-GCM (NIST SP 800-38D): 256-bit key, 96-bit nonce, 128-bit tag. */
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a new key, in base64. */
export function createTextsKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** Encrypts texts: nonce, tag, then the encrypted JSON. */
export function encryptTexts(texts: UnsentTexts, key: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(texts), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts texts; null when they are damaged or were encrypted with another key. */
export function decryptTexts(stored: Buffer, key: string): UnsentTexts | null {
  try {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), stored.subarray(0, NONCE_BYTES), options);
    decipher.setAuthTag(stored.subarray(NONCE_BYTES, tagEnd));
    const json = Buffer.concat([decipher.update(stored.subarray(tagEnd)), decipher.final()]).toString('utf8');
    return JSON.parse(json) as UnsentTexts;
  } catch {
    return null;
  }
}

/** Returns the texts of one user: keys are `draft:<user>:…` and `unsent:<user>:…`. */
export function textsOf(userId: string, texts: UnsentTexts): UnsentTexts {
  const prefixes = [`draft:${userId}:`, `unsent:${userId}:`];
  return Object.fromEntries(Object.entries(texts).filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))));
}
