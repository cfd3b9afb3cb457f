import { expect, it } from 'vitest';
import { METRICS_OF_ROLE, type MetricName } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { cardsOf, FIRST_METRICS } from './cards.ts';

const numbers = (names: readonly MetricName[]) =>
  names.map((name) => ({ name, total: 1, days: [1], previousTotal: null, previousDays: null, subjects: [] }));
const namesOf = (metrics: readonly { name: MetricName }[]) => metrics.map(({ name }) => name);

it.each(['student', 'teacher', 'institution', 'creator'] satisfies Role[])(
  'shows a %s six numbers first and each other one once',
  (role) => {
    const all = METRICS_OF_ROLE[role].flatMap(({ metrics }) => metrics);
    const { first, more } = cardsOf({ role, metrics: numbers(all) });
    expect(namesOf(first)).toEqual(FIRST_METRICS[role]);
    expect(first).toHaveLength(6);
    // The graph begins with the first number of the view, whose card is not hidden.
    expect(first[0]?.name).toBe(all[0]);
    const others = more.flatMap(({ metrics }) => namesOf(metrics));
    expect([...namesOf(first), ...others].toSorted()).toEqual([...all].toSorted());
  },
);

it('fills the first numbers of an item with its other ones', () => {
  const metrics = numbers([
    'item-views',
    'enrollments',
    'new-learners',
    'completions',
    'downloads',
    'revenue',
    'stars',
  ]);
  const { first, more } = cardsOf({ role: 'institution', metrics });
  expect(namesOf(first)).toEqual(['item-views', 'enrollments', 'new-learners', 'completions', 'downloads', 'revenue']);
  expect(more.map(({ title, metrics: others }) => [title, namesOf(others)])).toEqual([['Items', ['stars']]]);
  expect(cardsOf({ role: 'student', metrics: numbers(['study-minutes']) }).more).toEqual([]);
});
