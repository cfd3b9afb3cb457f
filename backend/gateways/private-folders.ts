import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './file-store.ts';

/** Folders of DATA_DIR with the data of members. Other users may pass DATA_DIR, as Postgres may have to. */
const PRIVATE_FOLDERS = ['files', 'uploads', 'exports', 'mail'];

/** Files and folders that this process creates from here on are readable by its own user alone. */
export function createPrivately(): void {
  process.umask(0o077);
}

/** Closes the folders that earlier releases created to other users of the machine. */
export function closePrivateFolders(dataDir: string): void {
  for (const name of PRIVATE_FOLDERS) {
    try {
      chmodSync(join(dataDir, name), 0o700);
    } catch (error) {
      // A folder that does not exist yet, or another user's, who shares it with this one.
      if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EPERM')) throw error;
    }
  }
}
