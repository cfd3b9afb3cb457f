import { lazy, Suspense, useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { DownloadsPanel } from '../../features/desktop/components/DownloadsPanel.tsx';

const DiagnosticsDialog = lazy(async () => ({
  default: (await import('../../features/desktop/components/DiagnosticsDialog.tsx')).DiagnosticsDialog,
}));

/** What the desktop app shows above every page: downloads, and the diagnostics when the menu asks for them. */
export function DesktopHost({ bridge }: { bridge: Bridge }) {
  const [isDiagnosing, setIsDiagnosing] = useState(false);
  useEffect(() => {
    const take = (): void =>
      void bridge.takeDiagnosticsRequest().then(
        (isRequested) => isRequested && setIsDiagnosing(true),
        () => undefined,
      );
    take();
    return bridge.onDiagnosticsRequested(take);
  }, [bridge]);
  return (
    <>
      <DownloadsPanel bridge={bridge} />
      {isDiagnosing && (
        <Suspense fallback={null}>
          <DiagnosticsDialog bridge={bridge} onClose={() => setIsDiagnosing(false)} />
        </Suspense>
      )}
    </>
  );
}
