import { useCallback, useEffect, useState } from 'react';
import type { CommentView } from '#shared/api/comments.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { loadDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { useCreateComment } from '../api/mutations.ts';
import { pendingOnly, type PendingComment } from '../thread.ts';

interface PendingComments {
  postId: string;
  userId: string;
  /** The loaded comments of the post. */
  loaded: readonly CommentView[];
  onAdded: () => void;
}

/** The requests that run, by the key of their comment; they go on when the list is closed. */
const running = new Map<string, Promise<CommentView>>();

/**
 * The user's comments that the server has not stored yet: shown at once, and stored with their text on this device
 * until they are sent or discarded. A comment whose sending was cut off by closing the window can be sent again, once.
 */
export function usePendingComments({ postId, userId, loaded, onAdded }: PendingComments) {
  const { mutateAsync: create } = useCreateComment();
  const [all, setAll] = useState<readonly PendingComment[]>(() => load(userId, postId).map(interrupted));
  const change = useCallback(
    (edit: (all: readonly PendingComment[]) => readonly PendingComment[]): void => {
      // The list may have been closed and opened again, with a state of its own.
      save(userId, postId, edit(load(userId, postId)));
      setAll(edit);
    },
    [postId, userId],
  );
  const follow = useCallback(
    async (key: string, request: Promise<CommentView>): Promise<void> => {
      const set = (part: Partial<PendingComment>): void =>
        change((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)));
      set({ status: 'sending' });
      try {
        set({ status: 'sent', view: await request });
      } catch (error) {
        set({ status: 'failed', error: describeFailure(error).message });
      }
    },
    [change],
  );
  const send = ({ key, content }: PendingComment): void => {
    const request = create({ postId, content, key });
    running.set(key, request);
    void follow(key, request).finally(() => running.delete(key));
    void request.then(onAdded, () => undefined);
  };
  const discard = useCallback((key: string) => change((now) => now.filter((one) => one.key !== key)), [change]);
  const add = (content: string): void => {
    const before = loaded.filter((comment) => comment.userId === userId).map(({ id }) => id);
    const key = crypto.randomUUID();
    const one: PendingComment = { key, content, status: 'sending', at: new Date().toISOString(), before };
    change((now) => [...now, one]);
    send(one);
  };
  useEffect(() => {
    for (const { key } of load(userId, postId)) {
      const request = running.get(key);
      if (request) void follow(key, request);
    }
  }, [follow, postId, userId]);

  const pending = pendingOnly(all, loaded, userId);
  // A comment that is stored stays removed, also when it is deleted later.
  const unsent = all.filter((one) => one.status === 'sending' || pending.includes(one));
  if (unsent.length < all.length) setAll(unsent);
  useEffect(() => {
    save(
      userId,
      postId,
      load(userId, postId).filter(({ key }) => all.some((one) => one.key === key)),
    );
  }, [all, postId, userId]);
  return { pending, add, retry: send, discard };
}

const placeOf = (postId: string): string => `comments-pending:${postId}`;

function load(userId: string, postId: string): PendingComment[] {
  try {
    return JSON.parse(loadDraft(userId, placeOf(postId)) || '[]') as PendingComment[];
  } catch {
    return [];
  }
}

function save(userId: string, postId: string, all: readonly PendingComment[]): void {
  const unsent = all.filter(({ status }) => status !== 'sent');
  saveDraft(userId, placeOf(postId), unsent.length === 0 ? '' : JSON.stringify(unsent));
}

/** Marks a comment that was being sent when the window closed as failed. */
function interrupted(one: PendingComment): PendingComment {
  if (one.status !== 'sending' || running.has(one.key)) return one;
  return { ...one, status: 'failed', error: 'The window was closed before the comment was sent.' };
}
