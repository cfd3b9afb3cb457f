/** One place the keyboard leads to: press g, then the key. */
export interface GoToShortcut {
  key: string;
  label: string;
  path: string;
}

/** The go-to keys, in the order of the navigation. */
export const GO_TO_SHORTCUTS: readonly GoToShortcut[] = [
  { key: 'h', label: 'Home', path: '/home' },
  { key: 'l', label: 'Library', path: '/library' },
  { key: 'o', label: 'Courses', path: '/courses' },
  { key: 'c', label: 'Chat', path: '/chat' },
  { key: 'n', label: 'Connections', path: '/connections' },
  { key: 's', label: 'Students', path: '/students' },
  { key: 'a', label: 'Analytics', path: '/analytics' },
  { key: 'p', label: 'Profile', path: '/profile' },
  { key: ',', label: 'Settings', path: '/settings' },
];

/** Keys that do one thing wherever the member is. */
export const GENERAL_SHORTCUTS: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Ctrl or ⌘', 'K'], label: 'Search, and do things by name' },
  { keys: ['?'], label: 'Show keyboard shortcuts' },
  { keys: ['F6'], label: 'Next part of the window' },
  { keys: ['Shift', 'F6'], label: 'Previous part' },
  { keys: ['F8'], label: 'Go to the notice' },
  { keys: ['Esc'], label: 'Close what is on top' },
];

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
