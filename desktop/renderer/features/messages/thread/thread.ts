import type { MessageView } from '#shared/api/messages.ts';
import { isOlderEdit } from '../../../lib/live/older-edit.ts';
import type { ThreadData, ThreadPage } from '../api/queries.ts';

/**
 * Inserts a message by its sequence number, or replaces it unless the cached one is newer; skips a message outside the
 * loaded pages.
 */
export function putMessage(thread: ThreadData, message: MessageView): ThreadData {
  if (thread.pages.some(({ messages }) => messages.some(({ id }) => id === message.id))) {
    return withMessages(thread, (messages) =>
      messages.map((other) => (other.id === message.id ? newerOf(other, message) : other)),
    );
  }
  const seq = message.conversationSeq;
  const [newest] = thread.pages;
  const isBeyond =
    newest === undefined || (seq > newest.newest ? newest.hasNewer : seq < (thread.pages.at(-1)?.oldest ?? seq));
  if (isBeyond) return thread;
  const at = Math.max(
    0,
    thread.pages.findIndex((page) => seq >= page.oldest),
  );
  return { ...thread, pages: thread.pages.map((page, index) => (index === at ? insert(page, message) : page)) };
}

/** Returns a message as a push or response contains it; an edit, a deletion or a reading that is known stays. */
function newerOf(cached: MessageView, message: MessageView): MessageView {
  const isOlder = isOlderEdit(message, cached) || (cached.deletedAt !== null && message.deletedAt === null);
  const newer = isOlder ? cached : message;
  return newer.read === (cached.read || message.read) ? newer : { ...newer, read: true };
}

function insert(page: ThreadPage, message: MessageView): ThreadPage {
  const at = page.messages.findIndex((other) => other.conversationSeq < message.conversationSeq);
  const messages = page.messages.toSpliced(at === -1 ? page.messages.length : at, 0, message);
  return {
    ...page,
    messages,
    newest: Math.max(page.newest, message.conversationSeq),
    oldest: Math.min(page.oldest, message.conversationSeq),
  };
}

/** Marks the messages of a sender as read, up to a sequence number. */
export function markRead(thread: ThreadData, upToSeq: number, senderId: string): ThreadData {
  const isDue = (message: MessageView): boolean =>
    !message.read && message.senderId === senderId && message.conversationSeq <= upToSeq;
  return withMessages(thread, (messages) =>
    messages.some(isDue)
      ? messages.map((message) => (isDue(message) ? { ...message, read: true } : message))
      : messages,
  );
}

/** Removes a message that the user deleted for themselves. */
export function dropMessage(thread: ThreadData, id: string): ThreadData {
  return withMessages(thread, (messages) =>
    messages.some((message) => message.id === id) ? messages.filter((message) => message.id !== id) : messages,
  );
}

/** Changes the messages of each page; unchanged pages and threads keep their identity. */
function withMessages(thread: ThreadData, change: (messages: MessageView[]) => MessageView[]): ThreadData {
  const pages = thread.pages.map((page) => {
    const messages = change(page.messages);
    return messages === page.messages ? page : { ...page, messages };
  });
  return pages.every((page, index) => page === thread.pages[index]) ? thread : { ...thread, pages };
}

/** A row of a thread: a date, the marker of new messages, or a message; `isFirst` starts a group of one sender. */
type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: MessageView; isFirst: boolean };

/** Maximum time between two messages of a group. */
const GROUP_MS = 5 * 60_000;

/**
 * Returns the rows of a page, oldest first, with a row for each new day and one above the first message after
 * `newAfter`. `before` is the message above the page.
 */
export function toItems(
  newestFirst: readonly MessageView[],
  before: MessageView | undefined,
  newAfter: number | null = null,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let last = before;
  for (const message of newestFirst.toReversed()) {
    const isNewDay = last === undefined || dayOf(last.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) items.push({ kind: 'day', key: `day-${message.id}`, at: message.createdAt });
    const isFirstNew =
      newAfter !== null &&
      message.conversationSeq > newAfter &&
      (last === undefined ? newAfter === 0 : last.conversationSeq <= newAfter);
    if (isFirstNew) items.push({ kind: 'new', key: 'new' });
    const isFar =
      last !== undefined && new Date(message.createdAt).getTime() - new Date(last.createdAt).getTime() > GROUP_MS;
    items.push({
      kind: 'message',
      key: message.clientId,
      message,
      isFirst: isNewDay || isFirstNew || isFar || last?.senderId !== message.senderId,
    });
    last = message;
  }
  return items;
}

function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}
