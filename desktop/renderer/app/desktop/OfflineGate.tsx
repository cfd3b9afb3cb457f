import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, use, useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { sessionQuery } from '../../lib/me.ts';
import { useSessionState } from './session-state.ts';
import { ShellContext } from './shell-context.ts';
import { usePageCopy } from './use-page-copy.ts';

const CatchUp = lazy(async () => ({ default: (await import('./CatchUp.tsx')).CatchUp }));
const CopyBanner = lazy(async () => ({ default: (await import('./CopyBanner.tsx')).CopyBanner }));
const OfflineScreen = lazy(async () => ({ default: (await import('./OfflineScreen.tsx')).OfflineScreen }));

interface OfflineGateProps {
  bridge: Pick<Bridge, 'checkServer' | 'retryNetwork' | 'listAccounts' | 'onAccountsChanged' | 'loadPageCopy'>;
  client: QueryClient;
  /** Origin of the server. */
  serverUrl: string;
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
  onChangeServer: () => void;
  /** The pages. */
  children: ReactNode;
}

/**
 * While the session is unknown because the server cannot be reached, shows the pages with the stored copy of what they
 * had loaded, or without one the offline screen. A page whose session is known stays: it has its data, and a banner.
 */
export function OfflineGate({ bridge, client, serverUrl, onNavigate, onChangeServer, children }: OfflineGateProps) {
  const { user, isUnreachable } = useSessionState(client);
  const [isInHelp, setIsInHelp] = useState(false);
  const [tries, setTries] = useState(0);
  const [copy, endCopy] = usePageCopy(bridge, client, isUnreachable);
  const shell = use(ShellContext);
  const onFound = useCallback(
    () => void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined),
    [client],
  );
  const tryAgain = useCallback((): void => {
    // Asks again for a sign-in to the network that was cancelled.
    bridge.retryNetwork().then(
      () => setTries((before) => before + 1),
      () => undefined,
    );
  }, [bridge]);
  const loadedAtMs = user && typeof copy === 'object' ? copy.loadedAtMs : null;
  const view = useMemo(
    () =>
      shell && {
        ...shell,
        notice: loadedAtMs !== null && (
          <Suspense fallback={null}>
            <CopyBanner loadedAtMs={loadedAtMs} onTryAgain={tryAgain} />
          </Suspense>
        ),
      },
    [loadedAtMs, shell, tryAgain],
  );
  if (isUnreachable && !isInHelp) {
    return (
      <Suspense fallback={null}>
        {copy === 'none' && (
          <OfflineScreen
            bridge={bridge}
            serverUrl={serverUrl}
            tries={tries}
            onFound={onFound}
            onTryAgain={tryAgain}
            onHelp={() => {
              onNavigate('/help');
              setIsInHelp(true);
            }}
            onChangeServer={onChangeServer}
          />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <ShellContext value={view}>{children}</ShellContext>
      <Suspense fallback={null}>
        {loadedAtMs !== null && <CatchUp {...{ bridge, client, serverUrl, tries }} onCaughtUp={endCopy} />}
      </Suspense>
    </>
  );
}
