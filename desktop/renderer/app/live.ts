import { sessionQuery } from '../features/auth/api/queries.ts';
import { bindAdvertisements } from '../features/advertisements/live.ts';
import { bindComments } from '../features/comments/live.ts';
import { bindConnections } from '../features/connections/live.ts';
import { bindEvents } from '../features/events/live.ts';
import { bindMessages } from '../features/messages/live.ts';
import { bindNotifications } from '../features/notifications/live.ts';
import { bindPosts } from '../features/posts/live.ts';
import { bindStudents } from '../features/students/live.ts';
import { bindUsers } from '../features/users/live.ts';
import { bindPresence } from '../features/users/presence.ts';
import { bindVerifications } from '../features/verifications/live.ts';
import type { LiveBinding } from '../lib/live-link.ts';
import { forgetMissed, tellMissed } from '../lib/missed-notices.ts';
import { refreshData } from './data-refresh.ts';

/** The nouns that hear the live link; one line each. */
const BINDINGS: readonly ((binding: LiveBinding) => () => void)[] = [
  bindSession,
  bindAdvertisements,
  bindPosts,
  bindComments,
  bindConnections,
  bindEvents,
  bindMessages,
  bindNotifications,
  bindPresence,
  bindStudents,
  bindUsers,
  bindVerifications,
];

/** Connects the live link for the signed-in member and binds every noun to it; the answer disconnects. */
export function goLive(binding: LiveBinding): () => void {
  const unbind = BINDINGS.map((bind) => bind(binding));
  const session = binding.client.getQueryData(sessionQuery.queryKey);
  binding.link.connect(binding.userId, session?.streamCursor ?? null);
  return () => {
    for (const end of unbind) end();
    forgetMissed();
    binding.link.disconnect();
  };
}

/** What concerns no single noun: bulk changes, what was missed while away, and the end of the session. */
function bindSession({ link, client }: LiveBinding): () => void {
  const unbind = [
    link.subscribe('data-updated', ({ type }) => refreshData(client, type)),
    link.onCaughtUp(tellMissed),
    link.onReconnected(() => void client.invalidateQueries({ refetchType: 'active' })),
    link.onEnded(() => void client.invalidateQueries(sessionQuery)),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
