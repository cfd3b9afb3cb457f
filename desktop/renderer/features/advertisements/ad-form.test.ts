import { expect, it } from 'vitest';
import type { OwnAdvertisementView } from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { changesOf, draftOf, inputOf, sectionsOf } from './ad-form.ts';

const own: OwnAdvertisementView = {
  id: 'a',
  version: '1',
  userId: 'u',
  title: 'Summer school',
  description: 'Two weeks.',
  imageUrl: '/api/files/f',
  imageAlt: 'A lake',
  linkUrl: 'https://school.example/',
  eventId: null,
  section: 3,
  createdAt: '2027-01-01T00:00:00.000Z',
  state: 'active',
  rejectionReason: null,
  impressions: 0,
  clicks: 0,
  advertiser: {
    id: 'u',
    fullName: 'Tilda',
    username: 'tilda',
    role: 'teacher',
    position: null,
    institution: null,
    profileImage: null,
  },
};

it('starts a promotion from the event, cut to what fits', () => {
  const draft = draftOf(null, {
    section: 6,
    promoted: { id: 'e', title: 'Open day', description: `Come\n${'and see '.repeat(40)}` },
  });
  expect(draft).toMatchObject({ title: 'Open day', section: 6, eventId: 'e' });
  expect(draft.description.length).toBeLessThanOrEqual(AD_LIMITS.descriptionMaxChars);
  expect(draft.description).toMatch(/^Come and see .*(and|see)…$/);
  expect(inputOf(draft)).not.toHaveProperty('linkUrl');
  expect(sectionsOf(draft)).toEqual([1, 2, 3, 5, 6]);
});

it.each([
  [{}, undefined, {}],
  [{ title: ' Winter school ' }, undefined, { title: ' Winter school ' }],
  [{}, 'new', { fileId: 'new' }],
  [{ imageUrl: null }, undefined, { fileId: null }],
  [{ imageAlt: '', section: 2 as const }, undefined, { section: 2, imageAlt: '' }],
])('for the change %j with the image %s, sends %j', (change, fileId, changes) => {
  expect(changesOf(own, { ...draftOf(own, { section: 1 }), ...change }, { fileId })).toEqual(changes);
});

it('does not send a draft for review until it is submitted', () => {
  const draft = { ...own, state: 'draft' as const };
  const fields = draftOf(draft, { section: 1 });
  expect(changesOf(draft, { ...fields, title: 'Winter school' }, { isDraft: true })).toEqual({
    title: 'Winter school',
    isDraft: true,
  });
  expect(changesOf(draft, fields, { isDraft: true })).toEqual({});
  expect(changesOf(draft, fields, {})).toEqual({ isDraft: false });
});
