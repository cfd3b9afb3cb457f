import { readStored, writeStored } from './device-store.ts';

function keyOf(userId: string, place: string): string {
  return `draft:${userId}:${place}`;
}

/** Returns a user's unsent text of a field; empty when there is none. */
export function loadDraft(userId: string, place: string): string {
  return readStored(keyOf(userId, place)) ?? '';
}

/** Stores an unsent text on this device; an empty one is removed. Without storage it lasts as long as the page. */
export function saveDraft(userId: string, place: string, text: string): void {
  writeStored(keyOf(userId, place), text.trim() === '' ? null : text);
}
