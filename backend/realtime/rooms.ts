import { SOCKET_LIMITS } from '#shared/limits.ts';
import { roomSchema } from '#shared/realtime/session.schema.ts';
import type { Identity } from '../http/identity.ts';
import { defineIntent, type IntentDefinitions } from './intents.ts';

/** Names of rooms. Everyone but creators is in `members`, creators are in `creators`. */
export const rooms = {
  members: 'members',
  creators: 'creators',
  user: (userId: string) => `user-${userId}`,
  call: (userId: string) => `call-${userId}`,
  post: (postId: string) => `post-${postId}`,
  session: (sessionId: string) => `sess-${sessionId}`,
} as const;

/** Returns the rooms that a user joins at connect. */
export function ownRooms({ id, sessionId, role }: Identity): string[] {
  return [
    rooms.user(id),
    rooms.call(id),
    rooms.session(sessionId),
    role === 'creator' ? rooms.creators : rooms.members,
  ];
}

/** Returns whether a user may join the room of a post. */
export type CanReadPost = (identity: Identity, postId: string) => Promise<boolean>;

/**
 * Defines join-room and leave-room. A user who can read a post can join its room. A user's own rooms are already joined
 * and cannot be left; joining another user's is FORBIDDEN and counts as a strike.
 */
export function roomIntents(canReadPost: CanReadPost): IntentDefinitions {
  return {
    'join-room': defineIntent(roomSchema, async (room, { identity, joined, strike }) => {
      if (isOwn(room, identity)) return { ok: true };
      const postId = postOf(room);
      if (postId === null) {
        strike();
        return { ok: false, code: 'FORBIDDEN' };
      }
      if (joined.has(room)) return { ok: true };
      const isReadable = joined.size() < SOCKET_LIMITS.roomsPerSocket && (await canReadPost(identity, postId));
      // Checks the number again, since other joins may have finished during the query.
      if (!isReadable || joined.size() >= SOCKET_LIMITS.roomsPerSocket) return { ok: false, code: 'FORBIDDEN' };
      joined.join(room);
      return { ok: true };
    }),
    'leave-room': defineIntent(roomSchema, (room, { joined }) => {
      if (postOf(room) === null) return { ok: false, code: 'FORBIDDEN' };
      joined.leave(room);
      return { ok: true };
    }),
  };
}

function isOwn(room: string, { id }: Identity): boolean {
  return room === rooms.user(id) || room === rooms.call(id);
}

function postOf(room: string): string | null {
  return room.startsWith('post-') ? room.slice('post-'.length) : null;
}
