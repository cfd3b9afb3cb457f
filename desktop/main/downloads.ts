import type { DownloadRule } from '#shared/bridge/desktop.ts';
import type { DownloadsCalls, DownloadView } from '#shared/bridge/downloads.ts';
import type { ShellToast } from '#shared/bridge/shell.ts';
import { isRisky } from './core/download-rules.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { AccountSession } from './platform/account.ts';
import {
  askOpenRisky,
  cancelDownload,
  followDownloads,
  openFile,
  showFile,
  type Download,
} from './platform/downloads.ts';
import { sendToWindows } from './platform/ipc.ts';

const DENIED_TOAST: ShellToast = {
  code: 'DOWNLOADS_DENIED',
  title: 'Downloads are turned off',
  text: 'Your institution does not allow downloads on this computer.',
};

/** Downloads of this run: their list for the page, and what can be done with a file. */
export interface Downloads {
  handlers: HandlersOf<DownloadsCalls>;
  /** Stops running downloads and removes the list, because another member may follow. */
  clear: () => void;
  /** Handles the downloads of an account's pages. */
  follow: (account: AccountSession) => void;
}

/** Creates the list of downloads. Paths stay in main: the page names a download by its id. */
export function createDownloads({
  rule,
  folder,
  publish,
}: {
  rule: () => DownloadRule;
  folder: () => string;
  publish: (toast: ShellToast) => void;
}): Downloads {
  const downloads = new Map<string, Download>();
  const list = (): DownloadView[] => [...downloads.values()].map(({ path: _path, ...view }) => view);
  const send = (): void => sendToWindows('downloads', list());
  const findCompleted = (id: string): Download => {
    const download = downloads.get(id);
    if (download?.state !== 'completed') throw new Error('There is no such file.');
    return download;
  };
  return {
    clear: () => {
      downloads.forEach(({ id }) => cancelDownload(id));
      downloads.clear();
      send();
    },
    follow: (account) =>
      followDownloads(account, {
        rule,
        folder,
        onChange: (download) => {
          // A member who cancels needs no message about it.
          if (download.state === 'cancelled') downloads.delete(download.id);
          else downloads.set(download.id, download);
          send();
        },
        onDenied: () => publish(DENIED_TOAST),
      }),
    handlers: {
      listDownloads: list,
      openDownload: async (id) => {
        const { name, path } = findCompleted(id);
        if (!isRisky(name) || (await askOpenRisky(name))) await openFile(path);
      },
      showDownload: (id) => showFile(findCompleted(id).path),
      dismissDownload: (id) => {
        if (cancelDownload(id)) return;
        downloads.delete(id);
        send();
      },
    },
  };
}
