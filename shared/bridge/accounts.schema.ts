import * as z from 'zod/mini';
import { PAGE_COPY_LIMITS } from '../page-copy-limits.ts';
import type { AccountCalls } from './accounts.ts';

const NAME_MAX_CHARS = 200;
const PATH_MAX_CHARS = 500;
const KEY_MAX_CHARS = 300;
/** Characters of one text; the longest is a post with its settings. */
const TEXT_MAX_CHARS = 100_000;
const TEXTS_MAX = 500;

const none = z.tuple([]);
const user = z.strictObject({
  id: z.uuid('This is not an id.'),
  fullName: z.string('A name is a text.').check(z.maxLength(NAME_MAX_CHARS, 'The name is too long.')),
  profileImage: z.nullable(
    z
      .string('A path is a text.')
      .check(z.regex(/^\/(?:api|uploads)\//, 'This is no image of the server.'), z.maxLength(PATH_MAX_CHARS)),
  ),
});
const texts = z
  .record(
    z.string().check(z.regex(/^(?:draft|unsent):[\w-]+:/, 'This is no unsent text.'), z.maxLength(KEY_MAX_CHARS)),
    z.string('A text is a text.').check(z.maxLength(TEXT_MAX_CHARS, 'The text is too long.')),
  )
  .check(z.refine((all) => Object.keys(all).length <= TEXTS_MAX, 'There are too many texts.'));
const copy = z.strictObject({
  userId: z.uuid('This is not an id.'),
  loadedAtMs: z.int('A time is a number.').check(z.nonnegative('This is not a time.')),
  queries: z.string('The queries are a text.').check(z.maxLength(PAGE_COPY_LIMITS.maxBytes, 'The copy is too large.')),
});

/** Arguments of the calls about the accounts on this computer. */
export const accountArguments = {
  listAccounts: none,
  switchAccount: z.tuple([z.string().check(z.regex(/^[\da-f]{16}$/, 'This is not an account.'))]),
  addAccount: none,
  setAccountUser: z.tuple([z.nullable(user)]),
  loadUnsentTexts: none,
  storeUnsentTexts: z.tuple([texts]),
  loadPageCopy: none,
  storePageCopy: z.tuple([copy]),
} as const satisfies Record<keyof AccountCalls, z.ZodMiniType>;
