import { expect, it } from 'vitest';
import { foldCode } from './codes.ts';

it.each([
  ['Arabic', '١٢٣٤٥٦'],
  ['Persian', '۱۲۳۴۵۶'],
  ['Devanagari', '१२३४५६'],
  ['full-width', '１２３４５６'],
  ['mathematical bold', '𝟏𝟐𝟑𝟒𝟓𝟔'],
  ['with a space', '123 456'],
  ['with a no-break space', '123\u00a0456'],
  ['with a zero-width space', '123\u200b456'],
  ['with direction marks', '\u200e123\u200f456\u202c'],
  ['with a byte order mark', '\ufeff123456'],
  ['with an en dash', '123–456'],
  ['with a minus', '123−456'],
])('reads a code in %s digits', (_, code) => {
  expect(foldCode(code)).toBe('123456');
});

it('reads the letters of a recovery code in any case and width', () => {
  expect(foldCode(' ABCDE-fghij ')).toBe('abcdefghij');
  expect(foldCode('ＡＢＣＤＥ－ＦＧＨＩＪ')).toBe('abcdefghij');
});

it('makes ASCII digits of every decimal digit of Unicode, ten of each', () => {
  const counts = new Map<string, number>();
  for (let codePoint = 0; codePoint <= 0x10_ff_ff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (!/\p{Nd}/u.test(character)) continue;
    const digit = foldCode(character);
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  expect([...counts.keys()].sort().join('')).toBe('0123456789');
  expect(new Set(counts.values()).size).toBe(1);
});
