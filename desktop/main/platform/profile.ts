import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { isWiped, TEMPORARY_DOWNLOADS, WIPE_MARKER } from '../core/profile-files.ts';

/** True when a shared computer was not wiped, as after a crash, or when files could not be removed. */
export function isWipeDue(): boolean {
  return existsSync(inProfile(WIPE_MARKER));
}

/** Stores whether the profile must be wiped before the next window. */
export function setWipeDue(isDue: boolean): void {
  if (!isDue) return rmSync(inProfile(WIPE_MARKER), { force: true });
  mkdirSync(app.getPath('userData'), { recursive: true });
  writeFileSync(inProfile(WIPE_MARKER), '');
}

/** Removes the files of the profile that can contain something of a member. Returns false when some remain. */
export function wipeProfile(): boolean {
  const folder = app.getPath('userData');
  let isComplete = true;
  for (const name of existsSync(folder) ? readdirSync(folder).filter(isWiped) : []) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Windows does not remove files that are open.
      isComplete = false;
    }
  }
  return isComplete;
}

/** Returns the empty folder for downloads on a shared computer. */
export function renewTemporaryDownloads(): void {
  const folder = temporaryDownloads();
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A file that another program has open is removed at the end or at the next start.
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Returns the folder of downloads on a shared computer. */
export function temporaryDownloads(): string {
  return inProfile(TEMPORARY_DOWNLOADS);
}

function inProfile(name: string): string {
  return join(app.getPath('userData'), name);
}
