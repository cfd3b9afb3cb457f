import { describe, expect, it } from 'vitest';
import type { CommentView } from '#shared/api/comments.ts';
import { itemsOf } from '../../lib/http/pages.ts';
import { addComment, applyCommentDeleted, applyNewComment, type Thread } from './thread.ts';

function comment(number: number, userId = 'other'): CommentView {
  return {
    id: `c-${String(number)}`,
    postId: 'p',
    userId,
    content: String(number),
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    editedAt: null,
    mentions: [],
    author: {
      id: userId,
      fullName: userId,
      username: userId,
      role: 'student',
      position: null,
      institution: null,
      profileImage: null,
    },
    isAnswer: false,
    viewer: { canEdit: userId === 'me', canDelete: userId === 'me', canChoose: false },
  };
}

function threadOf(comments: CommentView[], nextCursor: string | null = null): Thread {
  return { pages: [{ items: comments, nextCursor }], pageParams: [undefined] };
}

function push(number: number, postUserId: string, userId = 'other') {
  const { viewer: _viewer, ...view } = comment(number, userId);
  return { ...view, postUserId, isQuestion: false };
}

describe('a thread', () => {
  it('inserts a pushed comment once, at its position', () => {
    const once = applyNewComment(threadOf([comment(1), comment(3)]), push(2, 'someone'), 'me');
    expect(applyNewComment(once, push(2, 'someone'), 'me')).toEqual(once);
    expect(itemsOf(once).map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3']);
  });

  it.each([
    ['me', 'other', { canEdit: false, canDelete: true, canChoose: false }],
    ['someone', 'me', { canEdit: true, canDelete: true, canChoose: false }],
    ['someone', 'other', { canEdit: false, canDelete: false, canChoose: false }],
  ])('for a post of %s and a comment of %s, sets the rights that a fetch returns', (postUserId, userId, viewer) => {
    expect(itemsOf(applyNewComment(threadOf([]), push(1, postUserId, userId), 'me'))[0]?.viewer).toEqual(viewer);
  });

  it('skips a newer comment that belongs to a page not loaded yet', () => {
    expect(itemsOf(addComment(threadOf([comment(1)], 'next'), comment(2)))).toHaveLength(1);
  });

  it('removes a deleted comment', () => {
    expect(itemsOf(applyCommentDeleted(threadOf([comment(1), comment(2)]), 'c-1')).map(({ id }) => id)).toEqual([
      'c-2',
    ]);
  });
});
