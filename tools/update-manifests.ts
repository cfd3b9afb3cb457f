import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedBytes } from '../desktop/main/core/update-manifest.ts';

/** A new pair of keys for updates, as base64: PKCS#8 for the release workflow, SPKI for the builds that check. */
export function createUpdateKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** Reads a private key. @throws Error for anything but Ed25519. */
export function readPrivateKey(text: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key for updates has to be an Ed25519 key.');
  return key;
}

/**
 * Signs every manifest of a folder (`latest*.yml`) and writes the signature beside it. Returns their names.
 *
 * @param rolloutPercent Share of installations that get the release, from 0 to 100; undefined for all.
 */
export function signManifests(folder: string, key: KeyObject, rolloutPercent?: number): string[] {
  const names = readdirSync(folder).filter((name) => /^latest(?:-[\w-]+)?\.yml$/.test(name));
  for (const name of names) {
    const file = join(folder, name);
    const text = stage(readFileSync(file, 'utf8'), rolloutPercent);
    writeFileSync(file, text);
    writeFileSync(`${file}.sig`, `${sign(null, signedBytes(name, text), key).toString('base64')}\n`);
  }
  return names;
}

/** Sets the line of electron-updater that stages a rollout, or removes it. */
function stage(text: string, rolloutPercent: number | undefined): string {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('stagingPercentage:'));
  if (rolloutPercent !== undefined) lines.push(`stagingPercentage: ${rolloutPercent}`);
  return `${lines.join('\n')}\n`;
}
