import { PRESENCE_LIMITS } from '#shared/limits.ts';
import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { PRESENCE_PATH, presenceQuery } from './api/presence.ts';

/** How long reasons to ask afresh wait for more of their kind, in milliseconds. */
const REFRESH_MS = 100;

/**
 * Keeps what is cached about presence, and tells when the member leaves this device alone. The answer unbinds. Source:
 * decision 29.
 */
export function bindPresence({ link, client, userId }: LiveBinding): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  // Once for many events that were missed.
  const refresh = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      void invalidatePath(client, PRESENCE_PATH);
    }, REFRESH_MS);
  };
  let isAway = false;
  const say = (): void => void link.emit('presence', { state: isAway ? 'away' : 'online' });
  const unbind = [
    link.subscribe('presence', (push) => {
      // The own switch decides what is seen of everybody.
      if (push.userId === userId) return refresh();
      const { queryKey } = presenceQuery(push.userId);
      // An answer that is under way may be older than this push.
      void client.cancelQueries({ queryKey }).then(() => client.setQueryData(queryKey, push.state));
    }),
    link.onStatus((status) => {
      if (status !== 'live') return;
      refresh();
      if (isAway) say();
    }),
    // Whom one may see follows whom one is connected with, blocks and writes with.
    link.subscribe('connection-updated', refresh),
    link.subscribe('connection-deleted', refresh),
    link.subscribe('data-updated', ({ type }) => (type === 'connection' || type === 'message') && refresh()),
    link.subscribe('new-message', ({ senderId }) => {
      if (senderId !== null && senderId !== userId && client.getQueryData(presenceQuery(senderId).queryKey) === null) {
        void client.invalidateQueries({ queryKey: presenceQuery(senderId).queryKey });
      }
    }),
    followActivity((next) => {
      isAway = next;
      say();
    }),
  ];
  return () => {
    clearTimeout(due);
    for (const end of unbind) end();
  };
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Tells when nobody has touched the device for some minutes or the page is out of sight, and when someone is back;
 * answers a function that ends it.
 */
function followActivity(onChange: (isAway: boolean) => void): () => void {
  let isAway = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAtMs = Date.now();
  const set = (next: boolean): void => {
    if (next === isAway) return;
    isAway = next;
    onChange(next);
  };
  const isHidden = (): boolean => document.visibilityState === 'hidden';
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const leftMs = isHidden() ? 0 : PRESENCE_LIMITS.idleMs - (Date.now() - touchedAtMs);
      if (leftMs <= 0) set(true);
      else wait(leftMs);
    }, ms);
  };
  const onTouch = (): void => {
    touchedAtMs = Date.now();
    if (!isAway || isHidden()) return;
    set(false);
    wait(PRESENCE_LIMITS.idleMs);
  };
  const onVisibility = (): void => {
    if (isHidden()) wait(PRESENCE_LIMITS.hiddenMs);
    else {
      onTouch();
      wait(PRESENCE_LIMITS.idleMs);
    }
  };
  for (const sign of SIGNS) window.addEventListener(sign, onTouch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  wait(PRESENCE_LIMITS.idleMs);
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, onTouch, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
