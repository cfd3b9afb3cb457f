/** How long someone counts as writing after they said so, and how often one says so oneself, in milliseconds. */
const TYPING_MS = { shown: 5_000, told: 3_000 } as const;

const until = new Map<string, number>();
const listeners = new Set<() => void>();

/** The other of a conversation writes at this moment. */
export function noteTyping(conversationId: string): void {
  until.set(conversationId, Date.now() + TYPING_MS.shown);
  setTimeout(tell, TYPING_MS.shown + 50);
  tell();
}

/** Their message is there. */
export function endTyping(conversationId: string): void {
  if (until.delete(conversationId)) tell();
}

/** Whether the other of a conversation writes at this moment. */
export function isTyping(conversationId: string | null): boolean {
  return conversationId !== null && (until.get(conversationId) ?? 0) > Date.now();
}

/** Hears of every change; answers a function that ends it. */
export function onTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Makes a function that says that one writes, at most every few seconds. */
export function createTypingTeller(say: () => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + TYPING_MS.told;
    say();
  };
}
