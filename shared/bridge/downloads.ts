import type { BridgeTable, EventTable } from './page.ts';

/** A download of this run of the app. */
export interface DownloadView {
  id: string;
  /** Name of the file on this computer. */
  name: string;
  state: 'progressing' | 'completed' | 'failed' | 'cancelled';
  receivedBytes: number;
  /** 0 while it is unknown. */
  totalBytes: number;
}

/** Calls about downloads: arguments and result of each. */
export interface DownloadsCalls {
  /** Lists the downloads that were not dismissed, oldest first. */
  listDownloads: { args: []; result: DownloadView[] };
  /** Opens a completed file with the system's program; asks first when its type can run code. */
  openDownload: { args: [id: string]; result: void };
  /** Shows a completed file in its folder. */
  showDownload: { args: [id: string]; result: void };
  /** Cancels a running download, or removes an ended one from the list; the file stays. */
  dismissDownload: { args: [id: string]; result: void };
}

/** Events about downloads. */
export interface DownloadsEvents {
  /** The list of {@link DownloadsCalls}.listDownloads after a change. */
  downloads: DownloadView[];
}

/** The page that may make each call. */
export const DOWNLOADS_CALLS: BridgeTable<DownloadsCalls> = {
  listDownloads: 'app',
  openDownload: 'app',
  showDownload: 'app',
  dismissDownload: 'app',
};

/** The page that receives each event. */
export const DOWNLOADS_EVENTS: EventTable<DownloadsEvents> = { downloads: 'app' };
