import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIENCES, type AudienceType } from '#shared/api/audiences.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { DAY_MS } from '#shared/time.ts';
import { EventAttendee } from './domains/events/event-attendee.entity.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import { SavedItem } from './domains/saved/saved-item.entity.ts';
import { fillIndex } from './domains/search/search.documents.ts';
import { searchSources } from './search-documents.ts';
import {
  buildBlock,
  buildComment,
  buildConnection,
  buildCourse,
  buildLike,
  buildNotification,
  buildVerification,
} from './testing/builders.ts';
import { enterLive, settlePushes, type LiveUser } from './testing/live-user.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestResponse } from './testing/test-client.ts';

/**
 * Every viewer × every audience × every surface, generated. One rule, {@link sees}, says what each cell must be. The
 * author is a confirmed teacher of the institution and the author of the item.
 */
const ROLES = {
  author: 'teacher',
  connection: 'student',
  member: 'student',
  claimant: 'student',
  institution: 'institution',
  learner: 'student',
  formerLearner: 'student',
  blockedLearner: 'student',
  stranger: 'student',
  creator: 'creator',
} as const satisfies Record<string, Role>;
type Viewer = keyof typeof ROLES;
const VIEWERS = Object.keys(ROLES) as Viewer[];

/** Who is in each audience; blocks and creators apart. */
const MEMBERS: Record<AudienceType, readonly Viewer[]> = {
  everyone: VIEWERS,
  connections: ['author', 'connection'],
  institution: ['author', 'member', 'institution'],
  course: ['author', 'learner'],
};
const sees = (viewer: Viewer, audience: AudienceType): boolean =>
  viewer !== 'creator' && viewer !== 'blockedLearner' && MEMBERS[audience].includes(viewer);

/** A post and an event with one audience, and what belongs to them. */
interface Records {
  postId: string;
  eventId: string;
  imageUrl: string;
  commentId: string;
  /** A word of both titles, and of nothing else. */
  word: string;
  notificationIds: Record<Viewer, { post: string; event: string }>;
}

let app: TestApp;
const users = {} as Record<Viewer, LiveUser>;
const records = {} as Record<AudienceType, Records>;
let courseId = '';
const COURSE = 'Zyx for beginners';
const idOf = (viewer: Viewer) => users[viewer].id;
const client = (viewer: Viewer) => users[viewer].http;
const get = (viewer: Viewer, path: string) => client(viewer).get(path);
const idsIn = ({ body }: TestResponse): unknown[] => (body as { id: string }[]).map(({ id }) => id);
const isListed = async (viewer: Viewer, path: string, id: string) => {
  const response = await get(viewer, path);
  return response.status === 200 && idsIn(response).includes(id);
};
const isFound = (response: TestResponse): boolean => {
  expect([200, 201, 202, 204, viewerError]).toContain(response.status === 403 ? viewerError : response.status);
  return response.status < 300;
};
/** The only status of what a viewer does not see; creators cannot open posts and events at all. */
const viewerError = 404;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const inputOf = (audience: AudienceType) => ({
  type: audience,
  ...(audience === 'institution' && { id: idOf('institution') }),
  ...(audience === 'course' && { id: courseId }),
});
const eventInput = (title: string, audience: AudienceType) => ({
  title,
  description: '',
  date: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  location: 'Hall',
  isVirtual: false,
  audience: inputOf(audience),
});

async function created(response: Promise<TestResponse>): Promise<string> {
  const { status, body } = await response;
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body['id']);
}

/** The author writes for an audience; each viewer has been notified, has saved it and has answered it. */
async function make(audience: AudienceType): Promise<Records> {
  const em = app.em();
  const word = `zyx${audience}`;
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const author = client('author');
  const upload = await author.post('/api/uploads?purpose=post-image', { form });
  const input = {
    content: `${word} writes`,
    isQuestion: true,
    fileId: upload.body['fileId'],
    audience: inputOf(audience),
  };
  const postId = await created(author.post('/api/posts', { body: input }));
  const eventId = await created(author.post('/api/events', { body: eventInput(`${word} meets`, audience) }));
  const comment = await buildComment(em, { postId, userId: idOf('author') });
  await buildLike(em, { postId, userId: idOf('author') });
  const notificationIds = {} as Records['notificationIds'];
  for (const viewer of VIEWERS) {
    const userId = idOf(viewer);
    em.create(SavedItem, { userId, type: 'post', itemId: postId });
    if (viewer !== 'author') em.create(EventAttendee, { userId, eventId, status: 'going' });
    const [post, event] = await Promise.all(
      [
        { sourceType: 'post', sourceId: postId },
        { sourceType: 'event', sourceId: eventId },
      ].map((source) => buildNotification(app.em(), { userId, actorId: idOf('author'), ...source })),
    );
    notificationIds[viewer] = { post: post?.id ?? '', event: event?.id ?? '' };
  }
  await em.flush();
  return { postId, eventId, commentId: comment.id, imageUrl: String(upload.body['url']), word, notificationIds };
}

beforeAll(async () => {
  app = await createTestApp();
  for (const viewer of VIEWERS) users[viewer] = await enterLive(app, { role: ROLES[viewer] });
  const em = app.em();
  courseId = (await buildCourse(em, { userId: idOf('author'), title: COURSE })).id;
  await buildConnection(em, { userId: idOf('connection'), connectedUserId: idOf('author') });
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  for (const [viewer, status] of [
    ['author', 'confirmed'],
    ['member', 'confirmed'],
    ['claimant', 'pending'],
  ] as const)
    await buildVerification(em, { userId: idOf(viewer), institutionId: idOf('institution'), entry, status });
  for (const viewer of ['learner', 'formerLearner', 'blockedLearner', 'creator'] as const)
    em.create(Enrollment, { userId: idOf(viewer), courseId });
  await em.flush();
  for (const audience of AUDIENCES) records[audience] = await make(audience);
  // While they still may, all of them show everything on screen.
  for (const viewer of VIEWERS) await users[viewer].live.ask('join-rooms', roomsOf());
  await app.em().execute('delete from enrollments where user_id = ?', [idOf('formerLearner')]);
  await buildBlock(app.em(), { blockerId: idOf('author'), blockedId: idOf('blockedLearner') });
  await fillIndex(app.em(), searchSources);
});
afterAll(() => app.close());

const roomsOf = () => [
  'feed',
  'events',
  ...AUDIENCES.flatMap((audience) => [`post-${records[audience].postId}`, `event-${records[audience].eventId}`]),
];

/** Network has the posts of connections, and those of the viewer's groups. */
const isInNetwork = (viewer: Viewer, audience: AudienceType) =>
  sees(viewer, audience) &&
  (audience === 'institution' || audience === 'course' || viewer === 'author' || viewer === 'connection');
const onlyAuthor = (viewer: Viewer) => viewer === 'author';
const CLASS: readonly Viewer[] = ['author', 'learner'];

interface Surface {
  show: (viewer: Viewer, made: Records, audience: AudienceType) => Promise<boolean>;
  /** What the cell must be, where the surface shows less than the rule allows. */
  rule?: (viewer: Viewer, audience: AudienceType) => boolean;
  except?: (viewer: Viewer, audience: AudienceType) => boolean;
}

const SURFACES: Record<string, Surface> = {
  'feed All': { show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=all&limit=50', postId) },
  'feed All, Top': { show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=all&sort=top&limit=50', postId) },
  'feed Network': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=network&limit=50', postId),
    rule: isInNetwork,
  },
  'feed Network, Top': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=network&sort=top&limit=50', postId),
    rule: isInNetwork,
  },
  'feed Mine': { show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=mine', postId), rule: onlyAuthor },
  'feed Saved': { show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=saved', postId) },
  'feed Unanswered': { show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=unanswered', postId) },
  'feed of the author': {
    show: (viewer, { postId }) => isListed(viewer, `/api/posts?authorId=${idOf('author')}`, postId),
  },
  'discussion of the class': {
    async show(viewer, { postId }) {
      const response = await get(viewer, `/api/posts?scope=course&courseId=${courseId}`);
      expect(response.status).toBe(viewer === 'creator' ? 403 : CLASS.includes(viewer) ? 200 : 404);
      return response.status === 200 && idsIn(response).includes(postId);
    },
    rule: (viewer, audience) => audience === 'course' && CLASS.includes(viewer),
  },
  profile: { show: (viewer, { postId }) => isListed(viewer, `/api/users/${idOf('author')}/posts`, postId) },
  'the post': { show: async (viewer, { postId }) => isFound(await get(viewer, `/api/posts/${postId}`)) },
  'its history': { show: async (viewer, { postId }) => isFound(await get(viewer, `/api/posts/${postId}/history`)) },
  'its likes': { show: async (viewer, { postId }) => isFound(await get(viewer, `/api/posts/${postId}/likes`)) },
  'its comments': { show: async (viewer, { postId }) => isFound(await get(viewer, `/api/comments?postId=${postId}`)) },
  'a like': { show: async (viewer, { postId }) => isFound(await client(viewer).put(`/api/posts/${postId}/like`)) },
  'the end of a like': {
    show: async (viewer, { postId }) => isFound(await client(viewer).delete(`/api/posts/${postId}/like`)),
  },
  'a comment': {
    show: async (viewer, { postId }) =>
      isFound(await client(viewer).post('/api/comments', { body: { postId, content: 'Well said' } })),
  },
  'a bookmark': {
    show: async (viewer, { postId }) => isFound(await client(viewer).put(`/api/saved/post/${postId}`)),
    except: (viewer) => viewer === 'creator',
  },
  'a report': {
    show: async (viewer, { postId }) =>
      isFound(
        await client(viewer).post('/api/reports', { body: { targetType: 'post', targetId: postId, reason: 'spam' } }),
      ),
    except: onlyAuthor,
  },
  'its image': { show: async (viewer, { imageUrl }) => isFound(await get(viewer, imageUrl)) },
  'its room': {
    show: async (viewer, { postId }) => {
      await users[viewer].live.ask('leave-rooms', [`post-${postId}`]);
      const ack = await users[viewer].live.ask('join-rooms', [`post-${postId}`]);
      return ack.ok;
    },
  },
  'search of posts': { show: (viewer, { word, postId }) => isSearched(viewer, word, postId) },
  'suggestions of posts': { show: (viewer, { word, postId }) => isSuggested(viewer, word, postId) },
  'notification of the post': {
    show: (viewer, { notificationIds }) => isNotified(viewer, notificationIds[viewer].post),
    except: (viewer) => viewer === 'creator',
  },
  'the list of events': { show: (viewer, { eventId }) => isListed(viewer, '/api/events?when=upcoming', eventId) },
  'events by words': { show: (viewer, { word, eventId }) => isListed(viewer, `/api/events?q=${word}`, eventId) },
  'events of the viewer': { show: (viewer, { eventId }) => isListed(viewer, '/api/events?when=mine', eventId) },
  'events of the class': {
    async show(viewer, { eventId }) {
      const response = await get(viewer, `/api/events?courseId=${courseId}`);
      expect(response.status).toBe(viewer === 'creator' ? 403 : CLASS.includes(viewer) ? 200 : 404);
      return response.status === 200 && idsIn(response).includes(eventId);
    },
    rule: (viewer, audience) => audience === 'course' && CLASS.includes(viewer),
  },
  'the event': { show: async (viewer, { eventId }) => isFound(await get(viewer, `/api/events/${eventId}`)) },
  'its attendees': {
    show: async (viewer, { eventId }) => isFound(await get(viewer, `/api/events/${eventId}/attendees`)),
  },
  'its calendar file': {
    show: async (viewer, { eventId }) => isFound(await get(viewer, `/api/events/${eventId}.ics`)),
  },
  'the calendar of the viewer': {
    async show(viewer, { word }) {
      const { body } = await client(viewer).put('/api/events/feed');
      const path = new URL(String(body['url'])).pathname + new URL(String(body['url'])).search;
      return String((await get(viewer, path)).body).includes(word);
    },
    except: (viewer) => viewer === 'creator',
  },
  'an answer to the event': {
    show: async (viewer, { eventId }) =>
      isFound(await client(viewer).put(`/api/events/${eventId}/rsvp`, { body: { status: 'going' } })),
  },
  'events of a profile': {
    show: (viewer, { eventId }) => isListed(viewer, `/api/users/${idOf('author')}/events`, eventId),
  },
  'the room of the event': {
    show: async (viewer, { eventId }) => {
      await users[viewer].live.ask('leave-rooms', [`event-${eventId}`]);
      return (await users[viewer].live.ask('join-rooms', [`event-${eventId}`])).ok;
    },
  },
  'search of events': { show: (viewer, { word, eventId }) => isSearched(viewer, word, eventId) },
  'suggestions of events': { show: (viewer, { word, eventId }) => isSuggested(viewer, word, eventId) },
  'notification of the event': {
    show: (viewer, { notificationIds }) => isNotified(viewer, notificationIds[viewer].event),
    except: (viewer) => viewer === 'creator',
  },
};

/** The ids of search results; creators have no posts and events among them. */
const listed = (items: unknown): unknown[] => ((items ?? []) as { entityId: string }[]).map(({ entityId }) => entityId);

async function isSearched(viewer: Viewer, word: string, id: string): Promise<boolean> {
  const { body } = await get(viewer, `/api/search?q=${word}`);
  return listed(body['results']).includes(id);
}

async function isSuggested(viewer: Viewer, word: string, id: string): Promise<boolean> {
  const { body } = await get(viewer, `/api/search/suggest?q=${word}`);
  return listed(body['items']).includes(id);
}

const isNotified = (viewer: Viewer, id: string) => isListed(viewer, '/api/notifications?limit=50', id);

/** Viewers of members' pages, apart from those whom a block separates from the author's profile. */
const COUNTING = VIEWERS.filter((viewer) => viewer !== 'creator' && viewer !== 'blockedLearner');
const visibleTo = (viewer: Viewer) => AUDIENCES.filter((audience) => sees(viewer, audience)).length;

describe('counts', () => {
  it.each(COUNTING)('of unread notifications and posts contain what the %s sees', async (viewer) => {
    expect((await get(viewer, '/api/notifications/unread-count')).body['total']).toBe(2 * visibleTo(viewer));
    expect((await get(viewer, `/api/users/${idOf('author')}`)).body['counts']).toMatchObject({
      posts: visibleTo(viewer),
    });
  });
});

describe.each(AUDIENCES)('for %s', (audience) => {
  it.each(Object.entries(SURFACES))('%s shows it to those in the audience alone', async (_name, surface) => {
    const { show, rule = sees, except = () => false } = surface;
    const cells = VIEWERS.filter((viewer) => !except(viewer, audience));
    const found: Viewer[] = [];
    for (const viewer of cells) if (await show(viewer, records[audience], audience)) found.push(viewer);
    expect(found).toEqual(cells.filter((viewer) => rule(viewer, audience)));
  });

  it('pushes it to those in the audience alone', async () => {
    await showAll();
    const author = client('author');
    const content = `Written for ${audience}`;
    const id = await created(author.post('/api/posts', { body: { content, audience: inputOf(audience) } }));
    const eventId = await created(author.post('/api/events', { body: eventInput('Another', audience) }));
    await settlePushes(app, everyLiveUser());
    const seeing = VIEWERS.filter((viewer) => sees(viewer, audience));
    expect(receiving('post-created', id)).toEqual(seeing);
    expect(receiving('event-created', eventId)).toEqual(seeing);

    // Each shows the older ones, whose rooms some joined while they still could.
    const { postId, eventId: olderEventId } = records[audience];
    await author.patch(`/api/posts/${postId}`, { body: { content: `${content}, edited` } });
    await author.patch(`/api/events/${olderEventId}`, { body: { description: 'With cake' } });
    const commentId = await created(author.post('/api/comments', { body: { postId, content: 'And this' } }));
    await expect.poll(() => receiving('post-updated', postId, 'content')).toEqual(seeing);
    await expect.poll(() => receiving('post-updated', postId, 'comments')).toEqual(seeing);
    await expect.poll(() => receiving('event-updated', olderEventId, 'description')).toEqual(seeing);
    expect(receiving('new-comment', commentId)).toEqual(seeing);
    await author.put(`/api/events/${olderEventId}/rsvp`, { body: { status: 'going' } });
    await expect.poll(() => receiving('event-updated', olderEventId, 'going')).toEqual(seeing);

    await author.delete(`/api/comments/${commentId}`);
    await author.delete(`/api/posts/${id}`);
    await settlePushes(app, everyLiveUser());
    expect(receiving('comment-deleted', commentId)).toEqual(seeing);
    expect(receiving('post-deleted', id)).toEqual(seeing);
  });

  it('notifies only those in the audience', async () => {
    const author = client('author');
    const names = VIEWERS.map((viewer) => `@${users[viewer].user.username}`).join(' ');
    const id = await created(
      author.post('/api/posts', { body: { content: `Hello ${names}`, audience: inputOf(audience) } }),
    );
    await created(author.post('/api/comments', { body: { postId: id, content: `And again ${names}` } }));
    await settlePushes(app, []);
    const { rows } = await app.pool.query<{ user_id: string; type: string }>(
      'select user_id, type from notifications where source_id = $1',
      [id],
    );
    const mentioned = VIEWERS.filter((viewer) => rows.some(({ user_id }) => user_id === idOf(viewer)));
    expect(mentioned).toEqual(VIEWERS.filter((viewer) => viewer !== 'author' && sees(viewer, audience)));
  });

  it('can be shared only if everyone can see it', async () => {
    const { status, body } = await client('author').post(`/api/posts/${records[audience].postId}/share`, { body: {} });
    expect(status).toBe(audience === 'everyone' ? 201 : 403);
    if (status === 403) expect(body).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('shows the name of the audience', async () => {
    const { postId, eventId } = records[audience];
    const names = { everyone: null, connections: null, institution: users.institution.user.fullName, course: COURSE };
    const { id = null } = inputOf(audience) as { id?: string };
    const expected = { type: audience, id, name: names[audience] };
    expect((await get('author', `/api/posts/${postId}`)).body['audience']).toEqual(expected);
    expect((await get('author', `/api/events/${eventId}`)).body['audience']).toEqual(expected);
  });
});

const everyLiveUser = () => Object.values(users);
/** How many frames each viewer had received when a test began: some could see the older records before. */
const before = new Map<Viewer, number>();
const showAll = async () => {
  for (const viewer of VIEWERS) {
    const { live } = users[viewer];
    await live.ask('join-rooms', ['feed', 'events']);
    before.set(viewer, live.frames.length);
  }
};
/** The viewers who have received a push about a record that has a field. */
const receiving = (name: string, id: string, field = 'id') =>
  VIEWERS.filter((viewer) =>
    users[viewer].live.frames
      .slice(before.get(viewer))
      .some((frame) => frame.name === name && frame.payload['id'] === id && field in frame.payload),
  );
