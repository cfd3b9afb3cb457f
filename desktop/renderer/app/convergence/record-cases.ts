import { useMutation, useQueryClient } from '@tanstack/react-query';
import { defaultPrivacy } from '#shared/api/privacy.ts';
import { useHideAdvertisement } from '../../features/advertisements/api/mutations.ts';
import { ownAdvertisementsQuery } from '../../features/advertisements/api/queries.ts';
import { useRemoveNote } from '../../features/analytics/api/mutations.ts';
import { analyticsQuery } from '../../features/analytics/api/queries.ts';
import { editPreferencesMutation, editPrivacyMutation } from '../../features/preferences/api/mutations.ts';
import { useRemoveSearch } from '../../features/search/api/mutations.ts';
import { historyQuery } from '../../features/search/api/queries.ts';
import { useEditListing, useSetPartner } from '../../features/students/api/mutations.ts';
import { listingQuery } from '../../features/students/api/queries.ts';
import { useBlock, useChangeImage, useEditProfile, useUnblock } from '../../features/users/api/mutations.ts';
import { blocksQuery, profileQuery } from '../../features/users/api/queries.ts';
import { useWithdrawVerification } from '../../features/verifications/api/mutations.ts';
import { claimsQuery } from '../../features/verifications/api/queries.ts';
import { preferencesQuery, privacyQuery } from '../../lib/me.ts';
import { ME } from './simulation.ts';
import { type NounCase, BEN, record, remove, cached } from './noun-case.ts';

/** A noun whose lists are fetched again after each change. */
function refetched({
  noun,
  name,
  covers,
  query,
  path,
  useChange,
  route,
}: Pick<NounCase, 'noun' | 'name' | 'covers'> & {
  query: () => { queryKey: readonly unknown[] };
  path: string;
  useChange: () => object;
  route: string;
}): NounCase {
  return {
    noun,
    name,
    covers,
    state: () => ({ items: [{ id: 'i1' }, { id: 'i2' }] }),
    routes: {
      [`GET ${path}`]: ({ state }) => state['items'],
      [route]: ({ state, path: called }) => {
        for (const id of ['i1', 'i2']) if (called.includes(id)) remove(state, 'items', id);
      },
    },
    queries: () => [query()],
    useMutations: () => ({ change: useChange() }),
    actions: [(run) => run.mutate('change', 'i1'), (run) => run.mutate('change', 'i2')],
  };
}

/** A record that the server stores and returns. */
function saved(
  part: Pick<NounCase, 'noun' | 'name' | 'covers' | 'actions'> & {
    initial: object;
    path: string;
    write: string;
    query: () => { queryKey: readonly unknown[] };
    useMutations: () => object;
  } & Pick<NounCase, 'isShown'>,
): NounCase {
  const { initial, path, write, query, ...rest } = part;
  return {
    ...rest,
    state: () => ({ record: structuredClone(initial) }),
    routes: {
      [`GET ${path}`]: ({ state }) => state['record'],
      [write]: ({ state, body }) => Object.assign(record(state, 'record'), body),
    },
    queries: () => [query()],
  };
}

/** The cases of records that are saved as a whole, and of lists that are fetched again. */
export const RECORD_CASES: readonly NounCase[] = [
  saved({
    noun: 'preferences',
    name: 'preferences',
    covers: ['editPreferencesMutation'],
    initial: { theme: 'light', colorScheme: 'blue', fontSize: 2 },
    path: '/api/preferences',
    write: 'PATCH /api/preferences',
    query: () => preferencesQuery,
    useMutations: () => ({ change: useMutation(editPreferencesMutation(useQueryClient())) }),
    actions: [(run) => run.mutate('change', { theme: 'dark' }), (run) => run.mutate('change', { fontSize: 3 })],
    isShown: (client) => cached(client, preferencesQuery).includes('"theme":"dark","colorScheme":"blue","fontSize":3'),
  }),
  saved({
    noun: 'preferences',
    name: 'privacy',
    covers: ['editPrivacyMutation'],
    initial: defaultPrivacy('teacher'),
    path: '/api/privacy',
    write: 'PATCH /api/privacy',
    query: () => privacyQuery,
    useMutations: () => ({ change: useMutation(editPrivacyMutation(useQueryClient())) }),
    actions: [
      (run) => run.mutate('change', { whoCanMessage: 'nobody' }),
      (run) => run.mutate('change', { whoCanCall: 'nobody' }),
    ],
    isShown: (client) => cached(client, privacyQuery).includes('"nobody"'),
  }),
  saved({
    noun: 'users',
    name: 'profile',
    covers: ['useEditProfile', 'useChangeImage'],
    initial: { id: ME.id, fullName: 'Ana', bio: '', version: 'v1' },
    path: '/api/users/me',
    write: 'PATCH /api/profile',
    query: () => profileQuery(null),
    useMutations: () => ({ edit: useEditProfile(), image: useChangeImage('profile') }),
    actions: [
      (run) => run.mutate('edit', { changes: { bio: 'One' }, version: 'v1' }),
      (run) => run.mutate('edit', { changes: { bio: 'Two' }, version: 'v2' }),
    ],
  }),
  saved({
    noun: 'students',
    name: 'listing',
    covers: ['useEditListing', 'useSetPartner'],
    initial: { isListed: false, shows: [], partners: [] },
    path: '/api/students/listing',
    write: 'PUT /api/students/listing',
    query: () => listingQuery,
    useMutations: () => ({ edit: useEditListing({ action: null }), partner: useSetPartner() }),
    actions: [(run) => run.mutate('edit', { isListed: true }), (run) => run.mutate('edit', { isListed: false })],
  }),
  refetched({
    noun: 'users',
    name: 'unblocked members',
    covers: ['useUnblock'],
    query: () => blocksQuery,
    path: '/api/blocks',
    useChange: () => {
      const { mutate } = useUnblock();
      return { mutate: (id: string) => mutate({ ...BEN, id } as never) };
    },
    route: 'DELETE /api/users/*/block',
  }),
  refetched({
    noun: 'users',
    name: 'blocked members',
    covers: ['useBlock'],
    query: () => blocksQuery,
    path: '/api/blocks',
    useChange: useBlock,
    route: 'PUT /api/users/*/block',
  }),
  refetched({
    noun: 'advertisements',
    name: 'hidden advertisements',
    covers: ['useHideAdvertisement'],
    query: () => ownAdvertisementsQuery,
    path: '/api/advertisements/mine',
    useChange: useHideAdvertisement,
    route: 'POST /api/advertisements/*/hide',
  }),
  refetched({
    noun: 'verifications',
    name: 'withdrawn claims',
    covers: ['useWithdrawVerification'],
    query: () => claimsQuery('pending'),
    path: '/api/verifications',
    useChange: useWithdrawVerification,
    route: 'DELETE /api/verifications/*',
  }),
  refetched({
    noun: 'analytics',
    name: 'notes beside the numbers',
    covers: ['useRemoveNote'],
    query: () => analyticsQuery({ days: 7, range: null, item: null, isCompared: false }),
    path: '/api/analytics',
    useChange: useRemoveNote,
    route: 'DELETE /api/analytics/notes/*',
  }),
  refetched({
    noun: 'search',
    name: 'search history',
    covers: ['useRemoveSearch'],
    query: () => historyQuery,
    path: '/api/search/history',
    useChange: useRemoveSearch,
    route: 'DELETE /api/search/history/*',
  }),
  {
    ...refetched({
      noun: 'moderation',
      name: 'reported advertisements',
      covers: [],
      query: () => ownAdvertisementsQuery,
      path: '/api/advertisements/mine',
      useChange: useHideAdvertisement,
      route: 'POST /api/advertisements/*/hide',
    }),
  },
];
