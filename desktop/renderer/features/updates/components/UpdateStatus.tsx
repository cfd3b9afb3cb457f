import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { UpdateBlock, UpdateState } from '#shared/bridge/updates.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';

const BLOCKED: Record<UpdateBlock, string> = {
  MANAGED: 'Updates of this app are managed by your institution.',
  PAUSED: 'Your institution has paused updates of this app.',
  NO_FEED: 'Your server offers no updates. Get new versions of this app from the people who run it.',
  UNSIGNED: 'This build of the app does not update itself.',
};

function textOf(state: UpdateState): string {
  switch (state.kind) {
    case 'blocked':
      return BLOCKED[state.reason];
    case 'checking':
      return 'Checking for updates…';
    case 'ready':
      return `Version ${state.version} is ready. It is installed when you quit Lyceum, or when you don’t use it.`;
    case 'failed':
      return 'Couldn’t get updates. Check your connection and try again.';
    case 'current':
      return 'This app is up to date.';
  }
}

/** Shows whether the desktop app updates itself, and installs a version that is ready. Nothing in the web app. */
export function UpdateStatus() {
  const bridge = readBridge();
  return bridge === undefined ? null : <Status bridge={bridge} />;
}

function Status({
  bridge,
}: {
  bridge: Pick<Bridge, `${'get' | 'on'}UpdateState` | 'checkForUpdates' | 'installUpdate'>;
}) {
  const [state, setState] = useState<UpdateState | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: UpdateState) => isCurrent && setState(next);
    const stop = bridge.onUpdateState(show);
    bridge.getUpdateState().then(show, () => undefined);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [bridge]);
  if (state === null) return null;
  const canCheck = state.kind === 'current' || state.kind === 'failed';
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <p role="status" className="text-text-muted">
        {textOf(state)}
      </p>
      {canCheck && (
        <Button
          size="sm"
          onClick={() => void bridge.checkForUpdates().then(setState, () => setState({ kind: 'failed' }))}
        >
          Check for updates
        </Button>
      )}
      {state.kind === 'ready' && (
        <Button size="sm" variant="primary" onClick={() => void bridge.installUpdate().catch(showBusy)}>
          Restart and update
        </Button>
      )}
    </div>
  );
}

/** The desktop client does not restart while a call or a video runs. */
function showBusy(): void {
  toast({ title: 'Lyceum can’t restart now', description: 'End your call or stop the video, then try again.' });
}
