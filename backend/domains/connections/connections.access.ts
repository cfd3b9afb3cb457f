import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { read, type Reader } from '../../db/read.ts';
import { recordEvent, recordFact, type FactMap } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { Connection } from './connection.entity.ts';
import { loadConnectionView } from './connection.view.ts';

const CONNECTED = {
  name: 'connected-ids',
  text: `select c.connected_user_id as id from connections c where c.user_id = $1 and c.status = 'accepted'
    union all select c.user_id from connections c where c.connected_user_id = $1 and c.status = 'accepted'`,
};

/** Lists the ids of a person's accepted connections, in no order. */
export async function listConnectedIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await read<{ id: string }>(reader, CONNECTED, [userId]);
  return rows.map((row) => row.id);
}

/** Loads a connection of one of its two sides and locks it. @throws AppError NOT_FOUND for everyone else. */
export async function loadSide(tx: EntityManager, id: string, viewerId: string): Promise<Connection> {
  const connection = await tx.findOne(
    Connection,
    { id, $or: [{ userId: viewerId }, { connectedUserId: viewerId }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!connection || !(await loadConnectionView(tx, id, viewerId))) throw notFound('This connection');
  return connection;
}

/**
 * Loads a request for the one who may answer it. @throws AppError NOT_FOUND, NOT_ALLOWED for the one who asked,
 * ALREADY_ANSWERED.
 */
export async function loadAddressed(tx: EntityManager, id: string, viewerId: string): Promise<Connection> {
  const connection = await loadSide(tx, id, viewerId);
  if (connection.connectedUserId !== viewerId)
    throw new AppError('NOT_ALLOWED', 'Only the person who was asked can answer');
  if (connection.status !== 'pending') throw new AppError('ALREADY_ANSWERED', 'This request was answered already');
  return connection;
}

/**
 * Records what happened to a connection, for both sides' streams and for whatever else follows from it; an end may be
 * told to one side alone.
 */
export function recordConnection<Name extends 'connection-created' | 'connection-updated' | 'connection-deleted'>(
  tx: EntityManager,
  name: Name,
  connection: FactMap[Name] & FactMap['connection-created'] & { onlyFor?: string },
): void {
  const { connectionId, userId, connectedUserId, onlyFor } = connection;
  recordFact(tx, name, connection);
  recordEvent(tx, onlyFor === undefined ? [userId, connectedUserId] : [onlyFor], {
    kind: name,
    payload: { connectionId, userId, connectedUserId },
  });
}
