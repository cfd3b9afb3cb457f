import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { Event } from './event.entity.ts';
import { ENDS_AT } from './event.view.ts';

const LOCK = {
  name: 'event-lock',
  text: `select v.id, v.user_id, v.capacity, v.state, ${ENDS_AT} <= now() as is_over from events v join users u on u.id = v.user_id and u.deactivated_at is null
    where v.id = $2 and v.user_id not in (${HIDDEN_FROM_VIEWER}) for update of v`,
};

/** An event whose row no other transaction writes until this one ends. */
export interface LockedEvent {
  id: string;
  hostId: string;
  capacity: number | null;
  isCancelled: boolean;
  isOver: boolean;
}

/** Locks an event that the viewer may see, so that answers to it come one after the other. @throws AppError NOT_FOUND. */
export async function lockEvent(tx: EntityManager, eventId: string, viewerId: string): Promise<LockedEvent> {
  const [row] = await read<{ id: string; user_id: string; capacity: number | null; state: string; is_over: boolean }>(tx, LOCK, [viewerId, eventId]);
  if (!row) throw notFound('This event');
  return { id: row.id, hostId: row.user_id, capacity: row.capacity, isCancelled: row.state === 'cancelled', isOver: row.is_over };
}

/** Locks and loads an event that the viewer hosts and that is not over. @throws AppError NOT_FOUND, NOT_OWNER, PAST. */
export async function lockOwnEvent(tx: EntityManager, eventId: string, viewerId: string): Promise<Event> {
  const locked = await lockEvent(tx, eventId, viewerId);
  if (locked.hostId !== viewerId) throw new AppError('NOT_OWNER', 'Only the host can change this event');
  if (locked.isOver) throw new AppError('PAST', 'This event is over');
  return tx.findOneOrFail(Event, { id: eventId });
}
