import type { MessageView } from '#shared/api/messages.ts';
import type { ThreadData } from './api/queries.ts';

/** Puts a new or changed message where the order wants it; one older than the loaded pages is left to the next page. */
export function putMessage(thread: ThreadData, message: MessageView): ThreadData {
  let isKnown = false;
  const pages = thread.pages.map((page) => {
    const at = page.findIndex((other) => other.id === message.id);
    if (at === -1) return page;
    isKnown = true;
    return page.with(at, message);
  });
  if (isKnown) return { ...thread, pages };
  const [newest = [], ...older] = thread.pages;
  const at = newest.findIndex((other) => other.conversationSeq < message.conversationSeq);
  if (at === -1 && (older.length > 0 || newest.length > 0)) return thread;
  return { ...thread, pages: [newest.toSpliced(at === -1 ? 0 : at, 0, message), ...older] };
}

/** Marks what one has written as read by the other up to a place. */
export function markRead(thread: ThreadData, upToSeq: number, senderId: string): ThreadData {
  const isDue = (message: MessageView): boolean => !message.read && message.senderId === senderId && message.conversationSeq <= upToSeq;
  if (!thread.pages.some((page) => page.some(isDue))) return thread;
  return { ...thread, pages: thread.pages.map((page) => (page.some(isDue) ? page.map((message) => (isDue(message) ? { ...message, read: true } : message)) : page)) };
}

/** Takes a message out, for the one who deleted it for themself. */
export function dropMessage(thread: ThreadData, id: string): ThreadData {
  return { ...thread, pages: thread.pages.map((page) => page.filter((message) => message.id !== id)) };
}

/** What stands in a thread: days, and messages with their place in a group of one sender. */
export type ThreadItem = { kind: 'day'; key: string; at: string } | { kind: 'message'; key: string; message: MessageView; isFirst: boolean };

/** Messages further apart than this do not belong together. */
const GROUP_MS = 5 * 60_000;

/** Orders messages, newest first, oldest first with a line for each new day; `before` is the one above the first. */
export function toItems(newestFirst: readonly MessageView[], before: MessageView | undefined): ThreadItem[] {
  const items: ThreadItem[] = [];
  let last = before;
  for (const message of newestFirst.toReversed()) {
    const isNewDay = last === undefined || dayOf(last.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) items.push({ kind: 'day', key: `day-${message.id}`, at: message.createdAt });
    const isFar = last !== undefined && new Date(message.createdAt).getTime() - new Date(last.createdAt).getTime() > GROUP_MS;
    items.push({ kind: 'message', key: message.clientId, message, isFirst: isNewDay || isFar || last?.senderId !== message.senderId });
    last = message;
  }
  return items;
}

function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}
