import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { callResult } from '#shared/api/call-texts.ts';
import type { CallSummary, MessageView } from '#shared/api/messages.ts';
import { CallRow } from '../components/CallRow.tsx';
import { MessageAnnouncer } from '../components/MessageAnnouncer.tsx';

afterEach(cleanup);

const call = (more: Partial<CallSummary> = {}): CallSummary => ({
  callId: 'c',
  type: 'voice',
  endReason: 'completed',
  durationMs: null,
  ...more,
});

it.each([
  ['a short one', call({ durationMs: 192_000 }), true, 'Voice call, 3:12', false],
  ['a long one', call({ type: 'video', durationMs: 3_723_000 }), false, 'Video call, 1:02:03', false],
  ['an outgoing one without an answer', call({ endReason: 'no-answer' }), true, 'Voice call, no answer', false],
  ['an incoming one without an answer', call({ endReason: 'no-answer' }), false, 'Missed voice call', true],
  ['one that the caller cancelled', call({ type: 'video', endReason: 'cancelled' }), false, 'Missed video call', true],
  ['an outgoing one that was declined', call({ endReason: 'declined' }), true, 'Voice call, declined', false],
  ['an incoming one that was declined', call({ endReason: 'declined' }), false, 'You declined a voice call', false],
  ['one while the peer was busy', call({ endReason: 'busy' }), true, 'Voice call, busy', false],
  ['one that failed', call({ endReason: 'connection-failed' }), false, 'Voice call, not connected', false],
  ['one without a record', null, false, 'Call', false],
])('describes the result of a call: %s', (_case, summary, isOwn, text, isMissed) => {
  expect(callResult(summary, isOwn)).toEqual({ text, isMissed });
});

it('is a row of the thread and offers to call back only where that is possible', () => {
  const message = {
    call: call({ endReason: 'no-answer' }),
    conversationSeq: 7,
    createdAt: '2026-03-01T10:00:00Z',
  } as MessageView;
  const onCallBack = vi.fn();
  const { rerender } = render(
    <ul>
      <CallRow message={message} isOwn={false} />
    </ul>,
  );
  expect(screen.getByRole('listitem').textContent).toContain('Missed voice call');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(
    <ul>
      <CallRow message={message} isOwn={false} onCallBack={onCallBack} />
    </ul>,
  );
  screen.getByRole('button', { name: 'Call back' }).click();
  expect(onCallBack).toHaveBeenCalledOnce();
  rerender(
    <ul>
      <CallRow message={message} isOwn onCallBack={onCallBack} />
    </ul>,
  );
  screen.getByRole('button', { name: 'Call again' }).click();
  expect(onCallBack).toHaveBeenCalledTimes(2);
});

it('is announced when it is stored while the thread is open', () => {
  const message = { kind: 'call', call: call({ durationMs: 5_000 }), senderId: 'ben', deletedAt: null } as MessageView;
  const announce = (conversationSeq: number) => (
    <MessageAnnouncer message={{ ...message, conversationSeq }} userId="ana" senderName="Ben Adu" />
  );
  const { rerender } = render(announce(1));
  rerender(announce(2));
  expect(screen.getByRole('status').textContent).toBe('Ben Adu: Voice call, 0:05');
});
