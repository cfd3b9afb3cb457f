import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { publishDomainEvent, type DomainEventMap } from '../../domain-events.ts';
import { appendToUserLog } from '../../db/user-log.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { Connection, type ConnectionStatus } from './connection.entity.ts';
import { rememberRequest } from './past-requests.ts';
import { loadConnectionView } from './connection.view.ts';
import { LOCKED } from '../../db/transact.ts';

/** The condition that a connection with this id (an SQL expression) exists; a request that is replaced does not. */
export const connectionExists = (id: string) => `exists (select 1 from connections c where c.id = ${id})`;

/** Loads a connection for one of its two sides and locks it. @throws AppError NOT_FOUND for every other user. */
export async function loadSide(tx: EntityManager, id: string, viewerId: string): Promise<Connection> {
  const connection = await tx.findOne(
    Connection,
    { id, $or: [{ userId: viewerId }, { connectedUserId: viewerId }] },
    LOCKED,
  );
  if (!connection || !(await loadConnectionView(tx, id, viewerId))) throw notFound('This connection');
  return connection;
}

/** Loads a request for its addressee. @throws AppError NOT_FOUND, NOT_ALLOWED for the requester, ALREADY_ANSWERED. */
export async function loadAddressed(tx: EntityManager, id: string, viewerId: string): Promise<Connection> {
  const connection = await loadSide(tx, id, viewerId);
  if (connection.connectedUserId !== viewerId)
    throw new AppError('NOT_ALLOWED', 'Only the member who received this request can answer it');
  if (connection.status !== 'pending') throw new AppError('ALREADY_ANSWERED', 'This request has already been answered');
  return connection;
}

/** Publishes a change of a connection and appends it to the user logs of both sides, or only of `onlyFor`. */
export function recordConnection<Name extends 'connection-created' | 'connection-updated' | 'connection-deleted'>(
  tx: EntityManager,
  name: Name,
  connection: DomainEventMap[Name] & DomainEventMap['connection-created'] & { onlyFor?: string },
): void {
  const { connectionId, userId, connectedUserId, onlyFor } = connection;
  publishDomainEvent(tx, name, connection);
  appendToUserLog(tx, onlyFor === undefined ? [userId, connectedUserId] : [onlyFor], {
    kind: name,
    payload: { connectionId, userId, connectedUserId },
  });
}

interface EndedRow {
  id: string;
  user_id: string;
  connected_user_id: string;
  status: ConnectionStatus;
}

const END_BETWEEN = {
  name: 'end-blocked-connection',
  text: `delete from connections where least(user_id, connected_user_id) = least($1::uuid, $2::uuid)
    and greatest(user_id, connected_user_id) = greatest($1::uuid, $2::uuid)
      returning id, user_id, connected_user_id, status`,
};

/**
 * Deletes the connection or request between two users because the first blocks the other; does nothing when there is
 * none. The blocker's own pending request counts as withdrawn.
 */
export async function endConnectionBetween(tx: EntityManager, userId: string, otherId: string): Promise<void> {
  const [ended] = await read<EndedRow>(tx, END_BETWEEN, [userId, otherId]);
  if (!ended) return;
  const sides = { userId: ended.user_id, connectedUserId: ended.connected_user_id };
  if (ended.status === 'pending' && ended.user_id === userId) await rememberRequest(tx, sides, 'withdrawn');
  recordConnection(tx, 'connection-deleted', { connectionId: ended.id, ...sides });
}
