import { MonitorUp } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { callController } from '../session/call-controller.ts';

/** Shows on every page, also while the window of the call is hidden, that the screen is shared, and stops it. */
export function SharingBanner() {
  return (
    <div
      role="status"
      className="pointer-events-auto fixed start-1/2 top-2 z-60 flex w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 items-center gap-3 rounded-md border border-border bg-surface-raised px-3 py-1.5 shadow-overlay rtl:translate-x-1/2"
    >
      <MonitorUp className="size-4 shrink-0" aria-hidden="true" />
      <span className="text-small font-semibold">You are sharing your screen.</span>
      <Button size="sm" variant="danger" onClick={() => callController().toggleScreen()}>
        Stop sharing
      </Button>
    </div>
  );
}
