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
  const changed = (notice?: ToastContent): void => {
    void invalidatePath(client, CONNECTIONS_PATH);
    void invalidatePath(client, '/api/user');
    // People's pages say how the viewer stands to them.
    void invalidatePath(client, '/api/users');
    if (notice) toast(notice);
  };
  const unbind = [
    link.subscribe('connection-created', (view) => changed(noticeOfRequest(view, userId))),
    link.subscribe('connection-updated', (view) => changed(noticeOfAnswer(view, userId))),
    link.subscribe('connection-deleted', () => changed()),
    link.subscribe('connection-count', ({ accepted, received, sent }) => client.setQueryData(connectionCountQuery.queryKey, { accepted, received, sent })),
  ];
  return () => {
    for (const end of unbind) end();
  };
}

/** A request tells the one who is asked, unless it was answered before it came. */
function noticeOfRequest({ userId, status, requester }: PublicConnectionView, viewerId: string): ToastContent | undefined {
  if (userId === viewerId || status !== 'pending') return undefined;
  return { title: 'Connection request', description: `${requester.fullName} wants to connect` };
}

/** An answer tells the one who asked; whoever answered knows. Source of the texts: spec section 4, decision 31. */
function noticeOfAnswer({ userId, status, addressee }: PublicConnectionView, viewerId: string): ToastContent | undefined {
  if (userId !== viewerId || status === 'pending') return undefined;
  if (status === 'accepted') return { title: 'Connection accepted', description: addressee.fullName };
  return { title: 'Connection Rejected', description: 'Your connection request was declined', variant: 'destructive' };
}
