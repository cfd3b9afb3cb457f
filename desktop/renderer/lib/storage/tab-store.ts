/** Stores a text until the next document of this tab takes it. Returns false where the storage is denied. */
export function keepInTab(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the document before this one has stored a text under this key. */
export function isKeptInTab(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns the text that the document before this one has stored in this tab, and removes it: a tab that is duplicated
 * gets no copy. Null without one.
 */
export function takeFromTab(key: string): string | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return null;
  }
}
