import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublicPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { applyAuthor, applyPostCreated, applyPostDeleted, applyPostUpdated, type FeedViewer } from './apply.ts';
import { itemsOf } from '../../lib/http/pages.ts';
import { mergeChange, type FeedPost, type FeedState, type HeldPost } from './feed.ts';

const ME = 'me';
const FRIEND = 'friend';
const STRANGER = 'stranger';
const VIEWER: FeedViewer = {
  userId: ME,
  feed: 'all',
  hiddenReasons: [],
  isLoading: false,
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
    mentions: [],
    isQuestion: false,
    isAnnouncement: false,
    isPinned: false,
    audience: { type: 'everyone', id: null, name: null },
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

function toFeedPost(post: PublicPostView): FeedPost {
  const isOwn = post.userId === ME;
  return { ...post, viewer: { liked: false, saved: false, canEdit: isOwn, canDelete: isOwn, why: whyOf(post) } };
}

function stateOf(posts: readonly PublicPostView[], held: readonly HeldPost[] = []): FeedState {
  return { feed: { pages: [{ items: posts.map(toFeedPost), nextCursor: null }], pageParams: [undefined] }, held };
}

/** What a fresh fetch would give, from what the server has. */
function fetchOf(server: readonly PublicPostView[]): FeedPost[] {
  const sorted = server.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  );
  return sorted.map(toFeedPost);
}

function visible(state: FeedState): FeedPost[] {
  return itemsOf(state.feed).filter((post) => !post.isRemoved);
}

function created(number: number, userId = STRANGER) {
  return { id: view(number).id, userId, ...(userId === FRIEND && { isConnection: true as const }) };
}

/** The push after an edit: the view without the original of a share. */
function edited({ shared: _shared, ...post }: PublicPostView) {
  return post;
}

describe('post-created', () => {
  it.each([
    ['all', STRANGER, 1],
    ['network', FRIEND, 1],
    ['network', STRANGER, 0],
    ['saved', FRIEND, 0],
    ['mine', FRIEND, 0],
    ['all-top', STRANGER, 0],
    ['all', ME, 0],
  ] as const)('in %s, a post of %s leaves %d held back', (feed, userId, count) => {
    const next = applyPostCreated(stateOf([view(1)]), created(9, userId), { ...VIEWER, feed });
    expect(next.held).toHaveLength(count);
    expect(itemsOf(next.feed)).toHaveLength(1);
  });

  it('holds a post back once, newest first, until it is deleted', () => {
    let state = stateOf([view(1)]);
    for (const number of [9, 11, 9, 1]) state = applyPostCreated(state, created(number), VIEWER);
    expect(state.held.map((post) => post.id)).toEqual(['id-0011', 'id-0009']);
    expect(applyPostDeleted(state, created(11), ME).held.map((post) => post.id)).toEqual(['id-0009']);
  });

  it('holds a post back while the first page is being fetched, which may not contain it', () => {
    const empty = { feed: undefined, held: [] };
    expect(applyPostCreated(empty, created(9), { ...VIEWER, isLoading: true }).held).toHaveLength(1);
    expect(applyPostCreated(empty, created(9), VIEWER)).toBe(empty);
  });

  it("holds no connection's post back in All when the user has hidden them", () => {
    const viewer: FeedViewer = { ...VIEWER, hiddenReasons: ['connection'] };
    expect(applyPostCreated(stateOf([view(1)]), created(9, FRIEND), viewer).held).toEqual([]);
    expect(applyPostCreated(stateOf([view(1)]), created(9), viewer).held).toHaveLength(1);
  });
});

describe('post-updated and post-deleted', () => {
  it('replaces only the counters when a push contains nothing else', () => {
    const counters = { id: 'id-0001', likes: 2, comments: 3, shares: 4, editedAt: '2026-02-01T00:00:00.000Z' };
    const [post] = itemsOf(applyPostUpdated(stateOf([view(1)]), counters).feed);
    expect(post).toEqual({ ...toFeedPost(view(1)), likes: 2, comments: 3, shares: 4 });
  });

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
    const [post] = itemsOf(applyPostUpdated(liked, edited(view(1, { likes: 7 }))).feed);
    expect(post).toMatchObject({ likes: 7, viewer: { liked: true } });
  });

  it('updates the original in a share, and removes it after a deletion', () => {
    const { id, content, imageUrl, imageAlt, createdAt, mentions, author } = view(1);
    const share = view(5, {
      sharedPostId: id,
      shared: { id, content, imageUrl, imageAlt, createdAt, mentions, author },
    });
    const next = applyPostUpdated(stateOf([share]), edited(view(1, { content: 'new text' })));
    expect(itemsOf(next.feed)[0]?.shared?.content).toBe('new text');
    const commented = applyPostUpdated(next, edited(view(5, { content: 'Look', sharedPostId: id })));
    expect(itemsOf(commented.feed)[0]).toMatchObject({ content: 'Look', shared: { content: 'new text' } });
    const removed = applyPostDeleted(next, { id, userId: STRANGER }, ME);
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
    expect(applyPostUpdated(state, edited(view(99))).feed).toBe(state.feed);
    expect(applyAuthor(state, { ...view(9).author, id: 'unknown' }).feed).toBe(state.feed);
  });
});

it("replaces an author's name and photo, and nothing that depends on the viewer", () => {
  const author = { ...view(1).author, fullName: 'New Name', institution: 'Elsewhere' };
  const [post] = itemsOf(applyAuthor(stateOf([view(1)]), author).feed);
  expect(post?.author).toEqual({ ...view(1).author, fullName: 'New Name' });
});

it('pushes in any order give what a fresh fetch gives', () => {
  const step = fc.record({
    kind: fc.constantFrom('edit', 'count', 'delete'),
    number: fc.integer({ min: 0, max: 6 }),
    likes: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const posts = Array.from({ length: 7 }, (_none, number) => view(6 - number, { userId: FRIEND }));
      const server = new Map(posts.map((post) => [post.id, post]));
      let state = stateOf(posts);
      for (const { kind, number, likes } of steps) {
        const known = server.get(view(number).id);
        if (!known) continue;
        const next = { ...known, likes, ...(kind === 'edit' && { content: `edit ${String(likes)}` }) };
        if (kind === 'delete') {
          server.delete(known.id);
          state = applyPostDeleted(state, { id: known.id, userId: FRIEND }, ME);
          continue;
        }
        server.set(known.id, next);
        const { id, comments, shares, editedAt } = next;
        state = applyPostUpdated(state, kind === 'edit' ? edited(next) : { id, likes, comments, shares, editedAt });
      }
      expect(visible(state)).toEqual(fetchOf([...server.values()]));
    }),
  );
});

describe('a change of one post', () => {
  const post = { ...toFeedPost(view(1)), content: 'second', editedAt: '2026-01-02T00:00:00.000Z', likes: 1 };
  const counters = { id: post.id, likes: 1, comments: 0, shares: 0, editedAt: post.editedAt };

  it('keeps the identity of a post whose counters are the same', () => {
    expect(mergeChange(post, { ...counters, countedAt: 'now', at: 'now' })).toBe(post);
  });

  it('takes counters alone from counters and from an older edit', () => {
    const older = view(1, { content: 'first', editedAt: '2026-01-01T12:00:00.000Z', likes: 3 });
    for (const change of [{ ...counters, likes: 3 }, older])
      expect(mergeChange(post, change)).toEqual({ ...post, likes: 3 });
  });

  it('takes a newer edit, without the times of the push, and keeps the viewer block', () => {
    const liked = { ...post, viewer: { ...post.viewer, liked: true } };
    const newer = view(1, { content: 'third', editedAt: '2026-01-03T00:00:00.000Z', likes: 2 });
    expect(mergeChange(liked, { ...newer, at: 'now', countedAt: 'now' })).toEqual({ ...liked, ...newer });
  });

  it('says that a post of a stranger is popular once it has enough likes, and of no other', () => {
    const whyAfter = (why: FeedPost['viewer']['why']) =>
      mergeChange({ ...post, viewer: { ...post.viewer, why } }, { ...counters, likes: POST_LIMITS.popularLikes }).viewer
        .why;
    expect([whyAfter('everyone'), whyAfter('connection')]).toEqual(['popular', 'connection']);
  });
});
