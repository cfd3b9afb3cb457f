import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { DiagnosticsReport, DiagnosticsSection } from '#shared/bridge/diagnostics.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { loadPageFacts } from '../page-facts.ts';

interface DiagnosticsDialogProps {
  bridge: Bridge;
  onClose: () => void;
}

/** Facts about the desktop app and this computer, above any page, to look at and to export. */
export function DiagnosticsDialog({ bridge, onClose }: DiagnosticsDialogProps) {
  // Outside of the app's providers: the dialog also opens before a server is chosen.
  const [data, setData] = useState<DiagnosticsReport>();
  const [page, setPage] = useState<DiagnosticsSection[]>();
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    bridge.getDiagnostics().then(setData, () => setIsFailed(true));
    loadPageFacts().then(setPage, () => setPage([]));
  }, [bridge]);
  const save = (format: 'json' | 'text'): void =>
    void bridge.exportDiagnostics(format, page ?? []).then(
      (isSaved) => isSaved && toast({ title: 'The diagnostics were saved' }),
      () =>
        toast({
          title: 'The diagnostics could not be saved',
          description: 'Choose another folder and try again.',
          variant: 'destructive',
        }),
    );
  return (
    <Dialog
      title="Diagnostics"
      description="Nothing here contains messages, passwords or cookies. Send the file to the people who run your server."
      size="lg"
      onClose={onClose}
      footer={
        data && (
          <>
            <Button onClick={() => save('json')}>Save as JSON</Button>
            <Button variant="primary" onClick={() => save('text')}>
              Save as text
            </Button>
          </>
        )
      }
    >
      {data === undefined ? (
        <div role="status">
          {isFailed ? (
            'The diagnostics could not be read. Restart Lyceum and try again.'
          ) : (
            <Skeleton className="h-96 w-full" />
          )}
        </div>
      ) : (
        <div className="space-y-6">
          {[...data.sections, ...(page ?? [])].map((section) => (
            <Section key={section.title} {...section} />
          ))}
          {page === undefined && (
            <p role="status" className="text-text-muted">
              Looking for devices and a relay
            </p>
          )}
          <section aria-labelledby="diagnostics-log">
            <h3 id="diagnostics-log" className="mb-2 font-semibold">
              Log
            </h3>
            <pre
              tabIndex={0}
              dir="ltr"
              className="max-h-72 overflow-auto rounded-md border border-border bg-surface-sunken p-3 text-start text-small whitespace-pre-wrap"
            >
              {data.log === '' ? 'The log is empty.' : data.log}
            </pre>
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Section({ title, rows }: DiagnosticsSection) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl className="divide-y divide-border">
        {rows.map(({ name, value }, index) => (
          <div key={`${name} ${String(index)}`} className="grid gap-x-4 py-1.5 sm:grid-cols-[14rem_1fr]">
            <dt className="text-text-muted break-words">{name}</dt>
            <dd className="min-w-0 break-words">{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
