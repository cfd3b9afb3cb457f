import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { toThreadPage, type ThreadData } from '../api/queries.ts';
import { dropMessage, markRead, putMessage, toItems } from './thread.ts';

const message = (conversationSeq: number, more: Partial<MessageView> = {}): MessageView =>
  ({
    id: `m${conversationSeq}`,
    clientId: `c${conversationSeq}`,
    conversationSeq,
    senderId: 'me',
    content: '',
    read: false,
    createdAt: `2026-03-01T10:0${conversationSeq % 10}:00Z`,
    ...more,
  }) as MessageView;
/** Pages by their sequence numbers; `hasNewer` as if the newest pages were dropped. */
const thread = (pages: number[][], hasNewer = false): ThreadData => ({
  pages: pages.map((page, index) => ({
    messages: page.map((seq) => message(seq)),
    newest: page[0] ?? 0,
    oldest: page.at(-1) ?? 1,
    hasNewer: index > 0 || hasNewer,
    hasOlder: false,
  })),
  pageParams: pages.map(() => undefined),
});
const seqs = ({ pages }: ThreadData) =>
  pages.map((page) => page.messages.map(({ conversationSeq }) => conversationSeq));

describe('a thread', () => {
  it.each([
    [
      'at the newest end',
      thread([
        [4, 3],
        [2, 1],
      ]),
      5,
      [
        [5, 4, 3],
        [2, 1],
      ],
    ],
    [
      'between loaded messages',
      thread([
        [5, 3],
        [2, 1],
      ]),
      4,
      [
        [5, 4, 3],
        [2, 1],
      ],
    ],
    [
      'between messages of an older page',
      thread([
        [6, 5],
        [4, 2],
      ]),
      3,
      [
        [6, 5],
        [4, 3, 2],
      ],
    ],
    ['into an empty thread', thread([[]]), 1, [[1]]],
    ['not when it is older than the loaded pages', thread([[5, 4]]), 1, [[5, 4]]],
    ['not when newer pages are not loaded', thread([[5, 4]], true), 9, [[5, 4]]],
  ])('inserts a new message %s', (_case, before, seq, after) => {
    expect(seqs(putMessage(before, message(seq)))).toEqual(after);
  });

  it('replaces a changed message and drops a deleted one', () => {
    const changed = putMessage(thread([[2, 1]]), message(1, { content: 'new text' }));
    expect(changed.pages[0]?.messages[1]?.content).toBe('new text');
    expect(seqs(dropMessage(changed, 'm1'))).toEqual([[2]]);
  });

  it('marks the messages of a sender as read up to a sequence number', () => {
    const before = thread([[3, 2, 1]]);
    expect(markRead(before, 2, 'me').pages[0]?.messages.map(({ read }) => read)).toEqual([false, true, true]);
    expect(markRead(before, 2, 'another user')).toBe(before);
  });
});

describe('a page', () => {
  const full = (newest: number) =>
    Array.from({ length: MESSAGE_LIMITS.pageItems }, (_, index) => message(newest - index));

  it.each([
    ['the newest page of many', undefined, full(90), { newest: 90, oldest: 41, hasOlder: true, hasNewer: false }],
    ['the only page', undefined, [message(2), message(1)], { newest: 2, oldest: 1, hasOlder: false, hasNewer: false }],
    [
      'an older page',
      { before: 41 },
      full(40).slice(0, 40),
      { newest: 40, oldest: 1, hasOlder: false, hasNewer: true },
    ],
    ['a newer page', { after: 10 }, full(60), { newest: 60, oldest: 11, hasOlder: true, hasNewer: true }],
    ['the last newer page', { after: 10 }, [message(11)], { newest: 11, oldest: 11, hasOlder: true, hasNewer: false }],
    ['an empty newer page', { after: 10 }, [], { newest: 10, oldest: 11, hasOlder: true, hasNewer: false }],
    [
      'the page around a message',
      { around: 10 },
      [message(11), message(10)],
      { newest: 11, oldest: 10, hasOlder: true, hasNewer: true },
    ],
  ])('has the right neighbours: %s', (_case, cursor, messages, edges) => {
    expect(toThreadPage(cursor, messages)).toEqual({ messages, ...edges });
  });
});

describe('toItems', () => {
  const keys = (items: ReturnType<typeof toItems>) =>
    items.map((item) =>
      item.kind === 'message' ? `${item.message.conversationSeq}${item.isFirst ? ' first' : ''}` : item.kind,
    );

  it('separates days and groups consecutive messages of one sender', () => {
    const newestFirst = [
      message(5, { createdAt: '2026-03-02T09:00:00Z' }),
      message(4, { createdAt: '2026-03-01T10:20:00Z' }),
      message(3, { senderId: 'you' }),
      message(2),
      message(1),
    ];
    expect(keys(toItems(newestFirst, undefined))).toEqual([
      'day',
      '1 first',
      '2',
      '3 first',
      '4 first',
      'day',
      '5 first',
    ]);
  });

  it('marks the first new message once, also at the edge of a page', () => {
    expect(keys(toItems([message(3), message(2)], message(1), 2))).toEqual(['2', 'new', '3 first']);
    expect(keys(toItems([message(3)], message(2), 2))).toEqual(['new', '3 first']);
    expect(keys(toItems([message(5), message(4)], message(3), 2))).toEqual(['4', '5']);
  });
});
