import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { ServerCheck } from '#shared/bridge/shell.ts';
import { CircuitOpenError, NetworkError } from '../../lib/http/errors.ts';
import { liveLink } from '../../lib/live/live.ts';
import { sessionQuery } from '../../lib/me.ts';
import { retryImages } from '../../ui/use-failed-image.ts';
import { useServerSearch } from './use-server-search.ts';

interface CatchUpProps {
  bridge: Pick<Bridge, 'checkServer'>;
  client: QueryClient;
  /** Origin of the server. */
  serverUrl: string;
  /** Another number searches at once. */
  tries: number;
  /** The session, and what is on screen, was loaded again. */
  onCaughtUp: () => void;
}

/** While the pages show a copy, looks for the server; when it responds, loads again what they show. */
export function CatchUp({ bridge, client, serverUrl, tries, onCaughtUp }: CatchUpProps) {
  const isInvalidated = useRef(false);
  const onResult = useCallback(
    async ({ ok }: ServerCheck): Promise<void> => {
      if (!ok) return;
      try {
        // A session that has ended removes the copy and leads to the sign-in.
        const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
        if (user === null) return onCaughtUp();
      } catch {
        return;
      }
      liveLink.reconnect();
      await client.invalidateQueries(isInvalidated.current ? { predicate: wasRefused, type: 'active' } : {});
      if (!isInvalidated.current) retryImages();
      isInvalidated.current = true;
      // A circuit breaker refuses some requests for half a minute.
      if (client.getQueryCache().findAll({ type: 'active', predicate: wasRefused }).length === 0) onCaughtUp();
    },
    [client, onCaughtUp],
  );
  useServerSearch({ bridge, serverUrl, tries, onResult });
  return null;
}

function wasRefused({ state }: { state: { error: unknown } }): boolean {
  return state.error instanceof CircuitOpenError || state.error instanceof NetworkError;
}
