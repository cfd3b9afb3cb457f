import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectionView } from '#shared/api/connections.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { read } from '../../db/read.ts';
import { transact, type FactName } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { Connection } from './connection.entity.ts';
import { loadConnectionView } from './connection.view.ts';
import { loadAddressed, loadSide, recordConnection } from './connections.access.ts';
import { checkVisible, countMutual } from './connections.list.ts';
import { lockPair } from '../moderation/blocks.access.ts';
import { loadPrivacy } from '../preferences/privacy.service.ts';

/**
 * Whoever asks many people at once is counted one request after the other; taken before the pair's lock, always in that
 * order.
 */
const LOCK_ASKER = {
  name: 'lock-connection-asker',
  text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 1))',
};
const PENDING = {
  name: 'pending-connections',
  text: `select count(*)::int as count from connections where user_id = $1 and status = 'pending'`,
};

type ConnectionFact = Extract<FactName, 'connection-created' | 'connection-updated'>;

async function announced(
  tx: EntityManager,
  fact: ConnectionFact,
  { connection, viewerId }: { connection: Connection; viewerId: string },
): Promise<ConnectionView> {
  const { id, userId, connectedUserId } = connection;
  recordConnection(tx, fact, { connectionId: id, userId, connectedUserId });
  await tx.flush();
  const view = await loadConnectionView(tx, id, viewerId);
  if (!view) throw notFound('This connection');
  return view;
}

/**
 * Asks someone to connect; a request of the other one that waits is accepted instead, so that two people share one row.
 *
 * @throws AppError VALIDATION for oneself, NOT_FOUND, NOT_CONNECTABLE for a creator and for who takes no request,
 *   EXISTS, COOLDOWN, PENDING_LIMIT.
 */
export async function createConnection(
  em: EntityManager,
  userId: string,
  { connectedUserId, note }: { connectedUserId: string; note?: string | undefined },
): Promise<ConnectionView> {
  if (connectedUserId === userId) {
    throw new AppError('VALIDATION', 'Validation failed', {
      errors: { connectedUserId: ['You cannot connect with yourself'] },
    });
  }
  return transact(em, async (tx) => {
    await read(tx, LOCK_ASKER, [userId]);
    // Of two people who ask each other at once, one comes second and accepts; a block that comes first hides the other one.
    await lockPair(tx, userId, connectedUserId);
    const other = await checkVisible(tx, userId, connectedUserId);
    if (other.role === 'creator') throw new AppError('NOT_CONNECTABLE', 'Creators cannot be connected with');
    // An answer or an end that comes at the same time holds the row; what is left after it counts.
    const known = await tx.findOne(
      Connection,
      {
        $or: [
          { userId, connectedUserId },
          { userId: connectedUserId, connectedUserId: userId },
        ],
      },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (known?.status === 'accepted') throw new AppError('EXISTS', 'You are connected already');
    if (known?.status === 'pending') {
      if (known.userId === userId) throw new AppError('EXISTS', 'Your request waits for an answer already');
      return announced(tx, 'connection-updated', { connection: accept(known), viewerId: userId });
    }
    if (known?.userId === userId) checkCooldown(known);
    await checkReach(tx, userId, connectedUserId);
    await checkPending(tx, userId);
    // A declined request makes way for the next one; its own id is announced as gone to nobody, since no list shows it.
    if (known) await tx.nativeDelete(Connection, { id: known.id });
    const connection = tx.create(Connection, { id: uuidv7(), userId, connectedUserId, note: note || null });
    return announced(tx, 'connection-created', { connection, viewerId: userId });
  });
}

function accept(connection: Connection): Connection {
  connection.status = 'accepted';
  connection.respondedAt = new Date();
  connection.ignoredAt = null;
  return connection;
}

function checkCooldown({ respondedAt }: Connection): void {
  const until = (respondedAt?.getTime() ?? 0) + CONNECTION_LIMITS.cooldownDays * DAY_MS;
  if (until <= Date.now()) return;
  const days = Math.ceil((until - Date.now()) / DAY_MS);
  throw new AppError(
    'COOLDOWN',
    `Your last request was declined. You can ask again in ${days} ${days === 1 ? 'day' : 'days'}.`,
  );
}

/**
 * A request that nobody may make, or only those with a connection in common, is refused as for someone who cannot be
 * connected with.
 */
async function checkReach(tx: EntityManager, userId: string, connectedUserId: string): Promise<void> {
  const { whoCanConnect } = await loadPrivacy(tx, connectedUserId);
  if (whoCanConnect === 'everyone') return;
  if (whoCanConnect === 'connections' && (await countMutual(tx, userId, connectedUserId)) > 0) return;
  throw new AppError('NOT_CONNECTABLE', 'This person does not take requests from you');
}

async function checkPending(tx: EntityManager, userId: string): Promise<void> {
  const [row] = await read<{ count: number }>(tx, PENDING, [userId]);
  if ((row?.count ?? 0) >= CONNECTION_LIMITS.pendingMax) {
    throw new AppError(
      'PENDING_LIMIT',
      `${CONNECTION_LIMITS.pendingMax} of your requests wait for an answer. Withdraw some first.`,
    );
  }
}

/**
 * Accepts or declines a request to the member. @throws AppError NOT_FOUND, NOT_ALLOWED for the one who asked,
 * ALREADY_ANSWERED.
 */
export async function answerConnection(
  em: EntityManager,
  userId: string,
  { id, status }: { id: string; status: 'accepted' | 'rejected' },
): Promise<ConnectionView> {
  return transact(em, async (tx) => {
    const connection = await loadAddressed(tx, id, userId);
    if (status === 'accepted') accept(connection);
    else {
      connection.status = 'rejected';
      connection.respondedAt = new Date();
    }
    return announced(tx, 'connection-updated', { connection, viewerId: userId });
  });
}

/** Puts a request away; only the member's own lists change. Errors as {@link answerConnection}. */
export async function ignoreConnection(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const connection = await loadAddressed(tx, id, userId);
    connection.ignoredAt = new Date();
    recordConnection(tx, 'connection-deleted', {
      connectionId: id,
      userId: connection.userId,
      connectedUserId: userId,
      onlyFor: userId,
    });
    await tx.flush();
  });
}

/** Withdraws an own request or ends a connection. @throws AppError NOT_FOUND, also for a declined one. */
export async function removeConnection(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const connection = await loadSide(tx, id, userId);
    if (connection.status === 'rejected' || (connection.status === 'pending' && connection.userId !== userId))
      throw notFound('This connection');
    const removed = await tx.nativeDelete(Connection, { id });
    if (removed === 0) throw notFound('This connection');
    recordConnection(tx, 'connection-deleted', {
      connectionId: id,
      userId: connection.userId,
      connectedUserId: connection.connectedUserId,
    });
  });
}
