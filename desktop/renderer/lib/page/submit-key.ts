import type { KeyboardEvent } from 'react';

/** Whether an event is Ctrl+Enter, or Cmd+Enter on a Mac, outside input method composition. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
}
