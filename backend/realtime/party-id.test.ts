import { expect, it } from 'vitest';
import { idSchema } from '#shared/api/page.schema.ts';
import { newId } from '../db/clock.ts';
import { createPartyId, isPartyOf } from './party-id.ts';

it('makes ids that are valid, different, and of one session', () => {
  const ids = Array.from({ length: 50 }, () => createPartyId('session'));
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) {
    expect(idSchema.parse(id)).toBe(id);
    expect([isPartyOf('session', id), isPartyOf('other session', id)]).toEqual([true, false]);
  }
  expect(isPartyOf('session', newId())).toBe(false);
});

it('accepts no id with another half', () => {
  const [id, other] = [createPartyId('session'), createPartyId('session')];
  expect(isPartyOf('session', id.slice(0, 18) + other.slice(18))).toBe(false);
});
