import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { app, BrowserWindow, dialog, shell, type DownloadItem } from 'electron';
import type { DownloadRule } from '#shared/bridge/desktop.ts';
import type { DownloadView } from '#shared/bridge/downloads.ts';
import { freeFileName, safeFileName, taskbarProgress } from '../core/download-rules.ts';
import type { AccountSession } from './account.ts';

/** A download with its place on this computer; the path is empty until the member has chosen one. */
export interface Download extends DownloadView {
  path: string;
}

interface DownloadPorts {
  rule: () => DownloadRule;
  folder: () => string;
  onChange: (download: Download) => void;
  /** A download was refused by policy. */
  onDenied: () => void;
}

const running = new Map<string, DownloadItem>();

/** Returns the system's folder for downloads. */
export function systemDownloadsFolder(): string {
  return app.getPath('downloads');
}

/** Saves the downloads of an account's pages under safe names, after a question where the rule asks for one. */
export function followDownloads(account: AccountSession, { rule, folder, onChange, onDenied }: DownloadPorts): void {
  account.on('will-download', (event, item) => {
    if (rule() === 'deny') {
      event.preventDefault();
      return onDenied();
    }
    const id = randomUUID();
    // A file that is still being written has its name too.
    const taken = new Set([...running.values()].map((other) => other.getSavePath()));
    const name = freeFileName(safeFileName(item.getFilename()), (candidate) => {
      const path = join(folder(), candidate);
      return existsSync(path) || taken.has(path);
    });
    const path = join(folder(), name);
    if (rule() === 'ask') item.setSaveDialogOptions({ defaultPath: path });
    else item.setSavePath(path);
    running.set(id, item);
    const report = (state: DownloadView['state']): void => {
      const place = item.getSavePath();
      onChange({
        id,
        name: place === '' ? name : basename(place),
        path: place,
        state,
        receivedBytes: item.getReceivedBytes(),
        totalBytes: item.getTotalBytes(),
      });
      showProgress();
    };
    report('progressing');
    item.on('updated', () => report('progressing'));
    item.once('done', (_event, state) => {
      running.delete(id);
      report(state === 'interrupted' ? 'failed' : state);
      if (state === 'completed') app.dock?.downloadFinished(item.getSavePath());
    });
  });
}

/** Cancels a running download; false when it has ended. */
export function cancelDownload(id: string): boolean {
  const item = running.get(id);
  item?.cancel();
  return item !== undefined;
}

/** Opens a file with the system's program. Rejects with the system's reason when it cannot. */
export async function openFile(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '') throw new Error(problem);
}

/** Shows a file in its folder, or the folder when the file was moved. */
export function showFile(path: string): void {
  if (existsSync(path)) shell.showItemInFolder(path);
  else void shell.openPath(dirname(path));
}

/** Asks whether a file that can run code is opened. */
export async function askOpenRisky(name: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: `Open “${name}”?`,
    detail: 'Files of this type can run programs on your computer. Open it only if you know where it comes from.',
    buttons: ['Cancel', 'Open file'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

function showProgress(): void {
  const progress = taskbarProgress(
    [...running.values()].map((item) => ({ receivedBytes: item.getReceivedBytes(), totalBytes: item.getTotalBytes() })),
  );
  for (const window of BrowserWindow.getAllWindows()) if (!window.isDestroyed()) window.setProgressBar(progress);
}
