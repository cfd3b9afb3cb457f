import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of what is sealed, so that a later format can be distinguished from this one. */
const VERSION = 1;

/** Encrypts small secrets, so that a copy of the database does not reveal them. */
export type SecretBox = ReturnType<typeof createSecretBox>;

/** Creates the box of one key: any text of at least 32 characters. */
export function createSecretBox(key: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `lyceum ${purpose}`, 32));
  const [sealKey, digestKey] = [derive('seal'), derive('digest')];
  return {
    /** Encrypts (AES-256-GCM); `owner` is bound to it, so that it opens for no other row. */
    seal(plain: Uint8Array, owner: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
    },
    /** Decrypts. @throws Error when it was changed, belongs to another owner or was sealed with another key. */
    open(sealed: Uint8Array, owner: string): Buffer {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== VERSION) throw new Error('sealed in a format that this release does not know');
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    /** A keyed hash (HMAC-SHA-256) of a secret that is too short for a plain hash. */
    digest: (secret: string, owner: string) => createHmac('sha256', digestKey).update(`${owner}\n${secret}`).digest(),
  };
}
