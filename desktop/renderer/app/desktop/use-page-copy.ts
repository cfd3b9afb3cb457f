import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';

/** The copy that the pages show: `unknown` until it was looked for, when it was loaded, or `none`. */
type ShownCopy = 'unknown' | 'none' | { loadedAtMs: number };

/** Restores the copy of what the pages had loaded, once, when the server is unreachable. */
export function usePageCopy(
  bridge: Pick<Bridge, 'loadPageCopy'>,
  client: QueryClient,
  isUnreachable: boolean,
): [copy: ShownCopy, endCopy: () => void] {
  const [copy, setCopy] = useState<ShownCopy>('unknown');
  const restoring = useRef<Promise<void>>(undefined);
  const [endCopy] = useState(() => () => setCopy('none'));
  useEffect(() => {
    if (!isUnreachable) return;
    const restore = async (): Promise<void> => {
      const { restorePageCopy } = await import('./page-copy.ts');
      const loadedAtMs = await restorePageCopy(bridge, client);
      setCopy(loadedAtMs === null ? 'none' : { loadedAtMs });
    };
    restoring.current ??= restore().catch(endCopy);
  }, [bridge, client, endCopy, isUnreachable]);
  return [copy, endCopy];
}
