import * as z from 'zod/mini';
import { SOCKET_LIMITS } from '../limits.ts';
import { idSchema } from '../api/page.schema.ts';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SHOWN = `(?:post|event|course)-${ID}|feed|events|courses|ads-[1-6]`;

function roomOf(pattern: string) {
  return z.string().check(z.maxLength(60, 'Not a room'), z.regex(new RegExp(`^(?:${pattern})$`), 'Not a room'));
}

/** A room's name: user-{id}, call-{id}, or one of {@link roomsSchema}. */
export const roomSchema = roomOf(`(?:user|call)-${ID}|${SHOWN}`);

/**
 * Rooms of what a client shows: post-{id}, event-{id}, course-{id}, `feed`, `events`, `courses`, ads-{section}.
 */
export const roomsSchema = z
  .array(roomOf(SHOWN))
  .check(z.minLength(1, 'No rooms'), z.maxLength(SOCKET_LIMITS.roomsPerSocket, 'Too many rooms'));

/** Payload of an intent that names a record, such as post-create; other fields are accepted and never read. */
export const recordIntentSchema = z.object({ id: idSchema });
