import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LauncherError } from './postgres.ts';
import { ROOT } from './stack.ts';

/** A build: its sources, its command and its output. */
interface Bundle {
  name: string;
  outDir: string;
  sources: string[];
  command: string[];
}

const OUT = join(ROOT, 'out');
/** The longest time that one process waits for the builds of the others. */
const BUILDS_MS_MAX = 600_000;

/** Folder of the built web app. */
export const WEB_DIR = join(OUT, 'web');

const RENDERER_SOURCES = [
  'desktop/renderer/**/*',
  'desktop/renderer.config.ts',
  'desktop/third-party-notices.ts',
  'shared/**/*',
  'resources/icon.svg',
  'resources/sounds/*',
  'package-lock.json',
];
const WEB: Bundle = {
  name: 'The web app',
  outDir: WEB_DIR,
  sources: [...RENDERER_SOURCES, 'desktop/vite.config.ts'],
  command: ['vite/bin/vite.js', 'build', '-c', join('desktop', 'vite.config.ts'), '--logLevel', 'warn'],
};
const SHELL: Bundle = {
  name: 'The desktop client',
  outDir: join(OUT, 'main'),
  sources: [...RENDERER_SOURCES, 'desktop/main/**/*', 'desktop/preload/**/*', 'desktop/electron.vite.config.ts'],
  command: [
    'electron-vite/bin/electron-vite.js',
    'build',
    '-c',
    join('desktop', 'electron.vite.config.ts'),
    '--logLevel',
    'warn',
  ],
};

/** Builds the web app when its sources have changed since the last build; returns whether it did. */
export function buildWeb({ isForced = false } = {}): boolean {
  return build(WEB, isForced);
}

/** Builds the desktop client's main, preload and renderer when their sources have changed; returns whether it did. */
export function buildShell({ isForced = false } = {}): boolean {
  return build(SHELL, isForced);
}

function build(bundle: Bundle, isForced: boolean): boolean {
  const release = lockBuilds();
  try {
    return buildAlone(bundle, isForced);
  } finally {
    release();
  }
}

/**
 * Waits until no other process builds here, so that none reads a folder that is being written. The lock is SQLite's on
 * a file: the system releases it when its process is killed.
 */
function lockBuilds(): () => void {
  mkdirSync(OUT, { recursive: true });
  const lock = new DatabaseSync(join(OUT, '.lock'), { timeout: BUILDS_MS_MAX });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

function buildAlone({ name, outDir, sources, command }: Bundle, isForced: boolean): boolean {
  const stamp = join(outDir, '.stamp');
  const hash = hashOf(sources);
  if (!isForced && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  const [script = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new LauncherError(`${name} could not be built:\n${stdout}${stderr}`);
  writeFileSync(stamp, hash);
  return true;
}

function hashOf(sources: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}
