import { sessionQuery } from '../lib/me.ts';
import { bindAdvertisements } from '../features/advertisements/live.ts';
import { bindCalls } from '../features/calls/live.ts';
import { bindComments } from '../features/comments/live.ts';
import { bindConnections } from '../features/connections/live.ts';
import { bindCourses } from '../features/courses/live.ts';
import { bindEvents } from '../features/events/live.ts';
import { bindMessages } from '../features/messages/live.ts';
import { bindNotifications } from '../features/notifications/live.ts';
import { bindPosts } from '../features/posts/live.ts';
import { bindStudents } from '../features/students/live.ts';
import { bindUsers } from '../features/users/live.ts';
import { bindPresence } from '../features/users/presence.ts';
import { bindVerifications } from '../features/verifications/live.ts';
import { endAll, type LiveBinding } from '../lib/live/live-link.ts';
import { storeConnectionStatus } from '../lib/live/connection.ts';
import { runWithin } from '../lib/live/after-push.ts';
import { discardMissedToasts, showMissedToasts } from '../lib/live/missed-toasts.ts';

/** The nouns that follow the live link; one line each. */
const BINDINGS: readonly ((binding: LiveBinding) => () => void)[] = [
  bindSession,
  bindAdvertisements,
  bindCalls,
  bindPosts,
  bindComments,
  bindConnections,
  bindCourses,
  bindEvents,
  bindMessages,
  bindNotifications,
  bindPresence,
  bindStudents,
  bindUsers,
  bindVerifications,
];

/** Connects the live link for the signed-in user and binds every noun to it. Returns a function that disconnects. */
export function goLive(binding: LiveBinding): () => void {
  const unbind = BINDINGS.map((bind) => bind(binding));
  const endStatus = storeConnectionStatus(binding.link);
  const session = binding.client.getQueryData(sessionQuery.queryKey);
  binding.link.connect(binding.userId, session?.userLogCursor ?? null);
  return () => {
    discardMissedToasts();
    // A call is ended while there is still a link.
    for (const end of unbind) end();
    binding.link.disconnect();
    endStatus();
  };
}

/** Binds what belongs to no single noun: bulk changes, missed toasts and the end of the session. */
function bindSession({ link, client }: LiveBinding): () => void {
  const refresh = (type: string): void => {
    import('./data-refresh.ts').then(
      ({ refreshData }) => refreshData(client, type),
      () => client.invalidateQueries(),
    );
  };
  return endAll([
    link.subscribe('data-updated', ({ type, withinMs = 0 }) => runWithin(withinMs, type, () => refresh(type))),
    link.on('caughtUp', showMissedToasts),
    link.on('reconnected', () => void client.invalidateQueries({ refetchType: 'active' })),
    link.on('ended', () => void client.invalidateQueries(sessionQuery)),
    // A session that ended before the link was up has no other sign than handshakes that are refused.
    link.on('status', (status) => void (status === 'paused' && client.invalidateQueries(sessionQuery))),
  ]);
}
