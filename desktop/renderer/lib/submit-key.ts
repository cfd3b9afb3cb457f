import type { KeyboardEvent } from 'react';

/** True for Ctrl+Enter, and Cmd+Enter on a Mac, outside an input method's own window. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
}
