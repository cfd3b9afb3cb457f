import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D): 256-bit key, 96-bit nonce, 128-bit tag. */
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a new key, in base64. */
export function createKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** Encrypts a text: nonce, tag, then the encrypted UTF-8. */
export function encryptText(text: string, key: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts a text; null when it is damaged or was encrypted with another key. */
export function decryptText(stored: Buffer, key: string): string | null {
  try {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), stored.subarray(0, NONCE_BYTES), options);
    decipher.setAuthTag(stored.subarray(NONCE_BYTES, tagEnd));
    return Buffer.concat([decipher.update(stored.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
