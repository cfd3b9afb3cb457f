import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { takeMessage } from '../api/cache.ts';
import { threadQuery, toThreadPage, type ThreadData, type ThreadPage } from '../api/queries.ts';

const message = (conversationSeq: number): MessageView =>
  ({
    id: `m${conversationSeq}`,
    clientId: `c${conversationSeq}`,
    conversationSeq,
    senderId: 'ben',
    receiverId: 'ana',
    content: '',
    fileUrl: null,
    deletedAt: null,
  }) as unknown as MessageView;

it.each([
  ['with a loaded page', [message(1)]],
  ['before the first page', null],
])('keeps a message that arrives during a fetch that started earlier, %s', async (_case, shown) => {
  const client = createQueryClient();
  const { queryKey } = threadQuery('ben');
  const responses: ((page: ThreadPage) => void)[] = [];
  if (shown)
    client.setQueryData<ThreadData>(queryKey, { pages: [toThreadPage(undefined, shown)], pageParams: [undefined] });
  const observer = new InfiniteQueryObserver(client, {
    ...threadQuery('ben'),
    staleTime: 0,
    queryFn: () => new Promise<ThreadPage>((resolve) => responses.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => responses.length).toBe(1);
  takeMessage(client, 'ana', message(2));
  await expect.poll(() => responses.length).toBe(2);
  responses[0]?.(toThreadPage(undefined, [message(1)]));
  responses[1]?.(toThreadPage(undefined, [message(2), message(1)]));
  await expect.poll(() => client.getQueryState(queryKey)?.fetchStatus).toBe('idle');
  expect(
    client.getQueryData<ThreadData>(queryKey)?.pages[0]?.messages.map(({ conversationSeq }) => conversationSeq),
  ).toEqual([2, 1]);
  stop();
});
