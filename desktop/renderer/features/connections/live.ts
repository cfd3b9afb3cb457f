import type { QueryClient } from '@tanstack/react-query';
import type { PublicConnectionView } from '#shared/api/connections.ts';
import type { LiveLink } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { toast, type ToastContent } from '../../lib/toasts.ts';
import { connectionCountQuery, CONNECTIONS_PATH } from './api/queries.ts';

/** What a binding of the live link needs. */
export interface ConnectionsBinding {
  link: LiveLink;
  client: QueryClient;
  /** The one who is signed in. */
  userId: string;
}

/** Keeps the cached lists and the count up to date and tells what happened. The answer unbinds. Source: spec section 5, decision 31. */
export function bindConnections({ link, client, userId }: ConnectionsBinding): () => void {
  const changed = (view?: PublicConnectionView): void => {
    void invalidatePath(client, CONNECTIONS_PATH);
    void invalidatePath(client, '/api/user');
    const notice = view && noticeOf(view, userId);
    if (notice) toast(notice);
  };
  const unbind = [
    link.subscribe('connection-created', changed),
    link.subscribe('connection-updated', changed),
    link.subscribe('connection-deleted', () => changed()),
    link.subscribe('connection-count', ({ accepted, received, sent }) => client.setQueryData(connectionCountQuery.queryKey, { accepted, received, sent })),
  ];
  return () => {
    for (const end of unbind) end();
  };
}

/** What a change says to one of its two sides; whoever made it is told nothing. */
function noticeOf({ userId, status, requester, addressee }: PublicConnectionView, viewerId: string): ToastContent | undefined {
  const isRequester = userId === viewerId;
  if (status === 'pending') return isRequester ? undefined : { title: 'Connection request', description: `${requester.fullName} wants to connect` };
  if (!isRequester) return undefined;
  if (status === 'accepted') return { title: 'Connection accepted', description: addressee.fullName };
  return { title: 'Connection Rejected', description: 'Your connection request was declined', variant: 'destructive' };
}
