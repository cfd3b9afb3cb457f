import { useCallback, useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useCreateComment } from '../api/mutations.ts';

/** A comment that is shown before the server has stored it; `view` is set once it has. */
export interface PendingComment {
  key: string;
  content: string;
  status: 'sending' | 'failed' | 'sent';
  error?: string;
  view?: CommentView;
}

/** Comments being sent: shown at once, and stored with their text when sending fails. */
export function usePendingComments({ postId, onAdded }: { postId: string; onAdded: () => void }) {
  const { mutateAsync: create } = useCreateComment();
  const [pending, setPending] = useState<readonly PendingComment[]>([]);

  const send = useCallback(
    async (key: string, content: string): Promise<void> => {
      const change = (part: Partial<PendingComment>): void =>
        setPending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
      change({ status: 'sending' });
      try {
        const view = await create({ postId, content, key });
        change({ status: 'sent', view });
        onAdded();
      } catch (error) {
        change({ status: 'failed', error: describeFailure(error).message });
      }
    },
    [create, onAdded, postId],
  );
  const add = useCallback(
    (content: string) => {
      const key = crypto.randomUUID();
      setPending((all) => [...all, { key, content, status: 'sending' }]);
      void send(key, content);
    },
    [send],
  );
  const discard = useCallback((key: string) => setPending((all) => all.filter((one) => one.key !== key)), []);
  return { pending, add, retry: (one: PendingComment) => void send(one.key, one.content), discard };
}
