import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** Asks for a folder. Returns null when the member cancels. */
export async function askFolder(current: string): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Folder for downloads',
    defaultPath: current,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Whether a path is a folder that exists. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Asks for a place and saves a text there. Returns false when the member cancels. @throws Error of the file system. */
export async function saveText(text: string, name: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), name),
  });
  if (canceled || filePath === '') return false;
  writeFileSync(filePath, text);
  return true;
}
