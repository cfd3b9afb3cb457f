import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LocalAccount } from './local-accounts.ts';
import { createKey } from './core/encryption.ts';
import { createEncryptedFiles } from './encrypted-files.ts';
import { createPageCopies } from './page-copies.ts';
import { openAccountFiles } from './platform/account-files.ts';
import { createUnsent } from './unsent.ts';

const COPY = { userId: 'ana', loadedAtMs: 7, queries: '["What Ben wrote"]' };
const TEXTS = { 'draft:ana:post': 'Half a thought' };
let profile: string;

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-copies-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

/** An account with a session that is in the keychain. */
function createLocalAccount(id = 'a'.repeat(16), isStored = true): LocalAccount {
  const sessions = { textsKey: createKey(), isStored, settled: async () => undefined };
  return { id, user: { id: 'ana', fullName: 'Ana', profileImage: null }, stored: null, opened: { sessions } as never };
}

function open(appVersion = '1.0.0') {
  const files = openAccountFiles(profile);
  const encrypted = createEncryptedFiles(files);
  return { files, encrypted, copies: createPageCopies(encrypted, appVersion), unsent: createUnsent(encrypted) };
}

/** Paths of all files of the profile, below it. */
function stored(): string[] {
  const entries = readdirSync(profile, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

it('stores a copy and unsent texts beside each other, encrypted, and removes each alone', async () => {
  const localAccount = createLocalAccount();
  const { copies, unsent } = open();
  await copies.store(localAccount, COPY);
  await unsent.store(localAccount, TEXTS);
  expect(stored()).toHaveLength(2);
  for (const file of stored()) expect(readFileSync(file, 'latin1')).not.toMatch(/Ben|thought|ana/);
  const again = open();
  expect(await again.copies.load(localAccount)).toEqual(COPY);
  expect(await again.unsent.load(localAccount)).toEqual(TEXTS);
  await again.copies.remove(localAccount);
  expect(await again.copies.load(localAccount)).toBeNull();
  expect(await again.unsent.load(localAccount)).toEqual(TEXTS);
});

it.each([
  ['without a keychain', createLocalAccount(undefined, false), COPY],
  ['of another user', createLocalAccount(), { ...COPY, userId: 'ben' }],
  ['without a user', { ...createLocalAccount(), user: null }, COPY],
  ['of an account that is not open', { ...createLocalAccount(), opened: null }, COPY],
])('stores no copy %s', async (_what, localAccount, copy) => {
  await open().copies.store(localAccount, copy);
  expect(stored()).toEqual([]);
});

it.each([
  [
    'that is damaged',
    (localAccount: LocalAccount) => localAccount,
    (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40)),
  ],
  [
    'of another user',
    (localAccount: LocalAccount) => ({
      ...localAccount,
      user: localAccount.user && { ...localAccount.user, id: 'ben' },
    }),
    () => {},
  ],
  ['of another key', (localAccount: LocalAccount) => createLocalAccount(localAccount.id), () => {}],
])('ignores and removes a copy %s', async (_what, change, damage) => {
  const localAccount = createLocalAccount();
  await open().copies.store(localAccount, COPY);
  damage(stored()[0] ?? '');
  expect(await open().copies.load(change(localAccount))).toBeNull();
  expect(stored()).toEqual([]);
});

it('ignores and removes a copy of another version of the client', async () => {
  const localAccount = createLocalAccount();
  await open().copies.store(localAccount, COPY);
  expect(await open('1.0.1').copies.load(localAccount)).toBeNull();
  expect(stored()).toEqual([]);
});

it('writes in the order of the changes, and is settled when all are written', async () => {
  const localAccount = createLocalAccount();
  const { copies, encrypted, unsent } = open();
  void copies.store(localAccount, COPY);
  void unsent.store(localAccount, TEXTS);
  void copies.remove(localAccount);
  void copies.store(localAccount, { ...COPY, loadedAtMs: 8 });
  await encrypted.settled();
  expect((await copies.load(localAccount))?.loadedAtMs).toBe(8);
  await unsent.store(localAccount, {});
  expect(stored()).toHaveLength(1);
});

it('keeps the files of the given accounts only, by kind', async () => {
  const [localAccount, other] = [createLocalAccount(), createLocalAccount('b'.repeat(16))];
  const { copies, files, unsent } = open();
  for (const each of [localAccount, other]) {
    await copies.store(each, COPY);
    await unsent.store(each, TEXTS);
  }
  await files.keepOnly({ texts: [localAccount.id, other.id], copy: [localAccount.id] });
  expect(stored()).toHaveLength(3);
  await files.keepOnly({ texts: [localAccount.id], copy: [localAccount.id] });
  expect(stored()).toHaveLength(2);
  expect(await copies.load(localAccount)).toEqual(COPY);
  expect(await copies.load(other)).toBeNull();
});
