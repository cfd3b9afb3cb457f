import type { StudentSort } from '#shared/api/students.ts';
import { isoOf } from '../../db/read.ts';
import { invalidField } from '../../http/app-error.ts';
import { isTime, UUID } from '../../http/page.ts';
import type { StudentRow } from './student.view.ts';

/** The end of a page; the order by name uses `name`, the others `at`, that by mutual connections also `mutuals`. */
export interface StudentCursor {
  sort: StudentSort;
  id: string;
  name: string;
  at: string;
  mutuals: number;
}

const MUTUALS_MAX = 1_000_000_000;

/** Encodes the end of a page as base64url text; it contains nothing that the page does not. */
export function encodeStudentCursor(sort: StudentSort, row: StudentRow & { sort_mutuals: number }): string {
  const key = { new: [isoOf(row.created_at)], name: [row.name], mutual: [isoOf(row.created_at), row.sort_mutuals] }[
    sort
  ];
  return Buffer.from(JSON.stringify([sort, row.user_id, ...key])).toString('base64url');
}

/** Decodes a cursor of one order. @throws AppError VALIDATION for text that is no cursor of this order. */
export function decodeStudentCursor(sort: StudentSort, text: string): StudentCursor {
  const [given, id, key, mutuals = 0, ...rest] = parse(text);
  const isKey = typeof key === 'string' && (sort === 'name' ? !key.includes('\0') : isTime(key));
  const isCount = typeof mutuals === 'number' && Number.isInteger(mutuals) && mutuals >= 0 && mutuals <= MUTUALS_MAX;
  if (given !== sort || typeof id !== 'string' || !UUID.test(id) || !isKey || !isCount || rest.length > 0) {
    throw invalidField('cursor', 'This is not a valid cursor');
  }
  return sort === 'name' ? { sort, id, name: key, at: '', mutuals } : { sort, id, name: '', at: key, mutuals };
}

function parse(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
