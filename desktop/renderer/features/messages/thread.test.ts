import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { toThreadPage, type ThreadData } from './api/queries.ts';
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
/** Pages by the places in them; `hasNewer` as if the newest ones were dropped. */
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
      'at its newest end',
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
      'between what is there',
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
      'between what an older page holds',
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
    ['into an empty one', thread([[]]), 1, [[1]]],
    ['not where it is older than what is loaded', thread([[5, 4]]), 1, [[5, 4]]],
    ['not where newer ones lie between', thread([[5, 4]], true), 9, [[5, 4]]],
  ])('takes a new message %s', (_case, before, seq, after) => {
    expect(seqs(putMessage(before, message(seq)))).toEqual(after);
  });

  it('replaces a changed message, and drops a deleted one', () => {
    const changed = putMessage(thread([[2, 1]]), message(1, { content: 'new words' }));
    expect(changed.pages[0]?.messages[1]?.content).toBe('new words');
    expect(seqs(dropMessage(changed, 'm1'))).toEqual([[2]]);
  });

  it('marks what one wrote as read up to a place', () => {
    const before = thread([[3, 2, 1]]);
    expect(markRead(before, 2, 'me').pages[0]?.messages.map(({ read }) => read)).toEqual([false, true, true]);
    expect(markRead(before, 2, 'somebody else')).toBe(before);
  });
});

describe('a page', () => {
  const full = (newest: number) =>
    Array.from({ length: MESSAGE_LIMITS.pageItems }, (_, index) => message(newest - index));

  it.each([
    ['the newest of many', undefined, full(90), { newest: 90, oldest: 41, hasOlder: true, hasNewer: false }],
    ['all there are', undefined, [message(2), message(1)], { newest: 2, oldest: 1, hasOlder: false, hasNewer: false }],
    ['older ones', { before: 41 }, full(40).slice(0, 40), { newest: 40, oldest: 1, hasOlder: false, hasNewer: true }],
    ['newer ones', { after: 10 }, full(60), { newest: 60, oldest: 11, hasOlder: true, hasNewer: true }],
    ['the last newer ones', { after: 10 }, [message(11)], { newest: 11, oldest: 11, hasOlder: true, hasNewer: false }],
    ['no newer ones', { after: 10 }, [], { newest: 10, oldest: 11, hasOlder: true, hasNewer: false }],
    [
      'those around a place',
      { around: 10 },
      [message(11), message(10)],
      { newest: 11, oldest: 10, hasOlder: true, hasNewer: true },
    ],
  ])('of %s knows what lies beyond', (_case, place, messages, edges) => {
    expect(toThreadPage(place, messages)).toEqual({ messages, ...edges });
  });
});

describe('toItems', () => {
  const keys = (items: ReturnType<typeof toItems>) =>
    items.map((item) =>
      item.kind === 'message' ? `${item.message.conversationSeq}${item.isFirst ? ' first' : ''}` : item.kind,
    );

  it('sets days apart and groups what one person writes in a row', () => {
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

  it('says once where the new ones begin, also at the edge of a page', () => {
    expect(keys(toItems([message(3), message(2)], message(1), 2))).toEqual(['2', 'new', '3 first']);
    expect(keys(toItems([message(3)], message(2), 2))).toEqual(['new', '3 first']);
    expect(keys(toItems([message(5), message(4)], message(3), 2))).toEqual(['4', '5']);
  });
});
