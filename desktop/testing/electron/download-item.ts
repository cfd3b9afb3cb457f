import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { createEvent } from './runtime.ts';

type DownloadSurface = Pick<
  Electron.DownloadItem,
  | 'cancel'
  | 'getFilename'
  | 'getReceivedBytes'
  | 'getSavePath'
  | 'getTotalBytes'
  | 'setSaveDialogOptions'
  | 'setSavePath'
>;

/** A download of a page of Chromium, which the app handles as `will-download`. */
export class FakeDownloadItem extends EventEmitter implements DownloadSurface {
  /** Options of the dialog for the place; a test reads them. */
  dialogOptions: Electron.SaveDialogOptions | undefined;
  private readonly name: string;
  private path = '';
  private bytes = { received: 0, total: 0 };
  private isCancelled = false;

  constructor(name: string) {
    super();
    this.name = name;
  }

  getFilename = (): string => this.name;
  getSavePath = (): string => this.path;
  getReceivedBytes = (): number => this.bytes.received;
  getTotalBytes = (): number => this.bytes.total;
  setSavePath(path: string): void {
    this.path = path;
  }
  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    this.dialogOptions = options;
  }
  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.emit('done', createEvent({}), 'cancelled');
  }

  /** Reports progress as Electron does. */
  progress(received: number, total: number): void {
    this.bytes = { received, total };
    this.emit('updated', createEvent({}), 'progressing');
  }
  /** Ends the download, after the dialog for the place when no path was set. */
  finish(state: 'completed' | 'interrupted' = 'completed'): void {
    if (this.isCancelled) return;
    if (this.path === '') this.path = this.dialogOptions?.defaultPath ?? join('/nowhere', this.name);
    this.emit('done', createEvent({}), state);
  }
  /** Saves the file of a page's download where the app has said. */
  async saveFrom(download: Download): Promise<void> {
    if (this.path === '') this.path = this.dialogOptions?.defaultPath ?? '';
    const failure = await download.saveAs(this.path).then(
      () => undefined,
      (error: unknown) => error,
    );
    this.finish(failure === undefined ? 'completed' : 'interrupted');
  }
}
