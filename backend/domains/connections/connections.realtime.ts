import type { Pool } from 'pg';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import type { UserLogLoader, UserLogLoaders } from '../../db/user-log.ts';
import { loadConnectionView, loadPublicConnectionViews } from './connection.view.ts';
import { countConnections } from './connections.list.ts';

const ofConnection: UserLogLoader<'connection-created' | 'connection-updated'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ connectionId }) => String(connectionId));
  const views = await loadPublicConnectionViews(pool, [...new Set(ids)], userId);
  return ids.map((id) => views.get(id) ?? null);
};

/** Builds the pushes of connections from the entries of a user log, which only the two sides have. */
export const connectionLogLoaders: Pick<
  UserLogLoaders,
  'connection-created' | 'connection-updated' | 'connection-deleted'
> = {
  'connection-created': ofConnection,
  'connection-updated': ofConnection,
  'connection-deleted': (_pool, _userId, payloads) =>
    Promise.resolve(payloads.map(({ connectionId }) => ({ id: String(connectionId) }))),
};

/** Delay in milliseconds in which changes are counted together. */
const COUNT_AFTER_MS = 20;

/** Pushes connection counts to a user's devices: `after` each push that may change them; `stop` cancels them. */
export function publishConnectionCounts({ publish, pool, log }: Omit<PublishContext, 'events'>): {
  after: (userId: string, push: string) => void;
  stop: () => void;
} {
  const waiting = createCoalescer(COUNT_AFTER_MS);
  const count = (userId: string): void => {
    countConnections(pool, userId).then(
      (counts) => publish({ to: [rooms.user(userId)] }, 'connection-count', counts),
      (error: unknown) => log.warn({ err: error }, 'the connection counts could not be published'),
    );
  };
  return {
    after: (userId, push) => {
      if (push in connectionLogLoaders) waiting.schedule(userId, () => count(userId));
    },
    stop: waiting.cancel,
  };
}

/** Intents that only the two sides of a connection may send. */
export function connectionOwnership(pool: Pool): OwnershipRules {
  const isSide = async (id: string, userId: string): Promise<boolean> =>
    (await loadConnectionView(pool, id, userId)) !== null;
  return { 'connection-create': isSide, 'connection-update': isSide };
}
