import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConnectionView } from '#shared/api/connections.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { type DomainEventName } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import { Connection } from './connection.entity.ts';
import { loadConnectionView } from './connection.view.ts';
import { loadAddressed, loadSide, recordConnection } from './connection.access.ts';
import { checkVisible, countMutual } from './connections.list.ts';
import { checkPastRequests, forgetRequests, forgetRequestsFrom, rememberRequest } from './past-requests.ts';
import { lockPair } from '../visibility/visibility.access.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';

/** Serialises the requests of one requester for their limit; always taken before the lock of the pair. */
const LOCK_REQUESTER = {
  name: 'lock-connection-requester',
  text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 1))',
};
const PENDING = {
  name: 'pending-connections',
  text: `select count(*)::int as count from connections where user_id = $1 and status = 'pending'`,
};

type ConnectionChange = Extract<DomainEventName, 'connection-created' | 'connection-updated'>;

async function publishChange(
  tx: EntityManager,
  event: ConnectionChange,
  { connection, viewerId }: { connection: Connection; viewerId: string },
): Promise<ConnectionView> {
  const { id, userId, connectedUserId, status, ignoredAt } = connection;
  const isSilent = status === 'pending' && ignoredAt !== null;
  recordConnection(tx, event, { connectionId: id, userId, connectedUserId, ...(isSilent && { onlyFor: userId }) });
  await tx.flush();
  const view = await loadConnectionView(tx, id, viewerId);
  if (!view) throw notFound('This connection');
  return view;
}

/**
 * Creates a connection request. A pending request of the other user is accepted instead, so that two users share one
 * row. A request to a user who ignored an earlier one is ignored from the start, which its requester cannot see.
 *
 * @throws AppError VALIDATION for oneself, NOT_FOUND, NOT_CONNECTABLE for a creator or a user who accepts no request,
 *   EXISTS, COOLDOWN, PENDING_LIMIT.
 */
export async function createConnection(
  em: EntityManager,
  userId: string,
  { connectedUserId, note }: { connectedUserId: string; note?: string | undefined },
): Promise<ConnectionView> {
  if (connectedUserId === userId) {
    throw invalidField('connectedUserId', 'You cannot connect with yourself');
  }
  return transact(em, async (tx) => {
    await read(tx, LOCK_REQUESTER, [userId]);
    // Of two concurrent mutual requests the second accepts the first; a block that commits first hides the other user.
    await lockPair(tx, userId, connectedUserId);
    const other = await checkVisible(tx, userId, connectedUserId);
    if (other.role === 'creator') throw new AppError('NOT_CONNECTABLE', 'Creators cannot be connected with');
    // The row lock waits for a concurrent response or removal.
    const known = await tx.findOne(
      Connection,
      {
        $or: [
          { userId, connectedUserId },
          { userId: connectedUserId, connectedUserId: userId },
        ],
      },
      LOCKED,
    );
    if (known?.status === 'accepted') throw new AppError('EXISTS', 'You are already connected');
    if (known?.status === 'pending') {
      if (known.userId === userId) throw new AppError('EXISTS', 'You have already sent a request to this member');
      return publishChange(tx, 'connection-updated', { connection: await accept(tx, known), viewerId: userId });
    }
    await checkReach(tx, userId, connectedUserId);
    const ignoredAt = await checkPastRequests(tx, { userId, connectedUserId });
    await checkPending(tx, userId);
    // The new request replaces the declined one, whose deletion is not published because no list shows it.
    if (known) await tx.nativeDelete(Connection, { id: known.id });
    await forgetRequestsFrom(tx, { userId: connectedUserId, connectedUserId: userId });
    const connection = tx.create(Connection, { id: newId(), userId, connectedUserId, note: note || null, ignoredAt });
    return publishChange(tx, 'connection-created', { connection, viewerId: userId });
  });
}

async function accept(tx: EntityManager, connection: Connection): Promise<Connection> {
  await forgetRequests(tx, connection);
  connection.status = 'accepted';
  connection.respondedAt = databaseNow();
  connection.ignoredAt = null;
  return connection;
}

/** Refuses a request that the addressee's privacy settings do not allow. */
async function checkReach(tx: EntityManager, userId: string, connectedUserId: string): Promise<void> {
  const { whoCanConnect } = await loadPrivacy(tx, connectedUserId);
  if (whoCanConnect === 'everyone') return;
  if (whoCanConnect === 'connections' && (await countMutual(tx, userId, connectedUserId)) > 0) return;
  throw new AppError('NOT_CONNECTABLE', 'This member does not accept requests from you');
}

async function checkPending(tx: EntityManager, userId: string): Promise<void> {
  const [row] = await read<{ count: number }>(tx, PENDING, [userId]);
  if ((row?.count ?? 0) >= CONNECTION_LIMITS.pendingMax) {
    throw new AppError(
      'PENDING_LIMIT',
      `${CONNECTION_LIMITS.pendingMax} of your requests are pending. Withdraw some first.`,
    );
  }
}

/** Accepts or declines a request. @throws AppError NOT_FOUND, NOT_ALLOWED for the requester, ALREADY_ANSWERED. */
export async function answerConnection(
  em: EntityManager,
  userId: string,
  { id, status }: { id: string; status: 'accepted' | 'rejected' },
): Promise<ConnectionView> {
  return transact(em, async (tx) => {
    const connection = await loadAddressed(tx, id, userId);
    if (status === 'accepted') await accept(tx, connection);
    else {
      connection.status = 'rejected';
      connection.respondedAt = databaseNow();
      await rememberRequest(tx, connection, 'declined');
    }
    return publishChange(tx, 'connection-updated', { connection, viewerId: userId });
  });
}

/** Ignores a request; only the user's own lists change. @throws AppError as {@link answerConnection}. */
export async function ignoreConnection(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const connection = await loadAddressed(tx, id, userId);
    connection.ignoredAt = databaseNow();
    await rememberRequest(tx, connection, 'ignored');
    recordConnection(tx, 'connection-deleted', {
      connectionId: id,
      userId: connection.userId,
      connectedUserId: userId,
      onlyFor: userId,
    });
    await tx.flush();
  });
}

/** Withdraws the user's own request or removes a connection. @throws AppError NOT_FOUND, also for a declined one. */
export async function removeConnection(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const connection = await loadSide(tx, id, userId);
    if (connection.status === 'rejected' || (connection.status === 'pending' && connection.userId !== userId))
      throw notFound('This connection');
    const removed = await tx.nativeDelete(Connection, { id });
    if (removed === 0) throw notFound('This connection');
    if (connection.status === 'pending') await rememberRequest(tx, connection, 'withdrawn');
    recordConnection(tx, 'connection-deleted', {
      connectionId: id,
      userId: connection.userId,
      connectedUserId: connection.connectedUserId,
    });
  });
}
