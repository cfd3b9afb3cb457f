import { describe, expect, it } from 'vitest';
import { IDLE_MS, isUpgrade, kindOfInstallation, mayInstall, planUpdates } from './updates.ts';

const FEED = 'https://lyceum.school.example/updates/';

describe('kindOfInstallation', () => {
  const base = { isPackaged: true, localAppData: null, appImage: null, isWritable: () => true };
  const LOCAL = String.raw`C:\Users\Maya\AppData\Local`;
  const program = (folder: string) => String.raw`${folder}\Programs\Lyceum\Lyceum.exe`;

  it.each([
    ['a clone of the repository', { platform: 'linux', execPath: '/x/electron', isPackaged: false }, 'development'],
    ['NSIS', { platform: 'win32', execPath: program(LOCAL), localAppData: LOCAL }, 'per-user'],
    [
      'NSIS, other case',
      { platform: 'win32', execPath: program(LOCAL), localAppData: LOCAL.toUpperCase() },
      'per-user',
    ],
    [
      'MSI',
      { platform: 'win32', execPath: String.raw`C:\Program Files\Lyceum\Lyceum.exe`, localAppData: LOCAL },
      'per-machine',
    ],
    ['a folder beside', { platform: 'win32', execPath: program(`${LOCAL}Low`), localAppData: LOCAL }, 'per-machine'],
    ['Windows without a profile', { platform: 'win32', execPath: program(LOCAL) }, 'per-machine'],
    ['DMG', { platform: 'darwin', execPath: '/Applications/Lyceum.app/Contents/MacOS/Lyceum' }, 'per-user'],
    [
      'PKG',
      { platform: 'darwin', execPath: '/Applications/Lyceum.app/Contents/MacOS/Lyceum', isWritable: () => false },
      'per-machine',
    ],
    [
      'AppImage',
      { platform: 'linux', execPath: '/tmp/.mount/lyceum', appImage: '/home/m/Lyceum.AppImage' },
      'per-user',
    ],
    [
      'AppImage of root',
      { platform: 'linux', execPath: '/tmp/.mount/lyceum', appImage: '/opt/Lyceum.AppImage', isWritable: () => false },
      'per-machine',
    ],
    ['deb and rpm', { platform: 'linux', execPath: '/opt/Lyceum/lyceum' }, 'per-machine'],
  ] as const)('%s', (_name, installation, kind) => {
    expect(kindOfInstallation({ ...base, ...installation })).toBe(kind);
  });

  it('asks on macOS for the bundle, not for the program in it', () => {
    const asked: string[] = [];
    const isWritable = (path: string) => asked.push(path) > 0;
    kindOfInstallation({
      ...base,
      platform: 'darwin',
      execPath: '/Applications/Lyceum.app/Contents/MacOS/Lyceum',
      isWritable,
    });
    expect(asked).toEqual(['/Applications/Lyceum.app']);
  });
});

describe('planUpdates', () => {
  const base = { installation: 'per-user', policy: 'automatic', feed: FEED, hasKeys: true } as const;

  it.each([
    ['an installation of one user', {}, { feed: FEED }],
    ['an installation of the computer', { installation: 'per-machine' }, { block: 'MANAGED' }],
    ['policy: off', { policy: 'off' }, { block: 'MANAGED' }],
    [
      'an installation of the computer, paused',
      { installation: 'per-machine', policy: 'paused' },
      { block: 'MANAGED' },
    ],
    ['policy: paused', { policy: 'paused' }, { block: 'PAUSED' }],
    ['a build without keys', { hasKeys: false }, { block: 'UNSIGNED' }],
    ['a clone of the repository', { installation: 'development' }, { block: 'UNSIGNED' }],
    ['no feed', { feed: null }, { block: 'NO_FEED' }],
    ['a feed without encryption', { feed: 'http://lyceum.school.example/updates/' }, { block: 'NO_FEED' }],
    ['a feed that is no address', { feed: 'updates' }, { block: 'NO_FEED' }],
  ] as const)('%s', (_name, parts, plan) => {
    expect(planUpdates({ ...base, ...parts })).toEqual(plan);
  });
});

describe('mayInstall', () => {
  const base = { policy: 'automatic', isBusy: false, hasVisibleWindow: true, idleMs: 0 } as const;

  it.each([
    ['a window in use', {}, false],
    ['a hidden window', { hasVisibleWindow: false }, true],
    ['an idle member', { idleMs: IDLE_MS }, true],
    ['an almost idle member', { idleMs: IDLE_MS - 1 }, false],
    ['a call with a hidden window', { hasVisibleWindow: false, isBusy: true }, false],
    ['a call of an idle member', { idleMs: IDLE_MS, isBusy: true }, false],
    ['policy: paused', { hasVisibleWindow: false, policy: 'paused' }, false],
    ['policy: off', { hasVisibleWindow: false, policy: 'off' }, false],
  ] as const)('%s', (_name, parts, isAllowed) => {
    expect(mayInstall({ ...base, ...parts })).toBe(isAllowed);
  });
});

it.each([
  ['1.2.4', true],
  ['1.10.0', true],
  ['2.0.0', true],
  ['1.2.3', false],
  ['1.2.2', false],
  ['0.9.9', false],
  ['2.0.0-beta.1', false],
  ['v2.0.0', false],
  ['', false],
  [undefined, false],
])('version %s over 1.2.3: %s', (offered, isNewer) => {
  expect(isUpgrade(offered, '1.2.3')).toBe(isNewer);
});
