import { messageEndpoints, type MessageView } from '#shared/api/messages.ts';
import { call } from '../../lib/api.ts';
import { liveLink } from '../../lib/live.ts';
import { forgetUploads } from '../../lib/upload-records.ts';
import { Outbox, type UnsentMessage, type UnsentStore } from './outbox.ts';

/**
 * Keeps a person's unsent messages on this device; a full or closed storage is no error, they then live as long as the
 * page.
 */
function deviceStore(userId: string): UnsentStore {
  const prefix = `unsent:${userId}:`;
  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    load: () =>
      quietly(() => {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
        const found = keys.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as UnsentMessage | null);
        return found.filter((message) => message !== null).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
      }, []),
    keep: (message) =>
      quietly(() => localStorage.setItem(`${prefix}${message.input.clientId}`, JSON.stringify(message)), undefined),
    drop: (clientId) => quietly(() => localStorage.removeItem(`${prefix}${clientId}`), undefined),
  };
}

const forgetters = new Set<() => void>();

/** Runs when what is unsent is forgotten, at sign-out. */
export function onForget(run: () => void): void {
  forgetters.add(run);
}

let current: { userId: string; outbox: Outbox } | undefined;

/** The outbox of the one who is signed in; `onSent` is that of its first caller. */
export function outboxOf(userId: string, onSent: (message: MessageView) => void): Outbox {
  if (current?.userId !== userId) {
    const outbox = new Outbox({
      send: async (input) => {
        const message = await call(messageEndpoints.sendMessage, { body: input });
        void liveLink.emit('new-message', { id: message.id });
        return message;
      },
      onSent,
      wait: (run, ms) => setTimeout(run, ms),
      store: deviceStore(userId),
    });
    current = { userId, outbox };
    outbox.flush();
  }
  return current.outbox;
}

/** Forgets what is unsent on this device, and which uploads it began, when someone signs out. */
export function forgetUnsent(userId: string): void {
  const store = deviceStore(userId);
  for (const { input } of store.load()) store.drop(input.clientId);
  if (current?.userId === userId) current.outbox.clear();
  current = undefined;
  for (const forget of forgetters) forget();
  forgetUploads(userId);
}
