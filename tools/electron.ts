import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './stack.ts';

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/** Electron's binary and a display to show it on, or in one line why the client cannot be opened. */
export type Desktop = { binary: string; problem?: never } | { binary?: never; problem: string };

/** Searches for the binary in its package folder; requiring the package would download it. */
export function findDesktop(): Desktop {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(ROOT, 'node_modules', 'electron', 'dist');
  const binary = join(folder, NAMES[process.platform] ?? 'electron');
  if (!existsSync(binary))
    return { problem: 'The desktop client is not installed here; open the address in a browser.' };
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  return hasDisplay
    ? { binary }
    : { problem: 'There is no display for the desktop client; open the address in a browser.' };
}

/** Settings of Linux that, with this value, keep users from creating the namespaces that Chromium's sandbox needs. */
const NAMESPACE_LIMITS = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
] as const;

/**
 * True where Chromium's sandbox works. On Linux it does not for root, nor where a user may not create namespaces, as in
 * Ubuntu 24.04 and in containers; the packages bring no setuid program instead.
 */
export function hasSandbox(): boolean {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  if (NAMESPACE_LIMITS.some(([file, value]) => existsSync(file) && readFileSync(file, 'utf8').trim() === value))
    return false;
  return spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;
}

/** Opens the built client with the address of its server filled in. */
export function openDesktop(binary: string, serverUrl: string): ChildProcess {
  return spawn(binary, [join(ROOT, 'out', 'main', 'index.js')], {
    stdio: 'ignore',
    env: { ...process.env, LYCEUM_SERVER_URL: serverUrl },
  });
}
