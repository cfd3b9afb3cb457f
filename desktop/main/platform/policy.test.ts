import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REGISTRY_PLACES } from '../core/policy-registry.ts';
import { mergePolicy } from '../core/policy.ts';
import { readPolicyPlaces, type PolicyPlaces } from './policy.ts';

vi.mock('electron', () => ({
  systemPreferences: {
    getUserDefault: () => {
      throw new TypeError('Not on this system.');
    },
  },
}));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (places: Partial<PolicyPlaces> = {}) =>
  readPolicyPlaces({ platform: 'linux', systemRoots: [folder], policyDir: folder, isOwnAllowed: true, ...places });

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o755 });
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

/** Writes a program in the place of reg.exe. */
function writeProgram(lines: string): void {
  chmodSync(write('System32/reg.exe', `#!/bin/sh\n${lines}\n`), 0o755);
}

it('reads the files of Linux by name, a later one stronger, and the recommended ones', async () => {
  write('managed/10-base.json', '{"calls": false, "devTools": true}');
  write('managed/20-lab.json', '{"devTools": false}');
  write('managed/readme.txt', 'not a policy');
  write('recommended/all.json', '{"autoStart": true, "calls": true}');
  const { layers, problems } = await read();
  expect(problems).toEqual([]);
  const { current, report } = mergePolicy(layers);
  expect([current.calls, current.devTools, current.autoStart]).toEqual([false, false, true]);
  expect(report.problems).toMatchObject([{ key: 'calls', reason: 'This key cannot be recommended.' }]);
});

it('refuses links, and files and folders that others can write to, one by one', async () => {
  const open = write('managed/1-open.json', '{"calls": false}');
  chmodSync(open, 0o666);
  const target = write('elsewhere.json', '{"devTools": true}');
  symlinkSync(target, join(folder, 'managed', '2-link.json'));
  write('managed/3-good.json', '{"advertisements": false}');
  write('managed/4-bad.json', '{"advertisements": ');
  write('recommended/all.json', '{"autoStart": true}');
  chmodSync(join(folder, 'recommended'), 0o777);
  const { layers, problems, unread } = await read();
  expect(unread).toEqual(['device']);
  expect(layers.map(({ values }) => values)).toEqual([{ advertisements: false }]);
  expect(problems.map(({ place, reason }) => [place.slice(folder.length + 1), reason]).toSorted()).toEqual([
    ['managed/1-open.json', 'Users other than the owner can write to it.'],
    ['managed/2-link.json', 'This is not a regular file.'],
    ['managed/4-bad.json', 'This is not a JSON object.'],
    ['recommended', 'Users other than the owner can write to it.'],
  ]);
});

it('finds nothing where nothing is set', async () => {
  expect(await read()).toEqual({ layers: [], problems: [], unread: [] });
  writeProgram('echo "ERROR: The system was unable to find the specified registry key or value." >&2; exit 1');
  expect(await read({ platform: 'win32' })).toEqual({ layers: [], problems: [], unread: [] });
});

/** Waits for a condition by the real clock. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise(setImmediate);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a registry that responds late', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is read when it responds within five seconds', async () => {
    const [device] = REGISTRY_PLACES;
    const pipe = join(folder, 'pipe');
    writeProgram(`[ "$2" = '${device?.root}' ] || exit 1\nmkfifo '${pipe}' && exec cat '${pipe}'`);
    const reading = read({ platform: 'win32' });
    await vi.advanceTimersByTimeAsync(4_999);
    // Writing waits for the program, which reads from the pipe.
    await until(() => existsSync(pipe));
    await writeFile(pipe, `${device?.root}\r\n    sharedComputer    REG_DWORD    0x1\r\n`);
    const { layers, problems, unread } = await reading;
    expect(layers.map(({ values }) => values)).toEqual([{ sharedComputer: 1 }]);
    expect([problems, unread]).toEqual([[], []]);
  });

  it('is reported as unread after five seconds, and its program ends', async () => {
    const pids = join(folder, 'pids');
    writeProgram(`echo $$ >> '${pids}'\nexec tail -f /dev/null`);
    const reading = read({ platform: 'win32' });
    const started = (): number[] => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []);
    await until(() => started().length === 3);
    await vi.advanceTimersByTimeAsync(5_000);
    const { layers, problems, unread } = await reading;
    expect(layers).toEqual([]);
    expect(problems).toHaveLength(3);
    expect(unread).toEqual(['device', 'organisation', 'user']);
    await until(() => !started().some(isRunning));
  });
});

it('asks the first folder of Windows that contains reg.exe', async () => {
  const [missing, second] = [join(folder, 'missing'), join(folder, 'second')];
  const [device] = REGISTRY_PLACES;
  writeProgram(`[ "$2" = '${device?.root}' ] || exit 1\nprintf '%s\\r\\n    devTools    REG_DWORD    0x0\\r\\n' "$2"`);
  chmodSync(write('second/System32/reg.exe', '#!/bin/sh\nexit 1\n'), 0o755);
  const { layers } = await read({ platform: 'win32', systemRoots: [missing, folder, second] });
  expect(layers.map(({ values }) => values)).toEqual([{ devTools: 0 }]);
  expect((await read({ platform: 'win32', systemRoots: [missing] })).unread).toEqual([
    'device',
    'organisation',
    'user',
  ]);
});

it('starts without the preferences of macOS when they cannot be read', async () => {
  const { layers, problems, unread } = await read({ platform: 'darwin' });
  expect(layers).toEqual([]);
  expect(unread).toEqual(['device']);
  expect(problems).toMatchObject([{ place: 'org.lyceum.desktop', key: null }]);
});
