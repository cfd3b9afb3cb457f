import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSigned, readUpdateKeys, signedBytes } from './update-manifest.ts';

const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const keyOf = ({ publicKey }: typeof own) => publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const text = 'version: 1.2.4\n';
const signature = sign(null, signedBytes('latest.yml', text), own.privateKey).toString('base64');

it.each([
  ['the signed text', { name: 'latest.yml', text, signature }, true],
  ['the signature as a line', { name: 'latest.yml', text, signature: `${signature}\n` }, true],
  ['another text', { name: 'latest.yml', text: 'version: 9.9.9\n', signature }, false],
  ['the manifest of another system', { name: 'latest-mac.yml', text, signature }, false],
  ['no signature', { name: 'latest.yml', text, signature: '' }, false],
  ['no signature at all', { name: 'latest.yml', text, signature: '<!doctype html>' }, false],
])('%s', (_name, manifest, isValid) => {
  expect(isSigned(manifest, [keyOf(own)])).toBe(isValid);
});

it('accepts each key of a build, so that a key can be replaced', () => {
  const manifest = { name: 'latest.yml', text, signature };
  expect(isSigned(manifest, readUpdateKeys(`update-keys,${keyOf(other)},${keyOf(own)}`))).toBe(true);
  expect(isSigned(manifest, readUpdateKeys(`update-keys,${keyOf(other)}`))).toBe(false);
  expect(isSigned(manifest, ['not a key'])).toBe(false);
  expect(isSigned(manifest, readUpdateKeys('update-keys,'))).toBe(false);
});
