import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { DownloadView } from '#shared/bridge/downloads.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Progress } from '../../../ui/Progress.tsx';

/** The downloads of the desktop app that were not dismissed, above the page; renders nothing without one. */
export function DownloadsPanel({ bridge }: { bridge: Bridge }) {
  const [downloads, setDownloads] = useState<readonly DownloadView[]>([]);
  useEffect(() => {
    let hasEvent = false;
    const stop = bridge.onDownloads((list) => {
      hasEvent = true;
      setDownloads(list);
    });
    bridge.listDownloads().then(
      (list) => !hasEvent && setDownloads(list),
      () => undefined,
    );
    return stop;
  }, [bridge]);
  const ended = downloads.filter(({ state }) => state !== 'progressing').at(-1);
  return (
    <>
      <p role="status" className="sr-only">
        {ended && textOf(ended)}
      </p>
      {downloads.length > 0 && (
        <section
          aria-label="Downloads"
          className="fixed end-4 bottom-4 z-50 max-h-[50dvh] w-full max-w-[22rem] overflow-y-auto rounded-md border border-border bg-surface-raised shadow-overlay max-sm:bottom-16 print:hidden"
        >
          <ul className="divide-y divide-border">
            {downloads.map((download) => (
              <Row key={download.id} bridge={bridge} download={download} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ bridge, download }: { bridge: Bridge; download: DownloadView }) {
  const { id, name, state, receivedBytes, totalBytes } = download;
  const run = (work: Promise<void>): void =>
    void work.catch(() =>
      toast({
        title: 'The file could not be opened',
        description: 'It may have been moved or deleted, or no program on this computer can open it.',
        variant: 'destructive',
      }),
    );
  return (
    <li className="p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
          {state === 'progressing' && totalBytes > 0 ? (
            <Progress label={`Download of ${name}`} share={receivedBytes / totalBytes} />
          ) : (
            <p className={state === 'failed' ? 'text-small text-danger' : 'text-small text-text-muted'}>
              {state === 'progressing'
                ? `${formatBytes(receivedBytes)} so far`
                : state === 'completed'
                  ? formatBytes(receivedBytes)
                  : 'Couldn’t be downloaded. Check your connection and the free space, and try again.'}
            </p>
          )}
        </div>
        <IconButton
          label={state === 'progressing' ? `Cancel the download of ${name}` : `Remove ${name} from this list`}
          icon={<X className="size-4" />}
          onClick={() => run(bridge.dismissDownload(id))}
        />
      </div>
      {state === 'completed' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => run(bridge.openDownload(id))}>
            Open
          </Button>
          <Button size="sm" onClick={() => run(bridge.showDownload(id))}>
            Show in folder
          </Button>
        </div>
      )}
    </li>
  );
}

function textOf({ name, state }: DownloadView): string {
  return state === 'completed' ? `${name} was downloaded` : `${name} could not be downloaded`;
}
