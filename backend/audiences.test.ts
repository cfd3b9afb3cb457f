import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIENCES, type AudienceType } from '#shared/api/audiences.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { DAY_MS } from '#shared/time.ts';
import { EventAttendee } from './domains/events/event-attendee.entity.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import { sendNotificationEmail } from './domains/notifications/notifications.email.ts';
import { sendPush } from './domains/notifications/push-subscriptions.service.ts';
import { Post } from './domains/posts/post.entity.ts';
import { SavedItem } from './domains/saved/saved-item.entity.ts';
import { fillIndex } from './domains/search/search.documents.ts';
import type { Mailer } from './gateways/email.ts';
import type { WebPush } from './gateways/web-push.ts';
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
 * author is a confirmed teacher of the institution and the author of an item. The creator has joined that item, and is
 * the author of another one.
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

/** Each audience, and the class of the creator's item. */
const KINDS = [...AUDIENCES, 'ofCreator'] as const;
type Kind = (typeof KINDS)[number];
const typeOf = (kind: Kind): AudienceType => (kind === 'ofCreator' ? 'course' : kind);
const authorOf = (kind: Kind): Viewer => (kind === 'ofCreator' ? 'creator' : 'author');
const CLASSES = ['course', 'ofCreator'] as const satisfies readonly Kind[];
const isClass = (kind: Kind): kind is (typeof CLASSES)[number] => typeOf(kind) === 'course';

/** Who is in each audience, blocks apart. A creator is in the classes of their own items alone. */
const MEMBERS: Record<Kind, readonly Viewer[]> = {
  everyone: VIEWERS.filter((viewer) => viewer !== 'creator'),
  connections: ['author', 'connection'],
  institution: ['author', 'member', 'institution'],
  course: ['author', 'learner'],
  ofCreator: ['learner', 'creator'],
};
const sees = (viewer: Viewer, kind: Kind): boolean => viewer !== 'blockedLearner' && MEMBERS[kind].includes(viewer);
/** What is shown outside of the class, where creators have no posts and events. */
const seesAsMember = (viewer: Viewer, kind: Kind): boolean => viewer !== 'creator' && sees(viewer, kind);

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
const records = {} as Record<Kind, Records>;
const courseIds = { course: '', ofCreator: '' };
const TITLES = { course: 'Zyx for beginners', ofCreator: 'Zyx for painters' };
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
/** The only status of what a viewer does not see; creators are refused all lists but those of their classes. */
const viewerError = 404;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const inputOf = (kind: Kind) => ({
  type: typeOf(kind),
  ...(kind === 'institution' && { id: idOf('institution') }),
  ...(isClass(kind) && { id: courseIds[kind] }),
});
const eventInput = (title: string, kind: Kind) => ({
  title,
  description: '',
  date: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  location: 'Hall',
  isVirtual: false,
  audience: inputOf(kind),
});

async function created(response: Promise<TestResponse>): Promise<string> {
  const { status, body } = await response;
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body['id']);
}

/** The author writes for an audience; each viewer has been notified, has saved it and has answered it. */
async function make(kind: Kind): Promise<Records> {
  const em = app.em();
  const word = `zyx${kind.toLowerCase()}`;
  const authorId = idOf(authorOf(kind));
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const author = client(authorOf(kind));
  const upload = await author.post('/api/uploads?purpose=post-image', { form });
  const input = {
    content: `${word} writes`,
    isQuestion: true,
    fileId: upload.body['fileId'],
    audience: inputOf(kind),
  };
  const postId = await created(author.post('/api/posts', { body: input }));
  const eventId = await created(author.post('/api/events', { body: eventInput(`${word} meets`, kind) }));
  // Without the domain event, which would notify the learners again.
  if (isClass(kind)) await em.nativeUpdate(Post, { id: postId }, { isAnnouncement: true });
  const comment = await buildComment(em, { postId, userId: authorId });
  await buildLike(em, { postId, userId: authorId });
  const notificationIds = {} as Records['notificationIds'];
  for (const viewer of VIEWERS) {
    const userId = idOf(viewer);
    em.create(SavedItem, { userId, type: 'post', itemId: postId });
    if (viewer !== authorOf(kind)) em.create(EventAttendee, { userId, eventId, status: 'going' });
    const [post, event] = await Promise.all(
      [
        { sourceType: 'post', sourceId: postId },
        { sourceType: 'event', sourceId: eventId },
      ].map((source) => buildNotification(app.em(), { userId, actorId: authorId, createdAt: new Date(), ...source })),
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
  for (const kind of CLASSES)
    courseIds[kind] = (await buildCourse(em, { userId: idOf(authorOf(kind)), title: TITLES[kind] })).id;
  await buildConnection(em, { userId: idOf('connection'), connectedUserId: idOf('author') });
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  for (const [viewer, status] of [
    ['author', 'confirmed'],
    ['member', 'confirmed'],
    ['claimant', 'pending'],
  ] as const)
    await buildVerification(em, { userId: idOf(viewer), institutionId: idOf('institution'), entry, status });
  for (const viewer of ['learner', 'formerLearner', 'blockedLearner'] as const)
    for (const kind of CLASSES) em.create(Enrollment, { userId: idOf(viewer), courseId: courseIds[kind] });
  em.create(Enrollment, { userId: idOf('creator'), courseId: courseIds.course });
  await em.flush();
  for (const kind of KINDS) records[kind] = await make(kind);
  for (const viewer of VIEWERS) await app.confirmEmail(client(viewer));
  // While they still may, all of them show everything on screen.
  for (const viewer of VIEWERS) await users[viewer].live.ask('join-rooms', roomsOf());
  await app.em().execute('delete from enrollments where user_id = ?', [idOf('formerLearner')]);
  for (const author of ['author', 'creator'] as const)
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: idOf('blockedLearner') });
  await fillIndex(app.em(), searchSources);
});
afterAll(() => app.close());

const roomsOf = () => [
  'feed',
  'events',
  ...KINDS.flatMap((kind) => [`post-${records[kind].postId}`, `event-${records[kind].eventId}`]),
];

/** Network has the posts of connections, and those of the viewer's groups. */
const isInNetwork = (viewer: Viewer, kind: Kind) =>
  seesAsMember(viewer, kind) &&
  (kind === 'institution' || isClass(kind) || viewer === 'author' || viewer === 'connection');
const isAuthor = (viewer: Viewer, kind: Kind) => viewer === authorOf(kind);

interface Surface {
  show: (viewer: Viewer, made: Records, kind: Kind) => Promise<boolean>;
  /** What the cell must be, where the surface shows less than the rule allows. */
  rule?: (viewer: Viewer, kind: Kind) => boolean;
  except?: (viewer: Viewer, kind: Kind) => boolean;
}

/** A list of one class, which says to the others that it does not exist. */
const ofClass = (path: (courseId: string) => string, field: 'postId' | 'eventId'): Surface => ({
  async show(viewer, made, kind) {
    const found: boolean[] = [];
    for (const each of CLASSES) {
      const response = await get(viewer, path(courseIds[each]));
      expect(response.status).toBe(sees(viewer, each) ? 200 : 404);
      if (response.status === 200 && idsIn(response).includes(made[field])) found.push(each === kind);
    }
    expect(found).not.toContain(false);
    return found.length > 0;
  },
  rule: (viewer, kind) => isClass(kind) && sees(viewer, kind),
});
/** What the profile of a user shows; creators have none. */
const isOnProfile = (viewer: Viewer, kind: Kind) => kind !== 'ofCreator' && sees(viewer, kind);

const SURFACES: Record<string, Surface> = {
  'feed All': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=all&limit=50', postId),
    rule: seesAsMember,
  },
  'feed All, Top': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=all&sort=top&limit=50', postId),
    rule: seesAsMember,
  },
  'feed Network': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=network&limit=50', postId),
    rule: isInNetwork,
  },
  'feed Network, Top': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=network&sort=top&limit=50', postId),
    rule: isInNetwork,
  },
  'feed Mine': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=mine', postId),
    rule: (viewer, kind) => seesAsMember(viewer, kind) && isAuthor(viewer, kind),
  },
  'feed Saved': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=saved', postId),
    rule: seesAsMember,
  },
  'feed Unanswered': {
    show: (viewer, { postId }) => isListed(viewer, '/api/posts?scope=unanswered', postId),
    rule: seesAsMember,
  },
  'feed of the author': {
    show: (viewer, { postId }, kind) => isListed(viewer, `/api/posts?authorId=${idOf(authorOf(kind))}`, postId),
    rule: seesAsMember,
  },
  'discussion of the class': ofClass((id) => `/api/posts?scope=course&courseId=${id}`, 'postId'),
  'announcements of the class': ofClass((id) => `/api/posts?scope=announcements&courseId=${id}`, 'postId'),
  profile: {
    show: (viewer, { postId }, kind) => isListed(viewer, `/api/users/${idOf(authorOf(kind))}/posts`, postId),
    rule: isOnProfile,
  },
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
    except: isAuthor,
  },
  'its image': { show: async (viewer, { imageUrl }) => isFound(await get(viewer, imageUrl)) },
  'its room': {
    show: async (viewer, { postId }) => {
      await users[viewer].live.ask('leave-rooms', [`post-${postId}`]);
      const ack = await users[viewer].live.ask('join-rooms', [`post-${postId}`]);
      return ack.ok;
    },
  },
  'search of posts': { show: (viewer, { word, postId }) => isSearched(viewer, word, postId), rule: seesAsMember },
  'suggestions of posts': { show: (viewer, { word, postId }) => isSuggested(viewer, word, postId), rule: seesAsMember },
  'notification of the post': {
    show: (viewer, { notificationIds }) => isNotified(viewer, notificationIds[viewer].post),
  },
  'email of the post': { show: (viewer, { notificationIds }) => isEmailed(viewer, notificationIds[viewer].post) },
  'web push of the post': { show: (viewer, { notificationIds }) => isPushed(viewer, notificationIds[viewer].post) },
  'the list of events': {
    show: (viewer, { eventId }) => isListed(viewer, '/api/events?when=upcoming', eventId),
    rule: seesAsMember,
  },
  'events by words': {
    show: (viewer, { word, eventId }) => isListed(viewer, `/api/events?q=${word}`, eventId),
    rule: seesAsMember,
  },
  'events of the viewer': {
    show: (viewer, { eventId }) => isListed(viewer, '/api/events?when=mine', eventId),
    rule: seesAsMember,
  },
  'events of the class': ofClass((id) => `/api/events?courseId=${id}`, 'eventId'),
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
    rule: seesAsMember,
  },
  'events of a profile': {
    show: (viewer, { eventId }, kind) => isListed(viewer, `/api/users/${idOf(authorOf(kind))}/events`, eventId),
    rule: isOnProfile,
  },
  'the room of the event': {
    show: async (viewer, { eventId }) => {
      await users[viewer].live.ask('leave-rooms', [`event-${eventId}`]);
      return (await users[viewer].live.ask('join-rooms', [`event-${eventId}`])).ok;
    },
  },
  'search of events': { show: (viewer, { word, eventId }) => isSearched(viewer, word, eventId), rule: seesAsMember },
  'suggestions of events': {
    show: (viewer, { word, eventId }) => isSuggested(viewer, word, eventId),
    rule: seesAsMember,
  },
  'notification of the event': {
    show: (viewer, { notificationIds }) => isNotified(viewer, notificationIds[viewer].event),
  },
  'email of the event': { show: (viewer, { notificationIds }) => isEmailed(viewer, notificationIds[viewer].event) },
  'web push of the event': { show: (viewer, { notificationIds }) => isPushed(viewer, notificationIds[viewer].event) },
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

/** Sends what the job of emails would send of a notification. */
async function isEmailed(viewer: Viewer, notificationId: string): Promise<boolean> {
  const send = vi.fn<Mailer['send']>();
  const email = { id: randomUUID(), userId: idOf(viewer), notificationIds: [notificationId], more: 0 };
  await sendNotificationEmail(app.em(), { send } as unknown as Mailer, email);
  return send.mock.calls.length > 0;
}

/** Sends what the job of web push would send of a notification to a browser that no other job knows. */
async function isPushed(viewer: Viewer, notificationId: string): Promise<boolean> {
  const send = vi.fn<WebPush['send']>(async () => 'sent');
  const em = app.em();
  await em.begin();
  const subscriptionId = randomUUID();
  await em.execute(
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
      select ?::uuid, s.user_id, s.id, 'https://push.test/', 'a', 'b' from sessions s where s.user_id = ? limit 1`,
    [subscriptionId, idOf(viewer)],
  );
  await sendPush(em, { send } as unknown as WebPush, { subscriptionId, notificationId });
  await em.rollback();
  return send.mock.calls.length > 0;
}

const isNotified = (viewer: Viewer, id: string) => isListed(viewer, '/api/notifications?limit=50', id);

/** Viewers apart from those whom a block separates from the author's profile. */
const COUNTING = VIEWERS.filter((viewer) => viewer !== 'blockedLearner');
const visibleTo = (viewer: Viewer, kinds: readonly Kind[]) => kinds.filter((kind) => sees(viewer, kind)).length;

describe('counts', () => {
  it.each(COUNTING)('of unread notifications and posts contain what the %s sees', async (viewer) => {
    expect((await get(viewer, '/api/notifications/unread-count')).body['total']).toBe(2 * visibleTo(viewer, KINDS));
    const profile = await get(viewer, `/api/users/${idOf('author')}`);
    if (viewer === 'creator') expect(profile.status).toBe(403);
    else expect(profile.body['counts']).toMatchObject({ posts: visibleTo(viewer, AUDIENCES) });
  });
});

describe.each(KINDS)('for %s', (kind) => {
  it.each(Object.entries(SURFACES))('%s shows it to those in the audience alone', async (_name, surface) => {
    const { show, rule = sees, except = () => false } = surface;
    const cells = VIEWERS.filter((viewer) => !except(viewer, kind));
    const found: Viewer[] = [];
    for (const viewer of cells) if (await show(viewer, records[kind], kind)) found.push(viewer);
    expect(found).toEqual(cells.filter((viewer) => rule(viewer, kind)));
  });

  it('pushes it to those in the audience alone', async () => {
    await showAll();
    const author = client(authorOf(kind));
    const content = `Written for ${kind}`;
    const id = await created(author.post('/api/posts', { body: { content, audience: inputOf(kind) } }));
    const eventId = await created(author.post('/api/events', { body: eventInput('Another', kind) }));
    await settlePushes(app, everyLiveUser());
    const seeing = VIEWERS.filter((viewer) => sees(viewer, kind));
    expect(receiving('post-created', id)).toEqual(seeing);
    expect(receiving('event-created', eventId)).toEqual(seeing);

    // Each shows the older ones, whose rooms some joined while they still could.
    const { postId, eventId: olderEventId } = records[kind];
    await author.patch(`/api/posts/${postId}`, { body: { content: `${content}, edited` } });
    await author.patch(`/api/events/${olderEventId}`, { body: { description: 'With cake' } });
    const commentId = await created(author.post('/api/comments', { body: { postId, content: 'And this' } }));
    await expect.poll(() => receiving('post-updated', postId, 'content')).toEqual(seeing);
    await expect.poll(() => receiving('post-updated', postId, 'comments')).toEqual(seeing);
    await expect.poll(() => receiving('event-updated', olderEventId, 'description')).toEqual(seeing);
    await settlePushes(app, everyLiveUser());
    expect(receiving('new-comment', commentId)).toEqual(seeing);
    const attendee = client(kind === 'ofCreator' ? 'learner' : 'author');
    await attendee.delete(`/api/events/${olderEventId}/rsvp`);
    await attendee.put(`/api/events/${olderEventId}/rsvp`, { body: { status: 'going' } });
    await expect.poll(() => receiving('event-updated', olderEventId, 'going')).toEqual(seeing);

    await author.delete(`/api/comments/${commentId}`);
    await author.delete(`/api/posts/${id}`);
    await settlePushes(app, everyLiveUser());
    expect(receiving('comment-deleted', commentId)).toEqual(seeing);
    expect(receiving('post-deleted', id)).toEqual(seeing);
  });

  it('notifies only those in the audience', async () => {
    const author = client(authorOf(kind));
    // A new day for each kind: members who are not connected are notified only a few times a day.
    await app.pool.query('delete from stranger_counts');
    const names = VIEWERS.map((viewer) => `@${users[viewer].user.username}`).join(' ');
    const id = await created(
      author.post('/api/posts', { body: { content: `Hello ${names}`, audience: inputOf(kind) } }),
    );
    await created(author.post('/api/comments', { body: { postId: id, content: `And again ${names}` } }));
    await settlePushes(app, []);
    const { rows } = await app.pool.query<{ user_id: string; type: string }>(
      'select user_id, type from notifications where source_id = $1',
      [id],
    );
    const mentioned = VIEWERS.filter((viewer) => rows.some(({ user_id }) => user_id === idOf(viewer)));
    // Of everyone who sees it, only those whom the author's texts may reach: here connections and members of a group.
    const isReached = (viewer: Viewer): boolean =>
      kind !== 'everyone' || ['connection', 'member', 'institution', 'learner'].includes(viewer);
    const notified = (viewer: Viewer): boolean => viewer !== authorOf(kind) && sees(viewer, kind) && isReached(viewer);
    expect(mentioned).toEqual(VIEWERS.filter(notified));
  });

  it('can be shared only if everyone can see it', async () => {
    const path = `/api/posts/${records[kind].postId}/share`;
    const { status, body } = await client(authorOf(kind)).post(path, { body: {} });
    expect(status).toBe(kind === 'everyone' ? 201 : 403);
    if (status === 403) expect(body).toMatchObject({ code: kind === 'ofCreator' ? 'ROLE_FORBIDDEN' : 'NOT_ALLOWED' });
  });

  it('shows the name of the audience', async () => {
    const { postId, eventId } = records[kind];
    const names = {
      everyone: null,
      connections: null,
      institution: users.institution.user.fullName,
      ...TITLES,
    };
    const { id = null } = inputOf(kind) as { id?: string };
    const expected = { type: typeOf(kind), id, name: names[kind] };
    expect((await get(authorOf(kind), `/api/posts/${postId}`)).body['audience']).toEqual(expected);
    expect((await get(authorOf(kind), `/api/events/${eventId}`)).body['audience']).toEqual(expected);
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
