import { expect, it } from 'vitest';
import { createKey, decryptText, encryptText } from './encryption.ts';

const TEXT = 'Half a thought, with ümläuts';

it('encrypts a text so that only its key can read it', () => {
  const key = createKey();
  const stored = encryptText(TEXT, key);
  expect(stored.includes('thought')).toBe(false);
  expect(decryptText(stored, key)).toBe(TEXT);
  expect(decryptText(stored, createKey())).toBeNull();
});

it('never encrypts the same text to the same bytes', () => {
  const key = createKey();
  expect(encryptText(TEXT, key).equals(encryptText(TEXT, key))).toBe(false);
});

it.each([
  ['nothing', (stored: Buffer) => stored.subarray(0, 0)],
  ['half of it', (stored: Buffer) => stored.subarray(0, stored.length / 2)],
  ['a shortened tag', (stored: Buffer) => stored.subarray(0, 20)],
  ['a changed byte', (stored: Buffer) => Buffer.concat([stored.subarray(0, -1), Buffer.from([0x7f])])],
])('reads nothing from %s', (_what, damage) => {
  const key = createKey();
  expect(decryptText(damage(encryptText(TEXT, key)), key)).toBeNull();
});

it('reads nothing with a damaged key', () => {
  expect(decryptText(encryptText(TEXT, createKey()), 'short')).toBeNull();
});
