import type { Violation } from './source.ts';

/** What this rule reads of package.json. `allowScripts` is the policy of npm 11.16 and later for install scripts. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** What the rules and the inventory read of package-lock.json, version 3; the keys of `packages` are folders. */
export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** One installed package. `name` is given for an alias only. */
export interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The oldest versions without the vulnerabilities that are named, wherever a package is installed. */
const FLOORS: readonly (readonly [pattern: RegExp, version: string, advisories: string])[] = [
  [/^@mikro-orm\//, '7.1.7', 'CVE-2026-34220, CVE-2026-34221, CVE-2026-84993'],
  [/^socket\.io$/, '4.8.3', 'older ones require older sockets'],
  [/^socket\.io-parser$/, '4.2.7', 'CVE-2026-33151, CVE-2026-69185'],
  [/^engine\.io$/, '6.6.9', 'CVE-2026-59725, and CVE-2026-48779 of its ws'],
  [/^ws$/, '8.21.0', 'CVE-2026-48779'],
  [/^multer$/, '2.2.0', 'CVE-2026-5038, CVE-2026-5079'],
];
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
/** A range of versions, an alias of the registry, or a tag; no address, path or repository. */
const FROM_REGISTRY = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[^:/@]*$/;
const MANIFEST = 'package.json';
const LOCKFILE = 'package-lock.json';

/** Returns the name of a package in the registry; `folder` is its key in the lockfile. */
export function nameOf(folder: string, { name }: LockedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Every package comes from the registry of npm's settings with a hash, in an exact version if this repository names it,
 * and above the versions with known vulnerabilities. Only listed packages may have an install script.
 */
export function checkPackages(manifest: Manifest, lockfile: Lockfile): Violation[] {
  const installed = Object.entries(lockfile.packages).filter(([folder]) => folder !== '');
  const inLockfile = installed.flatMap(([folder, found]) =>
    [...sourceProblems(found), ...floorProblems(folder, found)].map((problem) => `"${folder}" ${problem}`),
  );
  return [
    ...versionProblems(manifest).map((message) => ({ file: MANIFEST, line: 1, message })),
    ...scriptProblems(manifest, installed).map((message) => ({ file: MANIFEST, line: 1, message })),
    ...inLockfile.map((message) => ({ file: LOCKFILE, line: 1, message })),
  ];
}

function versionProblems({ dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `"${name}" must have an exact version of the registry, not "${version}"`);
}

function sourceProblems({ integrity, resolved, link, ...found }: LockedPackage): string[] {
  const foreign = Object.entries({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies })
    .filter(([, range]) => !FROM_REGISTRY.test(range))
    .map(([name, range]) => `requires "${name}" from "${range}", not from the registry`);
  return [
    // Packages of the registry have none: .npmrc leaves their addresses out.
    ...(link || resolved !== undefined ? ['names an address or a folder, not only a version'] : []),
    ...(integrity?.startsWith('sha512-') ? [] : ['has no SHA-512 hash']),
    ...foreign,
  ];
}

function floorProblems(folder: string, found: LockedPackage): string[] {
  const name = nameOf(folder, found);
  return FLOORS.filter(([pattern, floor]) => pattern.test(name) && isOlder(found.version ?? '0', floor)).map(
    ([, floor, advisories]) => `is ${found.version}; ${floor} at least (${advisories})`,
  );
}

function scriptProblems({ allowScripts = {} }: Manifest, installed: readonly [string, LockedPackage][]): string[] {
  const names = new Set(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder, found]) => nameOf(folder, found)),
  );
  return [
    ...[...names]
      .filter((name) => !(name in allowScripts))
      .map((name) => `"${name}" has an install script; list it in allowScripts, as false unless it is needed`),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts lists "${name}", which has no install script`),
  ];
}

/** Compares the three numbers of versions; a version before a release (`-beta`) counts as older than it. */
function isOlder(version: string, floor: string): boolean {
  const [release = '', ...before] = version.split('-');
  const [parts, least] = [release, floor].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = least.findIndex((number, index) => number !== (parts[index] ?? 0));
  return at === -1 ? before.length > 0 : (parts[at] ?? 0) < (least[at] ?? 0);
}
