import { readMessagesState, updateMessagesState, useMessagesState } from '../slice.ts';

/** How long a typing indicator is shown, and the interval at which one is sent, in milliseconds. */
const TYPING_MS = { shown: 5_000, sendEvery: 3_000 } as const;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows the typing indicator of a conversation for some seconds. */
export function startTyping(conversationId: string): void {
  endTyping(conversationId);
  timers.set(
    conversationId,
    setTimeout(() => endTyping(conversationId), TYPING_MS.shown),
  );
  updateMessagesState({ typingIn: [...readMessagesState().typingIn, conversationId] });
}

/** Hides the typing indicator of a conversation, e.g. when the message arrives. */
export function endTyping(conversationId: string): void {
  clearTimeout(timers.get(conversationId));
  if (timers.delete(conversationId))
    updateMessagesState({ typingIn: readMessagesState().typingIn.filter((id) => id !== conversationId) });
}

/** Returns whether the peer of a conversation is typing now. */
export function useTyping(conversationId: string | null): boolean {
  const typingIn = useMessagesState('typingIn');
  return conversationId !== null && typingIn.includes(conversationId);
}

/** Makes a function that sends a typing intent, at most every few seconds. */
export function createTypingNotifier(send: () => void): () => void {
  let nextAtMs = 0;
  return () => {
    if (Date.now() < nextAtMs) return;
    nextAtMs = Date.now() + TYPING_MS.sendEvery;
    send();
  };
}
