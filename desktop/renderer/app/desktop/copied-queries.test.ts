import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coursesQuery } from '../../features/courses/api/queries.ts';
import { connectionsQuery } from '../../features/connections/api/queries.ts';
import { threadQuery } from '../../features/messages/api/queries.ts';
import { profileQuery } from '../../features/users/api/queries.ts';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';
import { COPIED, copiedPart, LEFT_OUT } from './copied-queries.ts';

const RENDERER = join(import.meta.dirname, '../..');
/** How a source file writes a query key; a constant holds one that several queries begin with. */
const KEY = /(?:queryKey:[^[;{}]*?|pagesQuery\(|const (?:KEY|CLASS_FEEDS) = )\[([^\]]*)\]/g;
const CONSTANTS: Record<string, string> = { CLASS_FEEDS: "'posts', 'class'" };
/** A part that a parameter names. */
const CHOICES: Record<string, string[]> = { 'users/list': ['users/connections', 'users/people'] };

/** Returns the noun and part of a key in the source: `noun` alone, or `noun/*` when no text names the part. */
function nameOf(source: string): string[] {
  const key = source.replaceAll(/\.\.\.(\w+)/g, (_match, name: string) => CONSTANTS[name] ?? name);
  const [, noun, rest = ''] = /^\s*'([\w-]+)'\s*,?\s*(.*)$/s.exec(key) ?? [];
  // A type, not a key.
  if (noun === undefined) return [];
  const part = /^'([\w-]+)'/.exec(rest)?.[1] ?? /part: '?([\w-]+)/.exec(rest)?.[1];
  const name = rest === '' ? noun : `${noun}/${part ?? '*'}`;
  return CHOICES[name] ?? [name];
}

/** Returns the query keys of the app, as noun and part. */
function listKeys(): string[] {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|convergence|app\/desktop/.test(name));
  const texts = sources.map((name) => readFileSync(join(RENDERER, name), 'utf8'));
  const queries = texts.filter((text) => /queryKey|pagesQuery/.test(text));
  // A constant of another name would hide its key from this test.
  const constants = queries.flatMap((text) => [...text.matchAll(/queryKey: ([A-Z_]{2,})/g)].map(([, name]) => name));
  expect(constants.filter((name) => name !== 'KEY' && name !== 'CLASS_FEEDS')).toEqual([]);
  const found = queries.flatMap((text) => [...text.matchAll(KEY)]);
  return [...new Set(found.flatMap(([, source = '']) => nameOf(source)))].toSorted();
}

it('decides for each query of the app whether it is copied', () => {
  const keys = listKeys();
  const isLeftOut = (key: string): boolean => LEFT_OUT.has(key) || LEFT_OUT.has(`${key.split('/')[0]}/*`);
  const undecided = keys.filter((key) => COPIED.has(key) === isLeftOut(key));
  expect(undecided).toEqual([]);
  expect([...COPIED.keys()].filter((key) => !keys.includes(key))).toEqual([]);
  expect([...LEFT_OUT].filter((name) => !name.endsWith('*') && !keys.includes(name))).toEqual([]);
});

const page = (id: number, more: object = {}) => ({ items: [{ id }], nextCursor: `after ${id}`, ...more });

it('copies the first page of a list, and fetches it again without a cursor', () => {
  const data = { pages: [page(1), page(2)], pageParams: [undefined, 'after 1'] };
  const { queryKey } = connectionsQuery({ status: 'accepted' });
  expect(copiedPart(queryKey, data)).toEqual({ pages: [page(1)], pageParams: [null] });
  expect(copiedPart(queryKey, { pages: [], pageParams: [] })).toBeUndefined();
});

it('copies no search', () => {
  const data = { pages: [page(1)], pageParams: [undefined] };
  expect(copiedPart(connectionsQuery({ status: 'accepted', q: 'ana' }).queryKey, data)).toBeUndefined();
  expect(copiedPart(coursesQuery({ q: 'algebra' }).queryKey, data)).toBeUndefined();
  expect(copiedPart(['search', 'results', { q: 'ana' }], data)).toBeUndefined();
});

it('copies the newest pages of a thread, and no part of one that begins further up', () => {
  const [newest, older, oldest] = [page(3, { hasNewer: false }), page(2), page(1)];
  const { queryKey } = threadQuery('ben');
  const data = { pages: [newest, older, oldest], pageParams: [{ after: 5 }, { before: 4 }, { before: 2 }] };
  expect(PAGE_COPY_LIMITS.threadPages).toBe(2);
  expect(copiedPart(queryKey, data)).toEqual({ pages: [newest, older], pageParams: [null, { before: 4 }] });
  expect(copiedPart(queryKey, { pages: [page(3, { hasNewer: true })], pageParams: [undefined] })).toBeUndefined();
  expect(copiedPart(threadQuery('ben', 7).queryKey, data)).toBeUndefined();
});

it('copies only the own profile, as the user sees it', () => {
  const profile = { id: 'me' };
  expect(copiedPart(profileQuery(null).queryKey, profile)).toBe(profile);
  expect(copiedPart(profileQuery(null, 'everyone' as never).queryKey, profile)).toBeUndefined();
  expect(copiedPart(profileQuery('ben').queryKey, profile)).toBeUndefined();
});

it.each([
  ['sessions and two-factor', ['auth', 'sessions']],
  ['the address of the calendar', ['events', 'calendar-feed']],
  ['a receipt', ['purchases', 'receipt', 'p1']],
  ['numbers', ['analytics', { from: '2026-01-01' }]],
  ['presence', ['presence', 'ben']],
  ['an unknown query', ['new-noun', 'list']],
  ['a name of every object', ['constructor', 'name']],
])('copies nothing of %s', (_what, key) => {
  expect(copiedPart(key, { pages: [page(1)], pageParams: [undefined] })).toBeUndefined();
});
