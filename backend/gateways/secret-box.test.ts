import { expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('a key for tests that is long enough');
const SECRET = Buffer.from('twenty bytes of key!');

it('decrypts its secrets for their owner only, and encrypts each time differently', () => {
  const sealed = box.seal(SECRET, 'ana');
  expect(box.open(sealed, 'ana')).toEqual(SECRET);
  expect(sealed.includes(SECRET)).toBe(false);
  expect(box.seal(SECRET, 'ana')).not.toEqual(sealed);
  expect(() => box.open(sealed, 'ben')).toThrow();
});

it('refuses what was changed, and what another key sealed', () => {
  const sealed = box.seal(SECRET, 'ana');
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => box.open(changed, 'ana')).toThrow();
  expect(() => createSecretBox('another key for tests, also long').open(sealed, 'ana')).toThrow();
  expect(() => box.open(Buffer.from([9, ...sealed.subarray(1)]), 'ana')).toThrow('does not know');
});

it('hashes the same secret of two owners differently', () => {
  expect(box.digest('code', 'ana')).toEqual(box.digest('code', 'ana'));
  expect(box.digest('code', 'ana')).not.toEqual(box.digest('code', 'ben'));
});
