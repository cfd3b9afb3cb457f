import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import type { DeviceState } from '../../lib/page/follow-activity.ts';
import { startLater } from '../../lib/start-later.ts';
import { presenceQuery } from './api/presence.ts';

/** Time in which several reasons to refetch are collected into one, in milliseconds. */
const REFRESH_MS = 100;

/** Updates the cached presence, and reports when the user leaves and returns. Returns a function that ends it. */
export function bindPresence({ link, client, userId }: LiveBinding): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  // Refetches once for several events.
  const refresh = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      void client.invalidateQueries({ queryKey: ['presence'] });
    }, REFRESH_MS);
  };
  let state: DeviceState = 'online';
  const report = (): void => void link.emit('presence', { state });
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
      if (state !== 'online') report();
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
    startLater(import('../../lib/page/follow-activity.ts'), ({ followActivity }) =>
      followActivity((next) => {
        state = next;
        report();
      }),
    ),
  ]);
}
