import { expect, it } from 'vitest';
import { countFilters, readPlace, writePlace, type DirectoryPlace } from './filters.ts';

const COURSE = '01990000-0000-7000-8000-000000000001';

it.each<[string, DirectoryPlace]>([
  ['', { filters: {}, sort: 'new', view: 'cards' }],
  ['field=Biology&year=2024&sort=name', { filters: { field: 'Biology', year: 2024 }, sort: 'name', view: 'cards' }],
  [
    `q=%C3%96&institution=A+%26+B&courseId=${COURSE}&state=pending&partner=true&sort=mutual&view=table`,
    {
      filters: { q: 'Ö', institution: 'A & B', courseId: COURSE, state: 'pending', partner: true },
      sort: 'mutual',
      view: 'table',
    },
  ],
])('parses and writes the URL %s', (address, place) => {
  expect(readPlace(new URLSearchParams(address))).toEqual(place);
  expect(writePlace(place).toString()).toBe(address);
});

it('ignores invalid values', () => {
  const { filters, sort, view } = readPlace(
    new URLSearchParams('year=24&courseId=x&state=sent&partner=maybe&sort=active&view=map&q=+'),
  );
  expect({ filters, sort, view, count: countFilters(filters) }).toEqual({
    filters: {},
    sort: 'new',
    view: 'cards',
    count: 0,
  });
});
