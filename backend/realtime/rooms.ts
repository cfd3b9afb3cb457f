import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { AdSection } from '#shared/api/advertisements.ts';
import { roomSchema, roomsSchema } from '#shared/realtime/session.schema.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { Identity } from '../http/identity.ts';
import { defineIntent, type IntentContext, type IntentDefinitions } from './intents.ts';

/** Names of rooms. Those of a user are joined at connect, the others while the client shows what they are about. */
export const rooms = {
  user: (userId: string) => `user-${userId}`,
  call: (userId: string) => `call-${userId}`,
  /** One device; with the id of its user, which a client cannot choose. */
  party: (userId: string, partyId: string) => `party-${userId}-${partyId}`,
  session: (sessionId: string) => `sess-${sessionId}`,
  creators: 'creators',
  feed: 'feed',
  post: (postId: string) => `post-${postId}`,
  events: 'events',
  event: (eventId: string) => `event-${eventId}`,
  courses: 'courses',
  course: (courseId: string) => `course-${courseId}`,
  ads: (section: AdSection) => `ads-${section}`,
} as const;

/** Returns the rooms that a user joins at connect. */
export function ownRooms({ id, sessionId, role }: Identity): string[] {
  return [rooms.user(id), rooms.call(id), rooms.session(sessionId), ...(role === 'creator' ? [rooms.creators] : [])];
}

/** Returns those of the rooms that a user may join, except rooms of users. */
export type ListReadableRooms = (identity: Identity, rooms: readonly string[]) => Promise<string[]>;

/**
 * Sends a socket what it may have missed between reading its records and joining their rooms: the current counters, and
 * the newest posts of the feed.
 */
export type SendMissed = (socket: { socketId: string; userId: string }, rooms: readonly string[]) => Promise<void>;

interface RoomSettings {
  listReadable: ListReadableRooms;
  sendMissed?: SendMissed | undefined;
}

/**
 * Defines join-room and leave-room, and join-rooms and leave-rooms for several rooms at once. A user can join the rooms
 * of what they may see. A user's own rooms are already joined and cannot be left; joining another user's is FORBIDDEN
 * and counts as a strike. Of several rooms the permitted ones are joined, also when the response is FORBIDDEN.
 */
export function roomIntents({ listReadable, sendMissed }: RoomSettings): IntentDefinitions {
  async function join(wanted: readonly string[], { identity, joined, socketId }: IntentContext): Promise<Ack> {
    const missing = wanted.filter((room) => !joined.has(room));
    if (missing.length === 0) return { ok: true };
    const isFull = joined.size() >= SOCKET_LIMITS.roomsPerSocket;
    const readable = isFull ? [] : await listReadable(identity, missing);
    // Counts the rooms again for each, since other joins may have finished during the query.
    const entered = readable.filter((room) => {
      if (joined.has(room) || joined.size() >= SOCKET_LIMITS.roomsPerSocket) return false;
      joined.join(room);
      return true;
    });
    if (entered.length > 0) await sendMissed?.({ socketId, userId: identity.id }, entered);
    return missing.every((room) => joined.has(room)) ? { ok: true } : { ok: false, code: 'FORBIDDEN' };
  }
  function leave(left: readonly string[], { joined }: IntentContext): Ack {
    for (const room of left) joined.leave(room);
    return { ok: true };
  }
  return {
    'join-room': defineIntent(roomSchema, (room, context) => {
      if (!isOfUser(room)) return join([room], context);
      if (isOwn(room, context.identity)) return { ok: true };
      context.strike();
      return { ok: false, code: 'FORBIDDEN' };
    }),
    'leave-room': defineIntent(roomSchema, (room, context) =>
      isOfUser(room) ? { ok: false, code: 'FORBIDDEN' } : leave([room], context),
    ),
    'join-rooms': defineIntent(roomsSchema, join),
    'leave-rooms': defineIntent(roomsSchema, leave),
  };
}

function isOwn(room: string, { id }: Identity): boolean {
  return room === rooms.user(id) || room === rooms.call(id);
}

function isOfUser(room: string): boolean {
  return room.startsWith('user-') || room.startsWith('call-');
}
