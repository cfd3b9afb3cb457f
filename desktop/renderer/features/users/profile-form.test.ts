// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ProfileView } from '#shared/api/users.ts';
import { draftOf, saveProfileDraft, loadProfileDraft, overlapOf } from './profile-form.ts';

afterEach(() => localStorage.clear());

const entry = (start: string, end: string | null) => ({ start, end });

describe('overlapOf', () => {
  it.each([
    ['apart', [entry('2018-09', '2020-06'), entry('2020-09', null)], null],
    ['one after the other in one month', [entry('2018-09', '2020-06'), entry('2020-06', null)], null],
    ['one inside the other', [entry('2018-09', '2022-06'), entry('2019-01', '2019-06')], 1],
    ['both going on', [entry('2018-09', null), entry('2020-01', null)], 1],
    ['a month not chosen yet', [entry('2018-09', ''), entry('2018-10', null)], null],
  ])('of two entries %s', (_case, entries, found) => {
    expect(overlapOf(entries, 0)).toBe(found);
  });
});

describe('an unsaved draft', () => {
  const profile = {
    id: 'ana',
    fullName: 'Ana Ruiz',
    bio: null,
    institution: null,
    position: null,
    educationData: [],
    experienceData: [],
    version: 'v1',
  } as unknown as ProfileView;
  const stored = { draft: { ...draftOf(profile), bio: 'I like plants.' }, version: 'v1' };

  it('is loaded with its base version, only for its user, until it is removed', () => {
    saveProfileDraft('ana', stored);
    expect(loadProfileDraft({ ...profile, version: 'v2' })).toEqual(stored);
    expect(loadProfileDraft({ ...profile, id: 'ben' })).toBeNull();
    saveProfileDraft('ana', null);
    expect(loadProfileDraft(profile)).toBeNull();
  });

  it('is ignored when it equals the profile or is damaged', () => {
    saveProfileDraft('ana', { draft: draftOf(profile), version: 'v0' });
    expect(loadProfileDraft(profile)).toBeNull();
    for (const damaged of [
      '{',
      'null',
      '{"draft":{"bio":1},"version":"v1"}',
      JSON.stringify({ draft: stored.draft }),
    ]) {
      localStorage.setItem('draft:ana:profile', damaged);
      expect(loadProfileDraft(profile)).toBeNull();
    }
  });
});
