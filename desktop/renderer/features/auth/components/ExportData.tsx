import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { accountEndpoints, type ConfirmPasswordInput, type ExportView } from '#shared/api/account.ts';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { call, pathOf } from '../../../lib/http/api.ts';
import { saveFrom } from '../../../lib/page/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Time } from '../../../ui/Time.tsx';
import { accountQuery, exportQuery } from '../api/queries.ts';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';

/** Requests a copy of the account's data, shows its progress and links to the download. */
export function ExportData() {
  const client = useQueryClient();
  const query = useQuery(accountQuery);
  const { data: account } = query;
  const [prompt, setPrompt] = useState<'copy' | 'download'>();
  const trigger = useFocusBack(prompt !== undefined);
  const last = account?.lastExport ?? null;
  const isRunning = last?.status === 'waiting' || last?.status === 'working';
  const { data: polled } = useQuery({ ...exportQuery(last?.id ?? ''), enabled: isRunning });
  const isDone = isRunning && (polled?.status === 'ready' || polled?.status === 'failed');
  useEffect(() => {
    if (isDone) void client.invalidateQueries(accountQuery);
  }, [client, isDone]);
  if (account === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-16 w-full" />} />;
  if (prompt !== undefined) {
    const copy = async (body: ConfirmPasswordInput, options: CallOptions): Promise<void> => {
      await call(accountEndpoints.createExport, { body }, options);
      await client.invalidateQueries(accountQuery);
      setPrompt(undefined);
    };
    const download = async (body: ConfirmPasswordInput, options: CallOptions): Promise<void> => {
      const params = { id: last?.id ?? '' };
      await call(accountEndpoints.confirmExport, { params, body }, options);
      saveFrom(pathOf(accountEndpoints.downloadExport, { params }));
      await client.invalidateQueries(accountQuery);
      setPrompt(undefined);
    };
    return (
      <PasswordPrompt
        key={prompt}
        label={prompt === 'copy' ? 'Request a copy of your data' : 'Download your data'}
        confirmLabel={prompt === 'copy' ? 'Make the copy' : 'Download'}
        onConfirm={prompt === 'copy' ? copy : download}
        onCancel={() => setPrompt(undefined)}
      />
    );
  }
  const shown = isRunning ? (polled ?? last) : last;
  return (
    <div className="flex flex-col items-start gap-4">
      <div role="status" className="w-full empty:hidden">
        {shown && <State view={shown} onConfirm={() => setPrompt('download')} />}
      </div>
      {!isRunning && (
        <Button ref={trigger} onClick={() => setPrompt('copy')}>
          {last?.status === 'ready' ? 'Make a new copy' : 'Make a copy'}
        </Button>
      )}
    </div>
  );
}

function State({ view, onConfirm }: { view: ExportView; onConfirm: () => void }) {
  if (view.status === 'failed')
    return <p className="text-danger">Couldn't make the copy. Try again; if it fails again, contact us from Help.</p>;
  if (view.status === 'ready') {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {view.isConfirmed ? (
          <a
            href={pathOf(accountEndpoints.downloadExport, { params: { id: view.id } })}
            download
            className={buttonClasses('primary')}
          >
            <Download className="size-4" />
            Download
          </a>
        ) : (
          <Button variant="primary" onClick={onConfirm}>
            <Download className="size-4" />
            Download
          </Button>
        )}
        <p className="text-text-muted">
          <span>{`${sizeText(view.size ?? 0)}, made`}</span> <Time iso={view.createdAt} />
          <span>. It is deleted after seven days.</span>
        </p>
      </div>
    );
  }
  return (
    <div className="flex max-w-96 flex-col gap-1.5">
      <p className="flex items-center gap-2">
        <Spinner />
        <span>
          {view.status === 'waiting'
            ? 'Your copy will start soon.'
            : `Your copy is being made: ${String(view.progress)}%.`}
        </span>
      </p>
      <progress aria-label="Copy of your data" max={100} value={view.progress} className="h-1.5 w-full accent-accent" />
      <p className="text-text-muted">You can leave this page. You'll get an email when it is ready.</p>
    </div>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const unit = UNITS[power] ?? 'byte';
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** power);
}
