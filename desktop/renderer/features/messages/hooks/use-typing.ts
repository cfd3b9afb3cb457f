import { useSyncExternalStore } from 'react';
import { isTyping, onTyping } from '../typing.ts';

/** Whether the other of a conversation writes at this moment. */
export function useTyping(conversationId: string | null): boolean {
  return useSyncExternalStore(onTyping, () => isTyping(conversationId));
}
