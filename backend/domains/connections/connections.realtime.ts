import type { ConnectionCount } from '#shared/api/connections.ts';
import { connectionIntentSchema } from '#shared/realtime/connections.schema.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import type { StreamLoader, StreamLoaders } from '../sync/sync.service.ts';
import { loadPublicConnectionViews } from './connection.view.ts';

const ofConnection: StreamLoader<'connection-created' | 'connection-updated'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ connectionId }) => String(connectionId));
  const views = await loadPublicConnectionViews(pool, [...new Set(ids)], userId);
  return ids.map((id) => views.get(id) ?? null);
};

/** Pushes of connections out of the events of a stream, to the two sides and nobody else (decision 31). */
export const connectionStream: Pick<StreamLoaders, 'connection-created' | 'connection-updated' | 'connection-deleted'> =
  {
    'connection-created': ofConnection,
    'connection-updated': ofConnection,
    'connection-deleted': (_pool, _userId, payloads) =>
      Promise.resolve(payloads.map(({ connectionId }) => ({ id: String(connectionId) }))),
  };

/** Several changes that are told together are counted once. */
const COUNT_AFTER_MS = 20;

/** What telling counts needs. */
export interface CountTelling {
  publish: Publish;
  countConnections: (userId: string) => Promise<ConnectionCount>;
  onError: (error: unknown) => void;
}

/**
 * Tells a person's devices how many connections they have, after each push that may have changed it; `stop` forgets
 * what waits.
 */
export function tellCounts({ publish, countConnections, onError }: CountTelling): {
  after: (userId: string, push: string) => void;
  stop: () => void;
} {
  const waiting = createCoalescer(COUNT_AFTER_MS);
  const tell = (userId: string): void => {
    countConnections(userId).then((count) => publish({ to: [rooms.user(userId)] }, 'connection-count', count), onError);
  };
  return {
    after: (userId, push) => {
      if (push in connectionStream) waiting.schedule(userId, () => tell(userId));
    },
    stop: waiting.cancel,
  };
}

/**
 * Makes connection-create and connection-update: checked against the stored connection's sides, acknowledged and
 * dropped (decision 30).
 */
export function connectionIntents(
  isSide: (connectionId: string, userId: string) => Promise<boolean>,
): IntentDefinitions {
  const intent = defineIntent(connectionIntentSchema, async ({ id }, { identity }) =>
    (await isSide(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  );
  return { 'connection-create': intent, 'connection-update': intent };
}
