import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { presenceQuery } from './api/presence.ts';

/** Time in which several reasons to refetch are collected into one, in milliseconds. */
const REFRESH_MS = 100;

/** Updates the cached presence, and reports when the user is away. Returns a function that ends it. */
export function bindPresence({ link, client, userId }: LiveBinding): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  // Refetches once for several events.
  const refresh = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      void client.invalidateQueries({ queryKey: ['presence'] });
    }, REFRESH_MS);
  };
  let isAway = false;
  const report = (): void => void link.emit('presence', { state: isAway ? 'away' : 'online' });
  return endAll([
    () => clearTimeout(due),
    link.subscribe('presence', (push) => {
      // The user's own setting decides whether they see the presence of others.
      if (push.userId === userId) return refresh();
      const { queryKey } = presenceQuery(push.userId);
      // A response under way can be older than this push.
      void client.cancelQueries({ queryKey }).then(() => client.setQueryData(queryKey, push.state));
    }),
    link.on('status', (status) => {
      if (status !== 'live') return;
      refresh();
      if (isAway) report();
    }),
    // Connections, blocks and conversations decide whose presence is visible.
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
      report();
    }),
  ]);
}

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Reports when the user is idle or the page is hidden, and when they are back. Returns a function that ends it. */
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
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, onTouch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  wait(PRESENCE_LIMITS.idleMs);
  return () => {
    clearTimeout(timer);
    for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, onTouch, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
