import { use } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ShellContext } from '../desktop/shell-context.ts';

/** State of the live link: connected, reconnecting, or stopped until the user retries. */
export type ConnectionState = 'live' | 'connecting' | 'paused';

/** Shows that live updates have stopped; nothing while connected and during a short reconnection. */
export function ConnectionBanner({ state, onReconnect }: { state: ConnectionState; onReconnect: () => void }) {
  const notice = use(ShellContext)?.notice;
  if (notice) return notice;
  if (state === 'live') return null;
  if (state === 'paused') {
    return (
      <Banner
        action={
          <Button size="sm" onClick={onReconnect}>
            Reconnect
          </Button>
        }
      >
        Live updates paused
      </Banner>
    );
  }
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-3 z-30 mx-auto flex w-fit animate-[late_300ms_3s_both] items-center gap-2 rounded-full border border-border bg-surface-raised px-3 py-1 text-small text-text-muted shadow-overlay"
    >
      <Spinner className="size-3.5" />
      Connecting to live updates
    </div>
  );
}
