import { expect, it } from 'vitest';
import { createAccountId, entryOf, isSameUser, readAccounts } from './account-list.ts';

const SERVER = 'https://lyceum.example.org';
const NOW_MS = 1_800_000_000_000;
const [ONE, TWO] = ['0000000000000001', '0000000000000002'];
const ANA = { id: 'ana', fullName: 'Ana', profileImage: null };

const secret = (value: string, expiresInS = 60, user: typeof ANA | null = ANA): string =>
  JSON.stringify({ name: 'sid', value, expirationDate: NOW_MS / 1_000 + expiresInS, textsKey: 'key', user });

it('reads the accounts of the server, and finds entries that are of no use', () => {
  const entries = [
    { entry: entryOf(SERVER, TWO), secret: secret('two') },
    { entry: entryOf(SERVER, ONE), secret: secret('one') },
    { entry: entryOf('https://other.example', '0000000000000003'), secret: secret('other') },
    { entry: entryOf(SERVER, '0000000000000004'), secret: secret('expired', -1, null) },
    { entry: entryOf(SERVER, '0000000000000005'), secret: '{' },
    { entry: SERVER, secret: secret('without an id') },
  ];
  const { accounts, useless } = readAccounts(entries, SERVER, NOW_MS);
  expect(accounts.map(({ id, session }) => [id, session.cookie?.value])).toEqual([
    [ONE, 'one'],
    [TWO, 'two'],
  ]);
  expect(useless).toEqual([SERVER, entryOf(SERVER, '0000000000000004'), entryOf(SERVER, '0000000000000005')]);
});

it('makes ids that its own entries accept', () => {
  const id = createAccountId();
  const { accounts } = readAccounts([{ entry: entryOf(SERVER, id), secret: secret('one') }], SERVER, NOW_MS);
  expect(accounts).toMatchObject([{ id }]);
});

it.each([
  ['the same user', ANA, { ...ANA }, true],
  ['no user twice', null, null, true],
  ['a user and none', ANA, null, false],
  ['another name', ANA, { ...ANA, fullName: 'Ana Díaz' }, false],
])('compares %s', (_what, one, other, isSame) => {
  expect(isSameUser(one, other)).toBe(isSame);
});
