import { nameOf, type LockedPackage, type Lockfile, type Manifest } from './check/packages.ts';

/** What the inventory reads of package.json. */
interface Application extends Manifest {
  name: string;
  version: string;
}

/** A software bill of materials as CycloneDX 1.6 defines it (https://cyclonedx.org/docs/1.6/json/). */
interface Inventory {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: 1;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Component {
  type: 'application' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  scope?: 'required' | 'optional';
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: ({ expression: string } | { license: { name: string } })[];
  properties?: { name: string; value: string }[];
}

/** As npm marks packages that are listed as, or needed by, `devDependencies` alone. */
const DEVELOPMENT = [{ name: 'cdx:npm:package:development', value: 'true' }];

/**
 * Lists every package of the lockfile for all platforms, with its hash, its licence and what it requires. The same
 * lockfile always gives the same inventory. (`npm sbom` reads the installed packages of one platform, and fails on
 * optional packages of others.)
 */
export function createInventory(application: Application, { packages }: Lockfile): Inventory {
  const { name, version } = application;
  const root: Component = { type: 'application', ...referTo('', name, version), name, version };
  const folders = Object.entries(packages).filter(([folder]) => folder !== '');
  const components = folders.map(([folder, found]) => describe(folder, found));
  const refs = new Map(folders.map(([folder], index) => [folder, components[index]?.['bom-ref'] ?? '']));
  const requiredBy = (folder: string, found: LockedPackage): string[] => [
    ...new Set(
      Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies })
        .map((required) => refs.get(resolve(folder, required, refs) ?? ''))
        .filter((ref) => ref !== undefined),
    ),
  ];
  const direct = { dependencies: { ...application.devDependencies, ...application.dependencies } };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [
      { ref: root['bom-ref'], dependsOn: requiredBy('', direct) },
      ...folders.map(([folder, found]) => ({ ref: refs.get(folder) ?? '', dependsOn: requiredBy(folder, found) })),
    ],
  };
}

function describe(folder: string, found: LockedPackage): Component {
  const name = nameOf(folder, found);
  const version = found.version ?? '';
  return {
    type: 'library',
    ...referTo(folder, name, version),
    name,
    version,
    scope: found.optional ? 'optional' : 'required',
    ...(found.integrity && { hashes: [{ alg: 'SHA-512' as const, content: hexOf(found.integrity) }] }),
    ...(found.license && { licenses: [licenceOf(found.license)] }),
    ...(found.dev && { properties: DEVELOPMENT }),
  };
}

/** The package URL, and a reference that also differs between two copies of one version. */
function referTo(folder: string, name: string, version: string): Pick<Component, 'bom-ref' | 'purl'> {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': folder === '' ? purl : `${purl}#${folder}`, purl };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

/** An identifier or expression of SPDX; other texts, such as "see licence in", are names. */
function licenceOf(license: string): { expression: string } | { license: { name: string } } {
  const isExpression = /^[\w.+()-]+(?: (?:AND|OR|WITH) [\w.+()-]+)*$/.test(license) && license !== 'UNLICENSED';
  return isExpression ? { expression: license } : { license: { name: license } };
}

/** The folder of a required package as Node finds it: in the package itself, then in each folder above. */
function resolve(folder: string, name: string, known: ReadonlyMap<string, string>): string | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (known.has(candidate)) return candidate;
    if (at === '') return undefined;
  }
}
