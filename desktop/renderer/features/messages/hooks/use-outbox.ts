import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { takeMessage } from '../api/cache.ts';
import type { Outbox, UnsentMessage } from '../outbox.ts';
import { outboxOf } from '../own-outbox.ts';

/** The outbox of the one who is signed in, with what waits in it for someone. */
export function useOutbox(userId: string, peerId: string): { outbox: Outbox; unsent: UnsentMessage[] } {
  const client = useQueryClient();
  const outbox = outboxOf(userId, (message) => takeMessage(client, userId, message));
  const items = useSyncExternalStore(outbox.subscribe, outbox.list);
  return { outbox, unsent: items.filter(({ input }) => input.receiverId === peerId) };
}
