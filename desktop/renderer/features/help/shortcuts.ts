/** A key of a shortcut: its character, and its position on a keyboard (`KeyboardEvent.code`). */
interface ShortcutKey {
  key: string;
  code: string;
}

/** A shortcut that opens a page: G, then the key. */
interface GoToShortcut extends ShortcutKey {
  label: string;
  path: string;
}

/** A shortcut that works on every page. */
interface GeneralShortcut extends ShortcutKey {
  /** The keys as the list of shortcuts shows them. */
  keys: readonly string[];
  label: string;
}

/** The key before a go-to key. */
export const GO_TO_KEY: ShortcutKey = { key: 'g', code: 'KeyG' };

/** The go-to keys, in the order of the navigation. */
export const GO_TO_SHORTCUTS: readonly GoToShortcut[] = [
  { key: 'h', code: 'KeyH', label: 'Home', path: '/home' },
  { key: 'l', code: 'KeyL', label: 'Library', path: '/library' },
  { key: 'o', code: 'KeyO', label: 'Courses', path: '/courses' },
  { key: 'c', code: 'KeyC', label: 'Chat', path: '/chat' },
  { key: 'n', code: 'KeyN', label: 'Connections', path: '/connections' },
  { key: 's', code: 'KeyS', label: 'Students', path: '/students' },
  { key: 'a', code: 'KeyA', label: 'Analytics', path: '/analytics' },
  { key: 'p', code: 'KeyP', label: 'Profile', path: '/profile' },
  { key: ',', code: 'Comma', label: 'Settings', path: '/settings' },
];

/** Shortcuts of every page, by what they do. */
export const GENERAL_SHORTCUTS = {
  search: { key: 'k', code: 'KeyK', keys: ['Ctrl or ⌘', 'K'], label: 'Search, and do things by name' },
  help: { key: '?', code: 'Slash', keys: ['?'], label: 'Show keyboard shortcuts' },
  nextRegion: { key: 'F6', code: 'F6', keys: ['F6'], label: 'Next part of the window' },
  previousRegion: { key: 'F6', code: 'F6', keys: ['Shift', 'F6'], label: 'Previous part' },
  toast: { key: 'F8', code: 'F8', keys: ['F8'], label: 'Go to the toast' },
  close: { key: 'Escape', code: 'Escape', keys: ['Esc'], label: 'Close what is on top' },
} as const satisfies Record<string, GeneralShortcut>;

/**
 * Returns whether an event is a press of the key. On a layout without Latin letters, such as Cyrillic or Arabic, the
 * position of the key decides; on every other one, such as Dvorak, its character.
 */
export function isShortcutKey(event: Pick<KeyboardEvent, 'key' | 'code'>, { key, code }: ShortcutKey): boolean {
  return isOtherScript(event.key) ? event.code === code : event.key.toLowerCase() === key.toLowerCase();
}

/** Returns whether a character is neither ASCII nor the name of a key. */
function isOtherScript(character: string): boolean {
  return [...character].length === 1 && character > '~';
}

/** Keys in a conversation. */
export const CHAT_SHORTCUTS: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Enter'], label: 'Send; with Shift a new line. Settings can turn this round' },
  { keys: ['↑'], label: 'Edit your last message, in an empty field' },
  { keys: ['Esc'], label: 'Stop editing or answering' },
  { keys: ['Alt', '↑ or ↓'], label: 'Conversation above or below' },
];

/** Keys on a notification in the bell's panel. */
export const NOTIFICATION_SHORTCUTS: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['J'], label: 'Next' },
  { keys: ['K'], label: 'Previous' },
  { keys: ['E'], label: 'Done' },
  { keys: ['U'], label: 'Read or unread' },
  { keys: ['S'], label: 'Snooze until tomorrow' },
];
