import { expect, it } from 'vitest';
import { idSchema } from '#shared/api/page.schema.ts';
import { newId } from '../db/clock.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import { createPartyIds } from './party-id.ts';

const parties = createPartyIds(createSecretBox('a key for tests that is long enough'));

it('makes ids that are valid, different, and of one session', () => {
  const ids = Array.from({ length: 50 }, () => parties.create('session'));
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) {
    expect(idSchema.parse(id)).toBe(id);
    expect([parties.isOf('session', id), parties.isOf('other session', id)]).toEqual([true, false]);
  }
  expect(parties.isOf('session', newId())).toBe(false);
});

it('accepts no id with another half, and none that was made without the key', () => {
  const [id, other] = [parties.create('session'), parties.create('session')];
  expect(parties.isOf('session', id.slice(0, 18) + other.slice(18))).toBe(false);
  const forged = createPartyIds(createSecretBox('another key that is also long enough')).create('session');
  expect(parties.isOf('session', forged)).toBe(false);
});
