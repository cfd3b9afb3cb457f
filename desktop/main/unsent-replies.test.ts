import { beforeEach, expect, it } from 'vitest';
import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { LocalAccount } from './local-accounts.ts';
import { withReplies, type UnsentWithReplies } from './unsent-replies.ts';

const USER = { id: 'ana', fullName: 'Ana Ruiz', profileImage: null };
const DRAFT = { 'draft:ana:post': 'Half a thought' };
const REPLY = { 'unsent:ana:1': 'Yes, at ten.' };

let localAccount: LocalAccount;
let file: UnsentTexts;
let writes: number;
let unsent: UnsentWithReplies;

beforeEach(() => {
  localAccount = { id: 'one', user: USER, stored: null, opened: null };
  file = {};
  writes = 0;
  start();
});

/** Starts the client with what the file contains. */
function start(): void {
  unsent = withReplies({
    load: async () => file,
    store: async ({ user }, texts) => {
      file = user ? texts : {};
      writes += 1;
    },
    remove: async () => void (file = {}),
  });
}

it('stores replies beside the texts of the page, in any order', async () => {
  await unsent.store(localAccount, DRAFT);
  await unsent.storeReplies(localAccount, REPLY);
  expect(file).toEqual({ ...DRAFT, ...REPLY });
  await unsent.store(localAccount, {});
  expect(file).toEqual(REPLY);
  await unsent.storeReplies(localAccount, {});
  expect([file, writes]).toEqual([{}, 4]);
});

it('keeps the texts of an earlier run that the page has not loaded yet', async () => {
  file = DRAFT;
  void unsent.storeReplies(localAccount, REPLY);
  void unsent.storeReplies(localAccount, {});
  await unsent.settled();
  expect(file).toEqual(DRAFT);
});

it('returns replies of an earlier run to the page, which owns them from then on, and never those of this run', async () => {
  await unsent.storeReplies(localAccount, REPLY);
  expect(await unsent.load(localAccount)).toEqual({});
  start();
  const next = { 'unsent:ana:2': 'And at noon?' };
  await unsent.storeReplies(localAccount, next);
  expect(await unsent.load(localAccount)).toEqual(REPLY);
  // The page has sent it.
  await unsent.store(localAccount, {});
  expect(file).toEqual(next);
});

it('keeps the accounts apart and removes one with its replies', async () => {
  const other: LocalAccount = { ...localAccount, id: 'two' };
  await unsent.storeReplies(localAccount, REPLY);
  await unsent.store(other, {});
  expect(file).toEqual({});
  await unsent.storeReplies(localAccount, REPLY);
  await unsent.remove(localAccount);
  expect(file).toEqual({});
  await unsent.store(localAccount, DRAFT);
  expect(file).toEqual(DRAFT);
});

it('stores nothing of a page whose user has signed out, for no one and for the next user', async () => {
  await unsent.storeReplies(localAccount, REPLY);
  await unsent.remove(localAccount);
  localAccount.user = null;
  await unsent.store(localAccount, DRAFT);
  expect([file, await unsent.load(localAccount)]).toEqual([{}, {}]);
  localAccount.user = USER;
  expect(await unsent.load(localAccount)).toEqual({});
  const next = { 'unsent:ana:2': 'And at noon?' };
  await unsent.storeReplies(localAccount, next);
  expect(file).toEqual(next);
});

it('takes the texts and replies of another account; the page receives the texts when it loads them', async () => {
  const files = new Map<string, UnsentTexts>();
  unsent = withReplies({
    load: async ({ id }) => files.get(id) ?? {},
    store: async ({ id }, texts) => void files.set(id, texts),
    remove: async ({ id }) => void files.delete(id),
  });
  const other: LocalAccount = { ...localAccount, id: 'two', user: null, endedUser: USER };
  await unsent.store(other, DRAFT);
  await unsent.storeReplies(other, REPLY);
  await unsent.take(localAccount, other);
  await unsent.remove(other);
  // The page stores what it has before it loads them.
  const own = { 'draft:ana:chat': 'New' };
  await unsent.store(localAccount, own);
  expect(files).toEqual(new Map([['one', { ...DRAFT, ...own, ...REPLY }]]));
  expect(await unsent.load(localAccount)).toEqual({ ...DRAFT, ...own });
  await unsent.store(localAccount, own);
  expect(files.get('one')).toEqual({ ...own, ...REPLY });
});
