import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A place that breaks a rule. Lines count from 1. */
export interface Violation {
  file: string;
  line: number;
  message: string;
}

/** What one rule found; no violations when it holds. */
export interface CheckResult {
  rule: string;
  violations: Violation[];
}

/** A rule that looks at text alone. */
export type Rule = (files: readonly SourceFile[]) => Violation[];

const CODE = /^(?:backend|desktop|shared|tools)\/.*\.(?:tsx?|css|html)$/;

/** Every path that git knows or would add, so that what is ignored is left alone. */
export function listPaths(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Reads the code of the four zones. */
export function readSources(root: string, paths: readonly string[]): SourceFile[] {
  return paths.filter((path) => CODE.test(path)).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** True for a TypeScript file. */
export function isScript({ path }: Pick<SourceFile, 'path'>): boolean {
  return /\.tsx?$/.test(path);
}

/** True for tests and for what only tests and measurements run. */
export function isTestCode(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:backend\/(?:testing|bench)|desktop\/(?:e2e|testing))\//.test(path);
}
