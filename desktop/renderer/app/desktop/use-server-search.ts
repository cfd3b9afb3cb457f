import { useEffect } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { ServerCheck } from '#shared/bridge/shell.ts';
import { SECOND_MS } from '#shared/time.ts';
import { followWakeUps } from '../../lib/live/wake-ups.ts';

/** How often the server is looked for, in milliseconds. */
const POLL_EVERY_MS = 5 * SECOND_MS;

interface ServerSearch {
  bridge: Pick<Bridge, 'checkServer'>;
  /** Origin of the server. */
  serverUrl: string;
  /** Receives each result; the next search waits for it. Has to keep its identity. */
  onResult: (result: ServerCheck) => void | Promise<void>;
  /** Another number searches at once. */
  tries: number;
}

/** Looks for the server now, every few seconds and when the network is back, as long as the component is shown. */
export function useServerSearch({ bridge, serverUrl, onResult, tries }: ServerSearch): void {
  useEffect(() => {
    let isMounted = true;
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const result = await bridge.checkServer(serverUrl).catch(() => null);
      if (isMounted && result !== null) await onResult(result);
      isLooking = false;
    };
    const again = (): void => void look();
    again();
    const stop = followWakeUps(again);
    const timer = setInterval(again, POLL_EVERY_MS);
    return () => {
      isMounted = false;
      stop();
      clearInterval(timer);
    };
  }, [bridge, onResult, serverUrl, tries]);
}
