import type { ShortcutKey } from '../../lib/page/shortcut-key.ts';

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
