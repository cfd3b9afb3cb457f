import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { invalidField } from '../../http/app-error.ts';

/**
 * Those of the 100,000 most common passwords that are long enough to be accepted otherwise, in lower case. Source:
 * SecLists, Passwords/Common-Credentials/10-million-password-list-top-1000000 (MIT licence).
 */
const LIST = join(import.meta.dirname, '..', '..', '..', 'resources', 'common-passwords.txt.gz');
/** Shorter words of an account are part of too many other words. */
const WORD_MIN_CHARS = 4;
/** How much a password must contain beside such words. */
const REST_MIN_CHARS = 6;

let common: ReadonlySet<string> | undefined;

/** What an account tells about its owner, which others guess first. */
export interface AccountWords {
  username: string;
  email: string;
  fullName: string;
  institution?: string | null | undefined;
}

/**
 * Refuses a password that is among the most common ones, or that consists of little more than words of the account or
 * the product's name (ASVS 6.2.4, 6.2.11).
 *
 * @throws AppError VALIDATION on `field`.
 */
export function refuseWeakPassword(password: string, account: AccountWords, field = 'password'): void {
  const folded = password.toLowerCase();
  common ??= new Set(gunzipSync(readFileSync(LIST)).toString('utf8').split('\n'));
  if (common.has(folded))
    throw invalidField(field, 'This is one of the most common passwords. Choose another one, for example a few words.');
  if (restOf(folded, account).length < REST_MIN_CHARS)
    throw invalidField(field, 'This password is too close to your name, address or institution. Choose another one.');
}

function restOf(password: string, { username, email, fullName, institution }: AccountWords): string {
  const texts = ['lyceum', username, email.split('@')[0] ?? '', fullName, institution ?? ''];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map((text) => text.toLowerCase());
  const known = words.filter((word) => word.length >= WORD_MIN_CHARS).toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, word) => rest.replaceAll(word, ''), password);
}
