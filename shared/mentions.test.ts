import { expect, it } from 'vitest';
import { mentionedNames, splitMentions } from './mentions.ts';

it.each([
  ['Ask @Anna.Ruiz2 about it', ['anna.ruiz2']],
  ['@ben', ['ben']],
  ['(@ben)', ['ben']],
  ['Thanks @ben. See you', ['ben.', 'ben']],
  ['@ben @BEN @ben-', ['ben', 'ben-']],
  ['mail ana@example.test or a/@b', []],
  ['@@ben @ @-x', []],
  ['日本@ben', ['ben']],
  ['請問@ben老師，＠zoe 和＠mia。', ['ben', 'zoe', 'mia']],
  ['データ@benさん', ['ben']],
  ['สวัสดี@benครับ', ['ben']],
  ['안녕@ben님', ['ben']],
  ['２０２６年＠ben', ['ben']],
  ['ana＠example.test, ана@ben, ana2026@ben, ＠＠ben', []],
])('%s mentions %j', (text, names) => {
  expect(mentionedNames(text)).toEqual(names);
});

it('returns of a known name with punctuation only that form', () => {
  expect(mentionedNames('@ben. and @zoe.', ['ben'])).toEqual(['ben', 'zoe.', 'zoe']);
  expect(mentionedNames('@ben.', ['ben.', 'ben'])).toEqual(['ben.']);
});

it('returns a limited number of names', () => {
  expect(mentionedNames(Array.from({ length: 500 }, (_, at) => `@user${at}`).join(' '))).toHaveLength(40);
});

it('splits a text at the users that it mentions, and prefers the longer name', () => {
  const ben = { userId: 'b', username: 'ben' };
  expect(splitMentions('Hi @Ben. and @zoe', [ben])).toEqual([
    { text: 'Hi ', userId: null },
    { text: '@Ben', userId: 'b' },
    { text: '. and @zoe', userId: null },
  ]);
  expect(splitMentions('@ben.', [ben, { userId: 'c', username: 'ben.' }])).toEqual([{ text: '@ben.', userId: 'c' }]);
  expect(splitMentions('请问＠ben老师', [ben])).toEqual([
    { text: '请问', userId: null },
    { text: '＠ben', userId: 'b' },
    { text: '老师', userId: null },
  ]);
  expect(splitMentions('@ben', [])).toEqual([{ text: '@ben', userId: null }]);
});
