import { expect, it } from 'vitest';
import { Ledger } from './ledger.ts';
import { compareStored, type StoredKind, type StoredValue } from './stored.ts';

function compare(claim: (ledger: Ledger) => void, rows: Partial<Record<StoredKind, [string, string][]>>) {
  const ledger = new Ledger();
  claim(ledger);
  const stored = new Map(
    (Object.entries(rows) as [StoredKind, [string, string][]][]).map(([kind, values]): [StoredKind, StoredValue[]] => [
      kind,
      values.map(([key, value]) => ({ key, value })),
    ]),
  );
  const { lost, doubled } = compareStored(ledger.claims, stored);
  return { lost: lost.length, doubled: doubled.length };
}

const onePost = (ledger: Ledger): void => {
  ledger.claim('posts', 'p1', 'first');
  ledger.claim('versions of posts', 'p1', 0);
  ledger.count('versions of posts', 'p1');
};

it.each<[string, (ledger: Ledger) => void, Partial<Record<StoredKind, [string, string][]>>, [number, number]]>([
  ['correct records', onePost, { posts: [['p1', 'first']], 'versions of posts': [['p1', '1']] }, [0, 0]],
  ['a lost record', onePost, { 'versions of posts': [['p1', '1']] }, [1, 0]],
  ['another value', onePost, { posts: [['p1', 'before']], 'versions of posts': [['p1', '1']] }, [1, 0]],
  ['a lost edit', onePost, { posts: [['p1', 'first']], 'versions of posts': [['p1', '0']] }, [1, 0]],
  ['an edit that was made twice', onePost, { posts: [['p1', 'first']], 'versions of posts': [['p1', '2']] }, [0, 1]],
  [
    'a record without an acknowledged write',
    onePost,
    {
      posts: [
        ['p1', 'first'],
        ['p2', 'first'],
      ],
      'versions of posts': [['p1', '1']],
    },
    [0, 1],
  ],
  [
    'a removed record that exists',
    (ledger) => ledger.claim('comments', 'c1', null),
    { comments: [['c1', 'x']] },
    [1, 0],
  ],
  ['records that no writer made, where there are some', () => undefined, { preferences: [['u1', 'dark']] }, [0, 0]],
  [
    'a record that was deleted with its post',
    (ledger) => {
      ledger.claim('posts', 'p1', null);
      ledger.claim('likes', 'p1 u1', { value: 'liked', ofPost: 'p1' });
    },
    {},
    [0, 0],
  ],
  [
    'a record that outlived its post',
    (ledger) => {
      ledger.claim('posts', 'p1', null);
      ledger.claim('likes', 'p1 u1', { value: 'liked', ofPost: 'p1' });
    },
    { likes: [['p1 u1', 'liked']] },
    [1, 0],
  ],
])('judges %s', (_name, claim, rows, [lost, doubled]) => {
  expect(compare(claim, rows)).toEqual({ lost, doubled });
});

it('counts up to a limit', () => {
  const ledger = new Ledger();
  for (let time = 0; time < 4; time += 1) ledger.count('displays of advertisements', 'a1 u1', 3);
  expect(ledger.claims.get('displays of advertisements')?.get('a1 u1')).toEqual({ value: 3 });
});
