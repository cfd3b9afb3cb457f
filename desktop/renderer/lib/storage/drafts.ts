const PREFIX = 'draft';

function keyOf(userId: string, place: string): string {
  return `${PREFIX}:${userId}:${place}`;
}

/** Returns a user's unsent text of a field; empty when there is none. */
export function loadDraft(userId: string, place: string): string {
  try {
    return localStorage.getItem(keyOf(userId, place)) ?? '';
  } catch {
    return '';
  }
}

/** Stores an unsent text on this device; an empty one is removed. Does nothing without storage. */
export function saveDraft(userId: string, place: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(userId, place));
    else localStorage.setItem(keyOf(userId, place), text);
  } catch {
    // Private windows may deny storage; the text then lasts as long as the page.
  }
}
