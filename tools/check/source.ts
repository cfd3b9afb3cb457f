import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A violation of a rule. Lines count from 1. */
export interface Violation {
  file: string;
  line: number;
  message: string;
}

/** The violations of one rule; empty when there are none. */
export interface CheckResult {
  rule: string;
  violations: Violation[];
}

/** A rule that reads only the text. */
export type Rule = (files: readonly SourceFile[]) => Violation[];

const CODE = /^(?:backend|desktop|shared|tools)\/.*\.(?:tsx?|mjs|css|html)$/;

/** What a run leaves behind; see .gitignore. */
const LEFT_BEHIND = new Set(['node_modules', 'out', '.data', 'test-results', 'coverage', '.git']);

/** Every path that git tracks or would add; in a copy without git, every path except the output of runs. */
export function listPaths(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const listed = status === 0 ? stdout.split('\0') : listFolder(root, '');
  return [...new Set(listed)].filter((path) => path !== '' && existsSync(join(root, path)));
}

function listFolder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_BEHIND.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFolder(root, path) : [path];
  });
}

/** Reads the code of the four zones. */
export function readSources(root: string, paths: readonly string[]): SourceFile[] {
  return paths
    .filter((path) => CODE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** True for a TypeScript file. */
export function isScript({ path }: Pick<SourceFile, 'path'>): boolean {
  return /\.tsx?$/.test(path);
}

/** True for tests and for what only tests and measurements run. */
export function isTestCode(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:backend\/(?:testing|bench)|desktop\/(?:e2e|testing))\//.test(path);
}
