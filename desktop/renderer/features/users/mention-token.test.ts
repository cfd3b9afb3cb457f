import { expect, it } from 'vitest';
import { completeMention } from './complete-mention.ts';
import { tokenAt } from './mention-token.ts';

it.each([
  ['Hi @an', 6, { start: 3, query: 'an' }],
  ['@', 1, { start: 0, query: '' }],
  ['Hi @an and', 6, { start: 3, query: 'an' }],
  ['Hi @an ', 7, null],
  ['ana@exam', 8, null],
  ['(@Zoë', 5, { start: 1, query: 'Zoë' }],
  [`@${'x'.repeat(41)}`, 42, null],
  ['你好@an', 5, { start: 2, query: 'an' }],
  ['質問です＠an', 7, { start: 4, query: 'an' }],
  ['สวัสดี@', 7, { start: 6, query: '' }],
  ['안녕@김', 4, { start: 2, query: '김' }],
  ['@नमि', 4, { start: 0, query: 'नमि' }],
  ['ana＠exam', 8, null],
])('finds the mention before the caret in %j', (text, caret, token) => {
  expect(tokenAt(text, caret)).toEqual(token);
});

it('completes the mention and moves the caret behind it', () => {
  expect(completeMention('Hi @an and bo', { start: 3, query: 'an' }, 'ana')).toEqual({
    text: 'Hi @ana and bo',
    caret: 8,
  });
  expect(completeMention('@', { start: 0, query: '' }, 'ana')).toEqual({ text: '@ana ', caret: 5 });
});
