import { expect, it } from 'vitest';
import { parseTexts, textsOf } from './unsent-texts.ts';

const TEXTS = { 'draft:ana:post': 'Half a thought, with ümläuts', 'unsent:ana:1': '{"input":{}}' };

it('returns the texts of one user only', () => {
  const all = { ...TEXTS, 'draft:ben:post': 'Not hers', 'unsent:anabel:1': 'Nor this', theme: 'dark' };
  expect(textsOf('ana', all)).toEqual(TEXTS);
});

it('reads what was stored, and nothing from damaged texts', () => {
  expect(parseTexts(JSON.stringify(TEXTS))).toEqual(TEXTS);
  expect(parseTexts('{"draft:ana')).toEqual({});
});
