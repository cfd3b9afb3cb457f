import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FuseState, FuseV1Options } from '@electron/fuses';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './stack.ts';

/** Marks the fuses in Electron's binary; version and number of fuses follow. Source: @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses of the client in the order of the binary: those that are on. */
const WIRE = [0, 1, 0, 0, 1, 1, 0, 0, 1].map((isOn) => (isOn === 1 ? FuseState.ENABLE : FuseState.DISABLE));
const BINARIES = {
  'win-unpacked': 'Lyceum.exe',
  'linux-unpacked': 'lyceum',
  'linux-arm64-unpacked': 'lyceum',
  'mac-arm64': 'Lyceum.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
} as const;

let packages: string;
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'lyceum-fuses-'));
});
afterEach(() => rmSync(packages, { recursive: true, force: true }));

/** Writes an unpacked client with these fuses. Returns its folder. */
function pack(name: keyof typeof BINARIES, wire: readonly number[]): string {
  const folder = join(packages, name);
  const binary = join(folder, BINARIES[name]);
  mkdirSync(dirname(binary), { recursive: true });
  const header = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, wire.length])]);
  writeFileSync(binary, Buffer.concat([Buffer.alloc(64), header, Buffer.from(wire), Buffer.alloc(64)]));
  return folder;
}

function check(...folders: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(ROOT, 'tools', 'check-fuses.mjs'), ...folders], { encoding: 'utf8' });
}

const withFuse = (option: FuseV1Options, state: number): number[] =>
  WIRE.map((each, index) => (index === option ? state : each));

it('accepts clients of each system whose fuses are as set', () => {
  const folders = (Object.keys(BINARIES) as (keyof typeof BINARIES)[]).map((name) => pack(name, WIRE));
  expect(check(...folders)).toMatchObject({ status: 0, stderr: '' });
});

it('names each fuse that differs, in every folder', () => {
  const windows = pack('win-unpacked', withFuse(FuseV1Options.RunAsNode, FuseState.ENABLE));
  const mac = pack('mac-arm64', withFuse(FuseV1Options.OnlyLoadAppFromAsar, FuseState.DISABLE));
  const { status, stdout, stderr } = check(windows, pack('linux-unpacked', WIRE), mac);
  expect(status).toBe(1);
  expect(stderr.split('\n')).toEqual([
    `${windows}: RunAsNode is on, not off`,
    `${mac}: OnlyLoadAppFromAsar is off, not on`,
    '',
  ]);
  expect(stdout).toContain('linux-unpacked');
});

it.each([
  ['has the state in which Electron ships', WIRE.map(() => FuseState.ENABLE), 'GrantFileProtocolExtraPrivileges is on'],
  ['was removed from Electron', withFuse(FuseV1Options.WasmTrapHandlers, 114), 'in state 114, not on'],
  ['is missing', WIRE.slice(0, -1), 'WasmTrapHandlers is missing, not on'],
  ['has no setting', [...WIRE, FuseState.ENABLE], 'fuse 9 is on, not set'],
])('fails when a fuse %s', (_why, wire, message) => {
  const { status, stderr } = check(pack('linux-unpacked', wire));
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

it('fails without fuses, without a client and without a folder', () => {
  const folder = pack('linux-unpacked', WIRE);
  writeFileSync(join(folder, 'lyceum'), 'no Electron');
  expect(check(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('Could not find sentinel') });
  expect(check(packages)).toMatchObject({ status: 1, stderr: expect.stringContaining('contains none of') });
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('No folder was named') });
});
