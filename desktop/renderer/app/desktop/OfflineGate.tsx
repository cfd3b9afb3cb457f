import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { sessionQuery } from '../../lib/me.ts';
import { useSessionState } from './session-state.ts';

const OfflineScreen = lazy(async () => ({ default: (await import('./OfflineScreen.tsx')).OfflineScreen }));

interface OfflineGateProps {
  bridge: Pick<Bridge, 'checkServer' | 'retryNetwork' | 'listAccounts' | 'onAccountsChanged'>;
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
 * Shows the offline screen in the place of the pages while the session is unknown because the server cannot be reached.
 * A page whose session is known stays: it has its data, and a banner.
 */
export function OfflineGate({ bridge, client, serverUrl, onNavigate, onChangeServer, children }: OfflineGateProps) {
  const { isUnreachable } = useSessionState(client);
  const [isInHelp, setIsInHelp] = useState(false);
  const onFound = useCallback(
    () => void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined),
    [client],
  );
  if (!isUnreachable || isInHelp) return children;
  return (
    <Suspense fallback={null}>
      <OfflineScreen
        bridge={bridge}
        serverUrl={serverUrl}
        onFound={onFound}
        onHelp={() => {
          onNavigate('/help');
          setIsInHelp(true);
        }}
        onChangeServer={onChangeServer}
      />
    </Suspense>
  );
}
