import type { ConnectionCount, PublicConnectionView } from '#shared/api/connections.ts';
import { connectionIntentSchema } from '#shared/realtime/connections.schema.ts';
import type { Facts } from '../../facts.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing connections needs. */
export interface ConnectionAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the connection or one of the two is gone. */
  loadPublicConnectionView: (id: string) => Promise<PublicConnectionView | null>;
  countConnections: (userId: string) => Promise<ConnectionCount>;
}

/** Pushes a connection to its two sides and nobody else, with each side's new count (decision 31). */
export function announceConnections({ facts, publish, loadPublicConnectionView, countConnections }: ConnectionAnnouncements): void {
  const count = async (userIds: string[]): Promise<void> => {
    for (const userId of userIds) publish({ to: [rooms.user(userId)] }, 'connection-count', await countConnections(userId));
  };

  for (const fact of ['connection-created', 'connection-updated'] as const) {
    facts.on(fact, async ({ connectionId, userId, connectedUserId }) => {
      const view = await loadPublicConnectionView(connectionId);
      if (!view) return;
      publish({ to: [rooms.user(userId), rooms.user(connectedUserId)] }, fact, view);
      await count([userId, connectedUserId]);
    });
  }
  facts.on('connection-deleted', async ({ connectionId, userId, connectedUserId, onlyFor }) => {
    const sides = onlyFor === undefined ? [userId, connectedUserId] : [onlyFor];
    publish({ to: sides.map(rooms.user) }, 'connection-deleted', { id: connectionId, userId, connectedUserId });
    await count(sides);
  });
}

/** Makes connection-create and connection-update: checked against the stored connection's sides, acknowledged and dropped (decision 30). */
export function connectionIntents(isSide: (connectionId: string, userId: string) => Promise<boolean>): IntentDefinitions {
  const intent = defineIntent(connectionIntentSchema, async ({ id }, { identity }) =>
    (await isSide(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  );
  return { 'connection-create': intent, 'connection-update': intent };
}
