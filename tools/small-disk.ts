import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILLER = 'filler';
const BLOCK = Buffer.alloc(1024 * 1024);

/** A small disk of its own for one folder, which can be filled. */
export interface SmallDisk {
  /** Writes a file until no space is left. */
  fill(): void;
  /** Removes that file. */
  empty(): void;
  /** Unmounts the disk. Nothing may use it any more. */
  remove(): void;
}

/**
 * Mounts a disk of `sizeMb` megabytes (tmpfs) on an empty folder. Returns the reason in one sentence where the system
 * does not allow it.
 */
export function mountDisk(folder: string, sizeMb: number): SmallDisk | string {
  if (process.platform !== 'linux') return 'only Linux has a disk of limited size without a device (tmpfs)';
  const options = ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'lyceum-faults', folder];
  const { status, error, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) return `a disk cannot be mounted: ${(error?.message ?? stderr).trim()}`;
  const filler = join(folder, FILLER);
  const empty = (): void => rmSync(filler, { force: true });
  return {
    fill: () => writeUntilFull(filler),
    empty,
    remove() {
      empty();
      unmountDisk(folder);
    },
  };
}

/** Unmounts the disk of a folder; a folder without one is not an error. */
export function unmountDisk(folder: string): void {
  if (process.platform === 'linux') spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    // A shorter write fills the last part of a block.
    for (let bytes = BLOCK.length; bytes >= 512; bytes >>= 1) {
      while (canWrite(file, bytes));
    }
  } finally {
    closeSync(file);
  }
}

function canWrite(file: number, bytes: number): boolean {
  try {
    return writeSync(file, BLOCK, 0, bytes) === bytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
