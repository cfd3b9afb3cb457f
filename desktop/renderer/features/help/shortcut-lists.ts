/** Keys and what they do, as the list of shortcuts shows them. */
interface ShortcutRow {
  keys: readonly string[];
  label: string;
}

/** Keys in a conversation. */
export const CHAT_SHORTCUTS: readonly ShortcutRow[] = [
  { keys: ['Enter'], label: 'Send; with Shift a new line. Settings can turn this round' },
  { keys: ['↑'], label: 'Edit your last message, in an empty field' },
  { keys: ['Esc'], label: 'Stop editing or answering' },
  { keys: ['Alt', '↑ or ↓'], label: 'Conversation above or below' },
];

/** Keys on a notification in the bell's panel. */
export const NOTIFICATION_SHORTCUTS: readonly ShortcutRow[] = [
  { keys: ['J'], label: 'Next' },
  { keys: ['K'], label: 'Previous' },
  { keys: ['E'], label: 'Done' },
  { keys: ['U'], label: 'Read or unread' },
  { keys: ['S'], label: 'Snooze until tomorrow' },
];

/** Keys of a call. */
export const CALL_SHORTCUTS: readonly ShortcutRow[] = [
  { keys: ['Ctrl or ⌘', 'Shift', 'A'], label: 'Answer' },
  { keys: ['Ctrl or ⌘', 'Shift', 'D'], label: 'Decline' },
  { keys: ['F6'], label: 'Go to the incoming call' },
  { keys: ['M'], label: 'Mute or unmute' },
  { keys: ['V'], label: 'Camera off or on' },
  { keys: ['Esc'], label: 'Minimise or hang up; it asks first' },
];
