import { describe, expect, it } from 'vitest';
import { checkPackages, type LockedPackage, type Manifest } from './packages.ts';

const HASH = 'sha512-AAAA';
const MANIFEST: Manifest = {
  dependencies: { express: '5.3.0' },
  devDependencies: { keytar: 'npm:@github/keytar@7.10.6' },
};
const messagesOf = (packages: Record<string, LockedPackage>, manifest: Manifest = MANIFEST) =>
  checkPackages(manifest, { packages: { '': {}, ...packages } }).map(({ message }) => message);

describe('a package', () => {
  it.each<[string, LockedPackage, RegExp]>([
    ['without a hash', {}, /^"node_modules\/a" has no SHA-512 hash$/],
    ['with a weak hash', { integrity: 'sha1-AAAA' }, /no SHA-512 hash/],
    ['of another registry', { integrity: HASH, resolved: 'https://registry.evil.example/a.tgz' }, /names an address/],
    ['of a repository', { integrity: HASH, resolved: 'git+ssh://git@github.com/a/a.git#1' }, /names an address/],
    ['that is a folder', { integrity: HASH, link: true, resolved: 'other' }, /names an address/],
    ['that requires a repository', { integrity: HASH, dependencies: { b: 'github:b/b' } }, /requires "b"/],
    ['that requires a short form of one', { integrity: HASH, dependencies: { b: 'b/b#main' } }, /requires "b"/],
    ['that requires an address', { integrity: HASH, optionalDependencies: { b: 'https://x/b.tgz' } }, /requires "b"/],
    ['that requires a folder', { integrity: HASH, peerDependencies: { b: 'file:../b' } }, /requires "b"/],
  ])('%s is found', (_case, found, message) => {
    expect(messagesOf({ 'node_modules/a': { version: '1.0.0', ...found } })).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['node_modules/@mikro-orm/core', '7.1.6'],
    ['node_modules/a/node_modules/ws', '8.20.9'],
    ['node_modules/ws', '8.21.0-beta.1'],
    ['node_modules/socket.io-parser', '4.2.6'],
    ['node_modules/engine.io', '6.6.8'],
    ['node_modules/multer', '1.9.9'],
  ])('%s %s with a known vulnerability is found', (folder, version) => {
    expect(messagesOf({ [folder]: { version, integrity: HASH } })).toEqual([expect.stringMatching(/at least \(/)]);
  });

  it('is found under an alias', () => {
    const found = { name: 'ws', version: '7.0.0', integrity: HASH };
    expect(messagesOf({ 'node_modules/sockets': found })).toEqual([expect.stringMatching(/8\.21\.0 at least/)]);
  });

  it('of the registry, with a hash and above the floors, passes', () => {
    const packages = {
      'node_modules/ws': { version: '8.21.0', integrity: HASH },
      'node_modules/engine.io': { version: '10.0.0', integrity: HASH },
      'node_modules/a': {
        version: '1.0.0',
        integrity: HASH,
        dependencies: { b: '^1.0.0 || >=2 <3', c: 'npm:@d/c@^1.2.3', e: '*', f: 'latest' },
      },
    };
    expect(messagesOf(packages)).toEqual([]);
  });
});

it.each(['^5.3.0', 'latest', '*', 'github:expressjs/express', 'file:../express', 'https://x/express.tgz'])(
  'a dependency on %s is found',
  (version) => {
    expect(messagesOf({}, { dependencies: { express: version } })).toEqual([expect.stringMatching(/exact version/)]);
  },
);

describe('an install script', () => {
  const packages = {
    'node_modules/keytar': { name: '@github/keytar', version: '7.10.6', integrity: HASH, hasInstallScript: true },
  };

  it('that is not listed is found', () => {
    expect(messagesOf(packages)).toEqual([expect.stringMatching(/"@github\/keytar" has an install script/)]);
  });

  it('that is listed but not there is found', () => {
    const allowScripts = { '@github/keytar': false, node: true };
    expect(messagesOf(packages, { allowScripts })).toEqual([expect.stringMatching(/lists "node"/)]);
  });

  it('that is listed passes, whether it runs or not', () => {
    for (const isRun of [true, false])
      expect(messagesOf(packages, { allowScripts: { '@github/keytar': isRun } })).toEqual([]);
  });
});
