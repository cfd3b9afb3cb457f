import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import type { ThreadData } from './api/queries.ts';
import { dropMessage, markRead, putMessage, toItems } from './thread.ts';

const message = (conversationSeq: number, more: Partial<MessageView> = {}): MessageView =>
  ({ id: `m${conversationSeq}`, clientId: `c${conversationSeq}`, conversationSeq, senderId: 'me', content: '', read: false, createdAt: `2026-03-01T10:0${conversationSeq}:00Z`, ...more }) as MessageView;
const thread = (...pages: number[][]): ThreadData => ({ pages: pages.map((page) => page.map((seq) => message(seq))), pageParams: pages.map(() => undefined) });
const seqs = ({ pages }: ThreadData) => pages.map((page) => page.map(({ conversationSeq }) => conversationSeq));

describe('a thread', () => {
  it.each([
    ['at its newest end', thread([4, 3], [2, 1]), 5, [[5, 4, 3], [2, 1]]],
    ['between what is there', thread([5, 3], [2, 1]), 4, [[5, 4, 3], [2, 1]]],
    ['into an empty one', thread([]), 1, [[1]]],
    ['not where it is older than what is loaded', thread([5, 4]), 1, [[5, 4]]],
  ])('takes a new message %s', (_case, before, seq, after) => {
    expect(seqs(putMessage(before, message(seq)))).toEqual(after);
  });

  it('replaces a changed message, and drops a deleted one', () => {
    const changed = putMessage(thread([2, 1]), message(1, { content: 'new words' }));
    expect(changed.pages[0]?.[1]?.content).toBe('new words');
    expect(seqs(dropMessage(changed, 'm1'))).toEqual([[2]]);
  });

  it('marks what one wrote as read up to a place', () => {
    const before = thread([3, 2, 1]);
    expect(markRead(before, 2, 'me').pages[0]?.map(({ read }) => read)).toEqual([false, true, true]);
    expect(markRead(before, 2, 'somebody else')).toBe(before);
  });
});

describe('toItems', () => {
  it('sets days apart and groups what one person writes in a row', () => {
    const items = toItems(
      [message(5, { createdAt: '2026-03-02T09:00:00Z' }), message(4, { createdAt: '2026-03-01T10:20:00Z' }), message(3, { senderId: 'you' }), message(2), message(1)],
      undefined,
    );
    expect(items.map((item) => (item.kind === 'day' ? 'day' : `${item.message.conversationSeq}${item.isFirst ? ' first' : ''}`))).toEqual([
      'day', '1 first', '2', '3 first', '4 first', 'day', '5 first',
    ]);
  });
});
