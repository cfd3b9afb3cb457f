import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './set-fuses.mjs';

/** Names of the packed client's binary, of which an unpacked folder contains one. */
const BINARIES = ['Lyceum.app', 'Lyceum.exe', 'lyceum'];

/**
 * `node tools/check-fuses.mjs FOLDER...` compares the fuses of unpacked clients, such as `out/packages/win-unpacked`,
 * with those that tools/set-fuses.mjs sets. Prints those that differ, and exits with 1 if there are any.
 */
const folders = process.argv.slice(2);
if (folders.length === 0) fail('No folder was named: node tools/check-fuses.mjs FOLDER...');
for (const folder of folders) {
  const differing = await compare(folder);
  if (differing.length > 0) fail(`${folder}: ${differing.join(', ')}`);
  else process.stdout.write(`${folder}: all fuses are as set\n`);
}

/**
 * Returns a text for each fuse that differs, or why the fuses cannot be read. A fuse without a setting differs too.
 *
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function compare(folder) {
  const binary = BINARIES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (binary === undefined) return [`contains none of ${BINARIES.join(', ')}`];
  try {
    const wire = await getCurrentFuseWire(binary);
    const numbers = new Set([...Object.keys(FUSES), ...Object.keys(wire).filter((key) => key !== 'version')]);
    return [...numbers].flatMap((number) => {
      const wanted = number in FUSES ? describe(FUSES[number] ? FuseState.ENABLE : FuseState.DISABLE) : 'set';
      const found = describe(wire[number]);
      return found === wanted ? [] : [`${FuseV1Options[number] ?? `fuse ${number}`} is ${found}, not ${wanted}`];
    });
  } catch (error) {
    return [String(error)];
  }
}

/**
 * @param {number | undefined} state
 * @returns {string}
 */
function describe(state) {
  if (state === FuseState.ENABLE) return 'on';
  if (state === FuseState.DISABLE) return 'off';
  return state === undefined ? 'missing' : `in state ${state}`;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
