import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  readPolicyPlaces({ platform: 'linux', systemRoot: folder, policyDir: folder, isOwnAllowed: true, ...places });

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
  const { layers, problems } = await read();
  expect(layers.map(({ values }) => values)).toEqual([{ advertisements: false }]);
  expect(problems.map(({ place, reason }) => [place.slice(folder.length + 1), reason]).toSorted()).toEqual([
    ['managed/1-open.json', 'Users other than the owner can write to it.'],
    ['managed/2-link.json', 'This is not a regular file.'],
    ['managed/4-bad.json', 'This is not a JSON object.'],
    ['recommended', 'Users other than the owner can write to it.'],
  ]);
});

it('finds nothing where nothing is set', async () => {
  expect(await read()).toEqual({ layers: [], problems: [] });
  writeProgram('echo "ERROR: The system was unable to find the specified registry key or value." >&2; exit 1');
  expect(await read({ platform: 'win32' })).toEqual({ layers: [], problems: [] });
});

it('does not wait for a registry that does not respond, and reports it', async () => {
  writeProgram('exec tail -f /dev/null');
  const startedAt = performance.now();
  const { layers, problems } = await read({ platform: 'win32' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(layers).toEqual([]);
  expect(problems).toHaveLength(3);
});

it('starts without the preferences of macOS when they cannot be read', async () => {
  const { layers, problems } = await read({ platform: 'darwin' });
  expect(layers).toEqual([]);
  expect(problems).toMatchObject([{ place: 'org.lyceum.desktop', key: null }]);
});
