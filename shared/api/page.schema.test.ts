import { describe, expect, it } from 'vitest';
import { idSchema, momentSchema } from './page.schema.ts';

describe('a moment', () => {
  const read = (text: string) => momentSchema('no').safeParse(text).data;

  it.each([
    ['2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00.000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  ])('of %s is %s', (text, utc) => expect(read(text)).toBe(utc));

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    'now',
  ])('is not %s', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

it('an id is compared as text, so it is read in lower case', () => {
  expect(idSchema.parse('01A1FD2D-EC8F-7772-9090-BAF977506BC3')).toBe('01a1fd2d-ec8f-7772-9090-baf977506bc3');
});
