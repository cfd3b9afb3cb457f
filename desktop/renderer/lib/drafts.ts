const PREFIX = 'draft';

function keyOf(userId: string, place: string): string {
  return `${PREFIX}:${userId}:${place}`;
}

/** Reads the text a person left unsent at a place; empty when there is none. */
export function loadDraft(userId: string, place: string): string {
  try {
    return localStorage.getItem(keyOf(userId, place)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps an unsent text on this device; an empty one is forgotten. A closed storage is no error. */
export function saveDraft(userId: string, place: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(userId, place));
    else localStorage.setItem(keyOf(userId, place), text);
  } catch {
    // Private windows may refuse storage; the text then lives as long as the page.
  }
}
