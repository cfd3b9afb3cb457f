import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from './postgres.ts';
import { ROOT } from './stack.ts';

/** Folder of the built web app. */
export const WEB_DIR = join(ROOT, 'out', 'web');
const STAMP = join(WEB_DIR, '.stamp');
const SOURCES = ['desktop/renderer/**/*', 'desktop/vite.config.ts', 'shared/**/*', 'resources/**/*', 'package-lock.json'];

/** Builds the web app when its sources have changed since the last time; answers whether it did. */
export function buildWeb({ isForced = false } = {}): boolean {
  const hash = hashSources();
  if (!isForced && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return false;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '-c', join('desktop', 'vite.config.ts'), '--logLevel', 'warn'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new LauncherError(`The web app could not be built:\n${stdout}${stderr}`);
  writeFileSync(STAMP, hash);
  return true;
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}
