import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublicPostView } from '#shared/api/posts.ts';
import {
  applyAuthor,
  applyPostCreated,
  applyPostDeleted,
  applyPostUpdated,
  showHeld,
  type FeedViewer,
} from './apply.ts';
import { itemsOf } from '../../lib/http/pages.ts';
import { toFeedPost, type FeedPost, type FeedState } from './feed.ts';

const ME = 'me';
const FRIEND = 'friend';
const STRANGER = 'stranger';
const VIEWER: FeedViewer = {
  userId: ME,
  feed: 'all',
  institution: null,
  hiddenReasons: [],
  isConnection: (id) => id === FRIEND,
};

function view(number: number, part: Partial<PublicPostView> = {}): PublicPostView {
  const userId = part.userId ?? STRANGER;
  return {
    id: `id-${String(number).padStart(4, '0')}`,
    userId,
    content: `post ${String(number)}`,
    imageUrl: null,
    imageAlt: null,
    likes: 0,
    comments: 0,
    shares: 0,
    createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 2) * 1000).toISOString(),
    editedAt: null,
    isQuestion: false,
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    author: {
      id: userId,
      fullName: userId,
      username: userId,
      role: 'teacher',
      position: null,
      institution: null,
      profileImage: null,
    },
    ...part,
  };
}

function whyOf(post: PublicPostView): 'own' | 'connection' | 'everyone' {
  if (post.userId === ME) return 'own';
  return post.userId === FRIEND ? 'connection' : 'everyone';
}

function stateOf(posts: readonly PublicPostView[], held: readonly PublicPostView[] = []): FeedState {
  const items = posts.map((post) => toFeedPost(post, whyOf(post)));
  return { feed: { pages: [{ items, nextCursor: null }], pageParams: [undefined] }, held };
}

/** What a fresh fetch would give, from what the server has. */
function fetchOf(server: readonly PublicPostView[]): FeedPost[] {
  const sorted = server.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  );
  return sorted.map((post) => toFeedPost(post, whyOf(post)));
}

function visible(state: FeedState): FeedPost[] {
  return itemsOf(state.feed).filter((post) => !post.isRemoved);
}

describe('post-created', () => {
  it.each([
    ['all', STRANGER, 1],
    ['network', FRIEND, 1],
    ['network', STRANGER, 0],
    ['saved', STRANGER, 0],
    ['mine', FRIEND, 0],
  ] as const)('in %s, a post of %s leaves %d held back', (feed, userId, count) => {
    const next = applyPostCreated(stateOf([view(1)]), view(9, { userId }), { ...VIEWER, feed });
    expect(next.held).toHaveLength(count);
    expect(itemsOf(next.feed)).toHaveLength(1);
  });

  it("inserts the user's post once, also after a repeated push", () => {
    const once = applyPostCreated(stateOf([view(1)]), view(9, { userId: ME }), VIEWER);
    const twice = applyPostCreated(once, view(9, { userId: ME }), VIEWER);
    expect(itemsOf(twice.feed).map((post) => post.id)).toEqual(['id-0009', 'id-0001']);
    expect(twice.held).toEqual([]);
  });

  it('inserts a post into an empty feed at once', () => {
    expect(itemsOf(applyPostCreated(stateOf([]), view(9), VIEWER).feed)).toHaveLength(1);
  });

  it('holds a post back once, newest first', () => {
    let state = stateOf([view(1)]);
    for (const number of [9, 11, 9]) state = applyPostCreated(state, view(number), VIEWER);
    expect(state.held.map((post) => post.id)).toEqual(['id-0011', 'id-0009']);
    expect(itemsOf(showHeld(state, VIEWER).feed).map((post) => post.id)).toEqual(['id-0011', 'id-0009', 'id-0001']);
  });
});

describe('post-updated and post-deleted', () => {
  it('keeps the viewer block', () => {
    const state = stateOf([view(1)]);
    const liked = {
      ...state,
      feed: {
        pages: [
          {
            items: itemsOf(state.feed).map((post) => ({ ...post, viewer: { ...post.viewer, liked: true } })),
            nextCursor: null,
          },
        ],
        pageParams: [undefined],
      },
    };
    const [post] = itemsOf(applyPostUpdated(liked, view(1, { likes: 7 })).feed);
    expect(post).toMatchObject({ likes: 7, viewer: { liked: true } });
  });

  it('updates the original in a share, and removes it after a deletion', () => {
    const { id, content, imageUrl, imageAlt, createdAt, author } = view(1);
    const share = view(5, { sharedPostId: id, shared: { id, content, imageUrl, imageAlt, createdAt, author } });
    const edited = applyPostUpdated(stateOf([share]), view(1, { content: 'new text' }));
    expect(itemsOf(edited.feed)[0]?.shared?.content).toBe('new text');
    const removed = applyPostDeleted(edited, { id, userId: STRANGER }, ME);
    expect(itemsOf(removed.feed)[0]).toMatchObject({ shared: null, sharedPostId: null });
  });

  it("leaves a tombstone of another user's post and removes the user's own", () => {
    const state = stateOf([view(3), view(1, { userId: ME })]);
    const next = applyPostDeleted(
      applyPostDeleted(state, { id: 'id-0003', userId: STRANGER }, ME),
      { id: 'id-0001', userId: ME },
      ME,
    );
    expect(itemsOf(next.feed).map((post) => [post.id, post.isRemoved])).toEqual([['id-0003', true]]);
  });

  it('keeps the identity of an unchanged feed', () => {
    const state = stateOf([view(3), view(1)]);
    expect(applyPostUpdated(state, view(99)).feed).toBe(state.feed);
    expect(applyAuthor(state, { ...view(9).author, id: 'unknown' }).feed).toBe(state.feed);
  });
});

it('pushes in any order give what a fresh fetch gives', () => {
  const step = fc.record({
    kind: fc.constantFrom('create', 'update', 'delete'),
    number: fc.integer({ min: 0, max: 12 }),
    userId: fc.constantFrom(ME, FRIEND, STRANGER),
    likes: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const server = new Map<string, PublicPostView>();
      const used = new Set<string>();
      let state = stateOf([]);
      for (const { kind, number, userId, likes } of steps) {
        const { id } = view(number);
        const known = server.get(id);
        if (kind === 'create' && !used.has(id)) {
          used.add(id);
          server.set(id, view(number, { userId }));
          state = applyPostCreated(state, view(number, { userId }), VIEWER);
        } else if (kind === 'update' && known) {
          server.set(id, { ...known, likes });
          state = applyPostUpdated(state, { ...known, likes });
        } else if (kind === 'delete' && known) {
          server.delete(id);
          state = applyPostDeleted(state, { id, userId: known.userId }, ME);
        }
      }
      expect(visible(showHeld(state, VIEWER))).toEqual(fetchOf([...server.values()]));
    }),
  );
});
