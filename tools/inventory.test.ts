import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Lockfile } from './check/packages.ts';
import { createInventory } from './inventory.ts';
import { ROOT } from './stack.ts';

const INTEGRITY = `sha512-${Buffer.from('hash').toString('base64')}`;
const HASHES = [{ alg: 'SHA-512', content: Buffer.from('hash').toString('hex') }];
const LOCKFILE: Lockfile = {
  packages: {
    '': {},
    'node_modules/@a/b': {
      version: '1.0.0',
      integrity: INTEGRITY,
      license: 'MIT OR Apache-2.0',
      dependencies: { c: '^2.0.0', 'not-installed': '1' },
    },
    'node_modules/@a/b/node_modules/c': { version: '2.0.0', integrity: INTEGRITY, optional: true },
    'node_modules/c': { name: 'renamed', version: '1.0.0', integrity: INTEGRITY, license: 'SEE LICENSE', dev: true },
  },
};
const APPLICATION = {
  name: 'lyceum',
  version: '0.1.0',
  dependencies: { '@a/b': '1.0.0' },
  devDependencies: { c: '1.0.0' },
};

it('lists every package with its hash, licence and copies, and what each requires', () => {
  expect(createInventory(APPLICATION, LOCKFILE)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'lyceum', purl: 'pkg:npm/lyceum@0.1.0' } },
    components: [
      {
        name: '@a/b',
        purl: 'pkg:npm/%40a/b@1.0.0',
        scope: 'required',
        hashes: HASHES,
        licenses: [{ expression: 'MIT OR Apache-2.0' }],
      },
      { name: 'c', purl: 'pkg:npm/c@2.0.0', scope: 'optional' },
      {
        name: 'renamed',
        purl: 'pkg:npm/renamed@1.0.0',
        licenses: [{ license: { name: 'SEE LICENSE' } }],
        properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
      },
    ],
    dependencies: [
      {
        ref: 'pkg:npm/lyceum@0.1.0',
        dependsOn: ['pkg:npm/renamed@1.0.0#node_modules/c', 'pkg:npm/%40a/b@1.0.0#node_modules/@a/b'],
      },
      {
        ref: 'pkg:npm/%40a/b@1.0.0#node_modules/@a/b',
        dependsOn: ['pkg:npm/c@2.0.0#node_modules/@a/b/node_modules/c'],
      },
      { ref: 'pkg:npm/c@2.0.0#node_modules/@a/b/node_modules/c', dependsOn: [] },
      { ref: 'pkg:npm/renamed@1.0.0#node_modules/c', dependsOn: [] },
    ],
  });
});

it('lists the packages of this repository once each, with direct dependencies that are all found', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  const application = read('package.json') as Required<typeof APPLICATION>;
  const { components, dependencies } = createInventory(application, read('package-lock.json') as Lockfile);
  const refs = components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(components.every(({ hashes, version }) => hashes !== undefined && version !== '')).toBe(true);
  expect(dependencies[0]?.dependsOn).toHaveLength(
    Object.keys({ ...application.dependencies, ...application.devDependencies }).length,
  );
});
