import { createPublicKey, verify } from 'node:crypto';

/** What a signature of a manifest covers: its text, bound to its name, so that no other system's can take its place. */
export function signedBytes(name: string, text: string): Buffer {
  return Buffer.from(`lyceum update manifest\n${name}\n${text}`);
}

/** Reads the public keys of a build, Ed25519 as SPKI in base64: `update-keys,KEY,KEY`. Empty without any. */
export function readUpdateKeys(text: string): string[] {
  const [, ...keys] = text.split(',');
  return keys.filter((key) => key !== '');
}

/** True when one of the keys has signed a manifest with this name (Ed25519, RFC 8032). */
export function isSigned(
  manifest: { name: string; text: string; signature: string },
  keys: readonly string[],
): boolean {
  const bytes = signedBytes(manifest.name, manifest.text);
  const signature = Buffer.from(manifest.signature.trim(), 'base64');
  return keys.some((key) => {
    try {
      return verify(
        null,
        bytes,
        createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
        signature,
      );
    } catch {
      return false;
    }
  });
}
