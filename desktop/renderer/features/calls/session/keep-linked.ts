import { SECOND_MS } from '#shared/time.ts';
import type { LiveLink } from '../../../lib/live/live-link.ts';

/** How soon a page in a call connects again after all attempts of the link have failed, in milliseconds. */
const RELINK_MS = 2 * SECOND_MS;

/**
 * Connects again while there is a call: the link alone would wait longer than the server, which was started again,
 * waits for the devices of a call. Returns a function that stops.
 */
export function keepLinked(link: Pick<LiveLink, 'on' | 'reconnect'>, isInCall: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = link.on('status', (status) => {
    clearTimeout(timer);
    if (status === 'paused') timer = setTimeout(() => isInCall() && link.reconnect(), RELINK_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
