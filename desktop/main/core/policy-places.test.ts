import { describe, expect, it } from 'vitest';
import { readUserDefaults } from './policy-defaults.ts';
import { parsePolicyFile, refuseOwnership } from './policy-files.ts';
import { parseRegistry, REGISTRY_PLACES } from './policy-registry.ts';
import { isWiped } from './profile-files.ts';

describe('the registry', () => {
  const [device] = REGISTRY_PLACES;
  if (!device) throw new Error('There is no place.');
  const parse = (...lines: string[]) => parseRegistry(lines.join('\r\n'), device);

  it('is parsed with values, lists and recommendations, in any case of its names', () => {
    const layers = parse(
      '',
      String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum`,
      '    (Default)    REG_SZ    (value not set)',
      '    ServerURL    REG_SZ    https://lyceum.example.org',
      '    sharedComputer    REG_DWORD    0x1',
      '    signOutOnIdleMinutes    REG_DWORD    0xa',
      '    proxy    REG_SZ    ',
      '    note with spaces    REG_SZ    a    b',
      '',
      String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum\allowedServers`,
      '    1    REG_SZ    https://a.example',
      '    2    REG_SZ    https://b.example',
      '',
      String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum\Recommended`,
      '    autoStart    REG_DWORD    0x0',
      '',
    );
    expect(layers).toEqual([
      {
        source: 'device',
        place: device.root,
        values: {
          serverUrl: 'https://lyceum.example.org',
          sharedComputer: 1,
          signOutOnIdleMinutes: 10,
          proxy: '',
          'note with spaces': 'a    b',
          allowedServers: ['https://a.example', 'https://b.example'],
        },
      },
      { source: 'recommended', place: `${device.root}\\Recommended`, values: { autoStart: 0 } },
    ]);
  });
  it('can have a list in one value', () => {
    expect(
      parse(device.root, String.raw`    allowedServers    REG_MULTI_SZ    https://a.example\0https://b.example`),
    ).toMatchObject([{ values: { allowedServers: ['https://a.example', 'https://b.example'] } }]);
  });
  it.each([
    ['no output', []],
    ['the message of a missing key', ['ERROR: The system was unable to find the specified registry key or value.']],
    ['a key without values', [device.root, '']],
    ['a key that only starts with the name', [`${device.root}Other`, '    calls    REG_DWORD    0x0']],
    ['a translated default value', [device.root, '    (既定)    REG_SZ    (値の設定なし)']],
    ['a deeper key', [String.raw`${device.root}\allowedServers\deeper`, '    1    REG_SZ    https://a.example']],
  ])('contains nothing in %s', (_name, lines) => {
    expect(parse(...lines)).toEqual([]);
  });
  it('is read for the computer first, then its installation, then its user', () => {
    expect(REGISTRY_PLACES.map(({ source }) => source)).toEqual(['device', 'organisation', 'user']);
  });
});

describe('the files of Linux', () => {
  it.each<[string, Parameters<typeof refuseOwnership>[0], boolean, string | null]>([
    ['a file of root', { uid: 0, mode: 0o100644, isFile: true }, true, null],
    ['a file of a user', { uid: 1000, mode: 0o100644, isFile: true }, true, 'The owner is not root.'],
    [
      'a file for a group',
      { uid: 0, mode: 0o100664, isFile: true },
      true,
      'Users other than the owner can write to it.',
    ],
    ['a file for all', { uid: 0, mode: 0o100646, isFile: true }, true, 'Users other than the owner can write to it.'],
    ['a link', { uid: 0, mode: 0o120777, isFile: false }, true, 'This is not a regular file.'],
    ['a folder of root', { uid: 0, mode: 0o040755, isFile: false }, false, null],
    [
      'a folder for all',
      { uid: 0, mode: 0o041777, isFile: false },
      false,
      'Users other than the owner can write to it.',
    ],
  ])('%s is checked', (_name, ownership, mustBeFile, reason) => {
    expect(refuseOwnership(ownership, { owners: [0], mustBeFile })).toBe(reason);
  });
  it.each([
    ['{"calls": false}', { source: 'device', place: 'a.json', values: { calls: false } }],
    ['["calls"]', { place: 'a.json', key: null, reason: 'This is not a JSON object.' }],
    ['{"calls": fal', { place: 'a.json', key: null, reason: 'This is not a JSON object.' }],
    ['null', { place: 'a.json', key: null, reason: 'This is not a JSON object.' }],
  ])('%s is parsed', (text, expected) => {
    expect(parsePolicyFile(text, { source: 'device', place: 'a.json' })).toEqual(expected);
  });
});

describe('the preferences of macOS', () => {
  const read = (stored: Record<string, unknown>) =>
    readUserDefaults({
      text: (key) => (typeof stored[key] === 'string' ? stored[key] : ''),
      list: (key) => (Array.isArray(stored[key]) ? (stored[key] as unknown[]) : []),
      dictionary: (key) => (stored[key] ?? {}) as Record<string, unknown>,
    });
  it('contain what a profile sets, and its recommendations', () => {
    const stored = { calls: '0', allowedServers: ['https://a.example'], Recommended: { autoStart: true }, other: 'x' };
    expect(read(stored)).toEqual([
      {
        source: 'device',
        place: 'org.lyceum.desktop',
        values: { calls: '0', allowedServers: ['https://a.example'] },
      },
      { source: 'recommended', place: 'org.lyceum.desktop Recommended', values: { autoStart: true } },
    ]);
  });
  it('contain nothing without a profile', () => expect(read({})).toEqual([]));
});

it.each<[string, boolean]>([
  ['settings.json', false],
  ['settings.damaged-1.json', true],
  ['shared-computer', false],
  ['SingletonLock', false],
  ['temporary-downloads', true],
  ['Crashpad', true],
  ['Local Storage', true],
  ['Cookies', true],
  ['Partitions', true],
  ['temp', true],
])('a wipe of the profile and %s: %s', (name, expected) => expect(isWiped(name)).toBe(expected));
