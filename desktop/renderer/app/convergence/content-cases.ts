import {
  useCreateComment,
  useEditComment,
  useRemoveComment,
  useSetAnswer,
} from '../../features/comments/api/mutations.ts';
import { commentsQuery } from '../../features/comments/api/queries.ts';
import {
  setLike,
  setSaved,
  useCreatePost,
  useEditPost,
  useHideReasons,
  useRemovePost,
  useSharePost,
} from '../../features/posts/api/mutations.ts';
import { usePinPost } from '../../features/posts/api/pin-post.ts';
import { feedQuery, feedSettingsQuery } from '../../features/posts/api/queries.ts';
import { ME, type Routes } from './simulation.ts';
import {
  type State,
  type Item,
  type Context,
  type NounCase,
  AT,
  BEN,
  list,
  idOf,
  find,
  remove,
  publicOf,
  countersOf,
  viewerOf,
  cached,
} from './noun-case.ts';

const NOTHING = {
  imageUrl: null,
  imageAlt: null,
  editedAt: null,
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
};

const post = (id: string, author = ME): Item => ({
  ...NOTHING,
  id,
  userId: author.id,
  content: 'Hello',
  likes: 0,
  comments: 0,
  shares: 0,
  createdAt: AT,
  isQuestion: false,
  isAnnouncement: false,
  isPinned: false,
  audience: { type: 'everyone', id: null, name: null },
  author,
  viewer: {
    liked: false,
    saved: false,
    canEdit: author === ME,
    canDelete: author === ME,
    why: author === ME ? 'own' : 'everyone',
  },
});
const comment = (id: string, author = ME): Item => ({
  id,
  postId: 'p1',
  userId: author.id,
  content: 'Yes',
  createdAt: AT,
  editedAt: null,
  author,
  isAnswer: false,
  viewer: { canEdit: author === ME, canDelete: author === ME, canChoose: false },
});

function like({ state, path, now, publish }: Context, liked: boolean): object {
  const item = find(state, 'posts', idOf(path, 3));
  item['likes'] = liked ? 1 : 0;
  viewerOf(item)['liked'] = liked;
  publish('post-updated', {
    ...countersOf(item, ['likes', 'comments', 'shares', 'editedAt']),
    countedAt: now(),
  });
  return { likes: item['likes'], liked };
}

function pin({ state, path, now, publish }: Context, isPinned: boolean): Item {
  const item = Object.assign(find(state, 'posts', idOf(path, 3)), { isPinned });
  publish('post-updated', { ...publicOf(item), countedAt: now() });
  return item;
}

function createPost({ state, body, now, publish }: Context, shared: object = {}): object {
  const created = { ...post(`p${String(list(state, 'posts').length + 1)}`), ...body, ...shared, createdAt: now() };
  list(state, 'posts').unshift(created);
  publish('post-created', { id: created.id, userId: ME.id });
  return created;
}

const postRoutes: Routes<State> = {
  'GET /api/posts': ({ state }) => state['posts'],
  'GET /api/posts/*': ({ state, path }) => list(state, 'posts').find((item) => item.id === idOf(path, 3)),
  'GET /api/feed-settings': ({ state }) => state['settings'],
  'PUT /api/feed-settings': ({ state, body }) => (state['settings'] = body),
  'PUT /api/posts/*/like': (context) => like(context, true),
  'DELETE /api/posts/*/like': (context) => like(context, false),
  'PUT /api/posts/*/pin': (context) => pin(context, true),
  'DELETE /api/posts/*/pin': (context) => pin(context, false),
  'PUT /api/saved/post/*': ({ state, path }) => void (viewerOf(find(state, 'posts', idOf(path, 4)))['saved'] = true),
  'DELETE /api/saved/post/*': ({ state, path }) =>
    void (viewerOf(find(state, 'posts', idOf(path, 4)))['saved'] = false),
  'POST /api/posts': (context) => createPost(context),
  'POST /api/posts/*/share': (context) =>
    createPost({ ...context, body: {} }, { content: context.body['comment'] ?? '' }),
  'PATCH /api/posts/*': ({ state, path, body, now, publish }) => {
    const item = Object.assign(find(state, 'posts', idOf(path, 3)), body, { editedAt: now() });
    publish('post-updated', publicOf(item));
    return item;
  },
  'DELETE /api/posts/*': ({ state, path, publish }) => {
    remove(state, 'posts', idOf(path, 3));
    publish('post-deleted', { id: idOf(path, 3), userId: ME.id });
  },
};
const posts = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'posts',
  state: () => ({ posts: [post('p1')], settings: { hiddenReasons: [] } }),
  routes: postRoutes,
  queries: () => [feedQuery('all'), feedSettingsQuery],
  useMutations: () => ({
    create: useCreatePost(),
    share: useSharePost(),
    edit: useEditPost(),
    remove: useRemovePost(),
    hide: useHideReasons(),
    pin: usePinPost(),
  }),
  ...part,
});

const commentRoutes: Routes<State> = {
  'GET /api/comments': ({ state }) => state['comments'],
  'POST /api/comments': ({ state, body, now, publish }) => {
    const created = { ...comment(`c${String(list(state, 'comments').length + 1)}`), ...body, createdAt: now() };
    list(state, 'comments').push(created);
    publish('new-comment', { ...publicOf(created), postUserId: BEN.id, isQuestion: false });
    return created;
  },
  'PATCH /api/comments/*': ({ state, path, body, now, publish }) => {
    const before = find(state, 'comments', idOf(path, 3));
    // The push of its creation can be on its way still.
    publish('new-comment', { ...publicOf(before), postUserId: BEN.id, isQuestion: false });
    return Object.assign(before, body, { editedAt: now() });
  },
  'DELETE /api/comments/*': ({ state, path, publish }) => {
    remove(state, 'comments', idOf(path, 3));
    publish('comment-deleted', { id: idOf(path, 3), postId: 'p1' });
  },
  'PUT /api/comments/*/answer': ({ state, path, publish }) => {
    find(state, 'comments', idOf(path, 3))['isAnswer'] = true;
    publish('post-updated', { ...post('p1'), answerId: idOf(path, 3) });
  },
};
const comments = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'comments',
  state: () => ({ comments: [comment('c1')] }),
  routes: commentRoutes,
  queries: () => [commentsQuery('p1')],
  useMutations: () => ({
    create: useCreateComment(),
    edit: useEditComment(),
    remove: useRemoveComment(),
    answer: useSetAnswer(),
  }),
  ...part,
});

/** The cases of posts and comments. */
export const CONTENT_CASES: readonly NounCase[] = [
  posts({
    name: 'likes',
    covers: ['setLike'],
    actions: [
      (_run, client) => setLike(client, 'p1', true),
      (_run, client) => setLike(client, 'p1', false),
      (_run, client) => setLike(client, 'p1', true),
    ],
    isShown: (client) => cached(client, feedQuery('all')).includes('"liked":true'),
  }),
  posts({
    name: 'saves',
    covers: ['setSaved'],
    actions: [(_run, client) => setSaved(client, 'p1', true)],
    isShown: (client) => cached(client, feedQuery('all')).includes('"saved":true'),
  }),
  posts({
    name: 'new posts',
    covers: ['useCreatePost', 'useSharePost'],
    actions: [
      (run) => run.mutate('create', { content: 'One' }),
      (run) => run.mutate('share', { id: 'p1', comment: '' }),
    ],
  }),
  posts({
    name: 'edited posts',
    covers: ['useEditPost'],
    actions: [
      (run) => run.mutate('edit', { id: 'p1', version: '1', content: 'One' }),
      (run) => run.mutate('edit', { id: 'p1', version: '1', content: 'Two' }),
    ],
  }),
  posts({
    name: 'pinned posts',
    covers: ['usePinPost'],
    actions: [true, false, true].map((isPinned) => (run) => run.mutate('pin', { id: 'p1', isPinned })),
  }),
  posts({ name: 'deleted posts', covers: ['useRemovePost'], actions: [(run) => run.mutate('remove', 'p1')] }),
  posts({
    name: 'hidden reasons',
    covers: ['useHideReasons'],
    actions: [(run) => run.mutate('hide', ['popular']), (run) => run.mutate('hide', [])],
  }),
  comments({
    name: 'new comments',
    covers: ['useCreateComment'],
    actions: [
      (run) => run.mutate('create', { postId: 'p1', content: 'One', key: 'k1' }),
      (run) => run.mutate('create', { postId: 'p1', content: 'Two', key: 'k2' }),
    ],
  }),
  comments({
    name: 'edited comments',
    covers: ['useEditComment'],
    actions: [
      (run) => run.mutate('edit', { id: 'c1', version: '1', content: 'One' }),
      (run) => run.mutate('edit', { id: 'c1', version: '1', content: 'Two' }),
    ],
  }),
  comments({
    name: 'deleted comments',
    covers: ['useRemoveComment'],
    actions: [(run) => run.mutate('remove', { id: 'c1', postId: 'p1' })],
  }),
  comments({
    name: 'chosen answers',
    covers: ['useSetAnswer'],
    actions: [(run) => run.mutate('answer', { id: 'c1', postId: 'p1', isAnswer: false })],
  }),
];
