import { expect, it } from 'vitest';
import type { AnnotationType } from '#shared/api/analytics.ts';
import { wordAnnotation } from './wording.ts';

const word = (type: AnnotationType, title: string | null) =>
  wordAnnotation({ day: '2026-11-06', type, subjectId: 'a1', title, value: null }, 'USD');

it.each([
  ['item-published', 'Algebra', 'You published “Algebra”'],
  ['event-held', 'Open day', 'Your event “Open day” took place'],
  ['event-held', null, 'Your event, removed since, took place'],
  ['ad-started', 'Summer school', 'Your advertisement “Summer school” was first shown'],
  ['ad-started', null, 'Your advertisement, removed since, was first shown'],
  ['note', 'Exams began', 'Exams began'],
] as const)('words %s of %s', (type, title, words) => {
  expect(word(type, title)).toBe(words);
});
