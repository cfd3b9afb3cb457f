import type { SearchSort } from '#shared/api/search.ts';
import { invalidField } from '../../http/app-error.ts';
import { isTime, UUID } from '../../http/page.ts';

/** End of a page of results: its order, the key of the last result, its search, and whether the query was corrected. */
export interface SearchCursor {
  sort: SearchSort;
  /** Score, or date in ISO 8601. */
  key: number | string;
  id: string;
  searchId: string | null;
  isCorrected: boolean;
}

/** Encodes the end of a page as base64url text. */
export function encodeSearchCursor({ sort, key, id, searchId, isCorrected }: SearchCursor): string {
  return Buffer.from([sort === 'new' ? 'n' : 'r', key, id, searchId ?? '', isCorrected ? 1 : 0].join(' ')).toString(
    'base64url',
  );
}

/** Decodes a cursor of one order. @throws AppError VALIDATION for text that is no cursor of this order. */
export function decodeSearchCursor(sort: SearchSort, text: string): SearchCursor {
  const [letter, key = '', id = '', searchId = '', corrected, ...rest] = Buffer.from(text, 'base64url')
    .toString('utf8')
    .split(' ');
  const value = sort === 'relevance' ? toScore(key) : isTime(key) ? key : undefined;
  const isWhole =
    rest.length === 0 &&
    (corrected === '0' || corrected === '1') &&
    UUID.test(id) &&
    (searchId === '' || UUID.test(searchId));
  if (letter !== (sort === 'new' ? 'n' : 'r') || value === undefined || !isWhole) {
    throw invalidField('cursor', 'This is not a valid cursor');
  }
  return { sort, key: value, id, searchId: searchId || null, isCorrected: corrected === '1' };
}

function toScore(text: string): number | undefined {
  const score = Number(text);
  return /^[\d.e+-]{1,30}$/.test(text) && Number.isFinite(score) ? score : undefined;
}
