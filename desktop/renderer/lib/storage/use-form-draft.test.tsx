import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import { createQueryClient } from '../http/query-client.ts';
import { sessionQuery } from '../me.ts';
import { useFormDraft } from './use-form-draft.ts';

const RECORD = { title: 'Saved', note: '', days: ['Monday'] };

beforeEach(() => localStorage.clear());

/** Opens the form of a user, as a new visit does. */
function open(userId: string | null, { record = RECORD, version = 'v1' } = {}) {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, userId === null ? null : ({ id: userId } as CurrentUser));
  const { result, rerender } = renderHook(() => useFormDraft('page', record, version), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return { form: () => result.current, rerender };
}

it('restores what a user entered in an earlier visit, for this user only', () => {
  const { form } = open('ana');
  expect(form()).toMatchObject({ values: RECORD, isChanged: false, isRestored: false });
  act(() => {
    form().change({ title: 'Mine' });
    form().change({ days: [] });
  });
  expect(form()).toMatchObject({ values: { title: 'Mine', note: '', days: [] }, isChanged: true, isRestored: false });
  expect(open('ana').form()).toMatchObject({ values: { title: 'Mine', days: [] }, isChanged: true, isRestored: true });
  expect(open('ben').form()).toMatchObject({ values: RECORD, isRestored: false });
});

it('restores only the entered fields over a newer record, with the version that they are based on', () => {
  const earlier = open('ana');
  act(() => earlier.form().change({ title: 'Mine' }));
  const { form } = open('ana', { record: { ...RECORD, note: 'Newer' }, version: 'v2' });
  expect(form()).toMatchObject({ values: { title: 'Mine', note: 'Newer' }, version: 'v1' });
  act(() => form().rebase('v2'));
  expect(open('ana', { version: 'v2' }).form().version).toBe('v2');
});

it('stores nothing that equals the record, and nothing once it is discarded', () => {
  const { form } = open('ana');
  act(() => form().change({ title: 'Mine' }));
  act(() => form().change({ title: 'Saved' }));
  expect(localStorage.length).toBe(0);
  act(() => form().change({ title: 'Mine' }));
  act(() => form().discard());
  expect(form()).toMatchObject({ values: RECORD, isChanged: false });
  expect(open('ana').form().isRestored).toBe(false);
});

it('ignores a stored text that is damaged or that equals the record', () => {
  for (const stored of [
    '{',
    'null',
    '{"fields":{"title":1},"version":"v1"}',
    '{"fields":{"days":{}},"version":"v1"}',
    '{"fields":{"title":"Mine"}}',
    '{"fields":{"title":"Saved"},"version":"v1"}',
  ]) {
    localStorage.setItem('draft:ana:page', stored);
    expect(open('ana').form()).toMatchObject({ values: RECORD, isRestored: false });
  }
});

it('stores nothing without a signed-in user', () => {
  const { form } = open(null);
  act(() => form().change({ title: 'Mine' }));
  expect([form().values.title, localStorage.length]).toEqual(['Mine', 0]);
});

it('bases the values on a saved record and keeps what was entered in other fields', () => {
  const { form } = open('ana');
  act(() => form().change({ title: ' Mine ', note: 'Not saved' }));
  const saved = { title: 'Mine', note: '', days: ['Friday'] };
  act(() => form().settle(saved, ['title']));
  expect(form()).toMatchObject({ values: { ...saved, note: 'Not saved' }, isChanged: true });
  act(() => form().settle({ ...saved, note: 'Not saved' }, []));
  expect([form().isChanged, localStorage.length]).toEqual([false, 0]);
});
