import { expect, it } from 'vitest';
import { readMessageSearch, toHitPieces } from './message-search.ts';

it.each([
  ['algebra notes', { q: 'algebra notes' }],
  ['from:me has:file algebra', { q: 'algebra', from: 'me', has: 'file' }],
  ['exam from:them', { q: 'exam', from: 'them' }],
  [
    'lab after:2026-03-01 before:2026-04-01',
    { q: 'lab', after: new Date('2026-03-01T00:00').toISOString(), before: new Date('2026-04-01T00:00').toISOString() },
  ],
  ['from:ben before:soon 10:30', { q: 'from:ben before:soon 10:30' }],
])('parses %s into filters and words', (text, search) => {
  expect(readMessageSearch(text)).toEqual(search);
});

const shown = (content: string, q: string) =>
  toHitPieces(content, q)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

it.each([
  ['Is the Lab open?', 'lab', 'Is the [Lab] open?'],
  ['laboratory, slab', 'lab', '[lab]oratory, slab'],
  ['één ding, ander ding', 'ding een', 'één [ding], ander [ding]'],
  ['a (b) c', '(b', 'a ([b]) c'],
  ['nothing here', '', 'nothing here'],
])('in %j marks the words of %j', (content, q, text) => {
  expect(shown(content, q)).toBe(text);
});

it('starts shortly before the first match', () => {
  expect(shown(`${'word '.repeat(40)}algebra tomorrow`, 'algebra')).toMatch(/^…(word ){2,8}\[algebra\] tomorrow$/);
});
