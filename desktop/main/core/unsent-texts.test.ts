import { expect, it } from 'vitest';
import { createTextsKey, decryptTexts, encryptTexts, textsOf } from './unsent-texts.ts';

const TEXTS = { 'draft:ana:post': 'Half a thought, with ümläuts', 'unsent:ana:1': '{"input":{}}' };

it('encrypts texts so that only their key can read them', () => {
  const key = createTextsKey();
  const stored = encryptTexts(TEXTS, key);
  expect(stored.includes('thought')).toBe(false);
  expect(decryptTexts(stored, key)).toEqual(TEXTS);
  expect(decryptTexts(stored, createTextsKey())).toBeNull();
});

it('never encrypts the same texts to the same bytes', () => {
  const key = createTextsKey();
  expect(encryptTexts(TEXTS, key).equals(encryptTexts(TEXTS, key))).toBe(false);
});

it.each([
  ['nothing', (stored: Buffer) => stored.subarray(0, 0)],
  ['half of it', (stored: Buffer) => stored.subarray(0, stored.length / 2)],
  ['a shortened tag', (stored: Buffer) => stored.subarray(0, 20)],
  ['a changed byte', (stored: Buffer) => Buffer.concat([stored.subarray(0, -1), Buffer.from([0x7f])])],
])('reads nothing from %s', (_what, damage) => {
  const key = createTextsKey();
  expect(decryptTexts(damage(encryptTexts(TEXTS, key)), key)).toBeNull();
});

it('reads nothing with a damaged key', () => {
  expect(decryptTexts(encryptTexts(TEXTS, createTextsKey()), 'short')).toBeNull();
});

it('returns the texts of one user only', () => {
  const all = { ...TEXTS, 'draft:ben:post': 'Not hers', 'unsent:anabel:1': 'Nor this', theme: 'dark' };
  expect(textsOf('ana', all)).toEqual(TEXTS);
});
