import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from './launch.ts';

type Keys = Readonly<Record<string, string | number | boolean | readonly string[]>>;
type PolicyLaunch = Pick<LaunchOptions, 'prepare' | 'env' | 'isPackaged'>;

/** Sets a policy where the system stores it. Returns the options of a launch that reads it. */
export function setPolicy(
  platform: LaunchOptions['platform'],
  folder: string,
  { managed, recommended = {} }: { managed: Keys; recommended?: Keys },
): PolicyLaunch {
  if (platform === 'win32') return { env: { SystemRoot: writeRegistry(folder, { managed, recommended }) } };
  if (platform === 'darwin') {
    return {
      prepare: ({ systemPreferences: { defaults } }) => {
        for (const [key, value] of Object.entries(managed)) defaults.set(key, value);
        defaults.set('Recommended', recommended);
      },
    };
  }
  for (const [name, keys] of Object.entries({ managed, recommended })) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, name, 'lyceum.json'), JSON.stringify(keys), { mode: 0o644 });
  }
  // A packaged app reads the folder of the system only.
  return { env: { LYCEUM_POLICY_DIR: folder }, isPackaged: false };
}

/** Writes a reg.exe that prints a policy for the key of the computer, and fails for others as Windows' own does. */
function writeRegistry(folder: string, { managed, recommended }: { managed: Keys; recommended: Keys }): string {
  const root = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lyceum`;
  const lists = Object.entries(managed).filter(([, value]) => Array.isArray(value));
  const output = [
    root,
    ...Object.entries(managed).flatMap(([key, value]) => (Array.isArray(value) ? [] : [valueLine(key, value)])),
    ...lists.flatMap(([key, items]) => [
      `${root}\\${key}`,
      ...(items as readonly string[]).map((item, index) => valueLine(String(index + 1), item)),
    ]),
    String.raw`${root}\Recommended`,
    ...Object.entries(recommended).map(([key, value]) => valueLine(key, value)),
    '',
  ].join('\r\n');
  const file = join(folder, 'output.txt');
  writeFileSync(file, output);
  return writeProgram(folder, `[ "$2" = '${root}' ] || exit 1\ncat '${file}'`);
}

let empty: string | undefined;

/** Returns the folder of a Windows without a policy, which lasts as long as this process: reg.exe finds no key. */
export function emptyRegistry(): string {
  if (empty === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-windows-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    empty = writeProgram(folder, 'exit 1');
  }
  return empty;
}

/** Writes a reg.exe. Returns the folder of Windows that contains it. */
function writeProgram(folder: string, script: string): string {
  const bin = join(folder, 'System32');
  mkdirSync(bin, { recursive: true });
  const program = join(bin, 'reg.exe');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return folder;
}

function valueLine(key: string, value: Keys[string]): string {
  const isText = typeof value === 'string';
  return `    ${key}    ${isText ? 'REG_SZ' : 'REG_DWORD'}    ${isText ? value : `0x${Number(value).toString(16)}`}`;
}
