import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { routes } from './routes.ts';
import {
  buildAdvertisement,
  buildComment,
  buildCourse,
  buildEnrollment,
  buildEvent,
  buildLesson,
  buildLessonUses,
  buildPost,
  buildReview,
} from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient, TestResponse } from './testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let me: string;

beforeAll(async () => {
  app = await createTestApp();
  ana = app.visitor();
  me = (await ana.signUp('teacher')).id;
  await app.pool.query('update users set email_verified_at = now() where id = $1', [me]);
});
afterAll(() => app.close());

/** A text that a form edits: its edit, and what the form has loaded: the version and the text. */
interface Text {
  method?: 'PUT' | 'PATCH';
  path: string;
  edit: (text: string) => object;
  load: () => Promise<{ version: string; text: unknown }>;
}
const get = async (path: string) => (await ana.get(path)).body;
const edited = (record: { [key: string]: unknown }) => String(record['editedAt'] ?? record['createdAt']);

/** Creates a text for each endpoint that edits one. */
const TEXTS: Record<string, () => Promise<Text>> = {
  editProfile: async () => ({
    path: '/api/profile',
    edit: (bio) => ({ bio }),
    load: async () => {
      const profile = await get('/api/users/me');
      return { version: String(profile['version']), text: profile['bio'] };
    },
  }),
  editPost: async () => {
    const path = `/api/posts/${(await buildPost(app.em(), { userId: me })).id}`;
    return {
      path,
      edit: (content) => ({ content }),
      load: async () => {
        const post = await get(path);
        return { version: edited(post), text: post['content'] };
      },
    };
  },
  editComment: async () => {
    const post = await buildPost(app.em(), { userId: me });
    const { id } = await buildComment(app.em(), { postId: post.id, userId: me });
    return {
      path: `/api/comments/${id}`,
      edit: (content) => ({ content }),
      load: async () => {
        const comment = (await get(`/api/comments?postId=${post.id}`))[0];
        return { version: edited(comment ?? {}), text: comment?.['content'] };
      },
    };
  },
  editEvent: async () => {
    const path = `/api/events/${(await buildEvent(app.em(), { userId: me })).id}`;
    return {
      path,
      edit: (description) => ({ description }),
      load: async () => {
        const event = await get(path);
        return { version: edited(event), text: event['description'] };
      },
    };
  },
  editCourse: async () => {
    const path = `/api/courses/${(await buildCourse(app.em(), { userId: me })).id}`;
    return {
      path,
      edit: (description) => ({ description }),
      load: async () => {
        const course = await get(path);
        return { version: String(course['version']), text: course['description'] };
      },
    };
  },
  editLesson: async () => {
    const course = await buildCourse(app.em(), { userId: me });
    const lesson = await buildLesson(app.em(), { courseId: course.id });
    const path = `/api/courses/${course.id}/lessons/${lesson.id}`;
    return {
      path,
      edit: (text) => ({ text }),
      load: async () => {
        const view = await get(path);
        return { version: String(view['version']), text: view['text'] };
      },
    };
  },
  editAdvertisement: async () => {
    const { id } = await buildAdvertisement(app.em(), { userId: me });
    return {
      path: `/api/advertisements/${id}`,
      edit: (description) => ({ description }),
      load: async () => {
        const own = await get('/api/advertisements/mine');
        const view = [...own].find((one) => String(one['id']) === id);
        return { version: String(view?.['version']), text: view?.['description'] };
      },
    };
  },
  setReview: async () => {
    const course = await buildCourse(app.em());
    await buildEnrollment(app.em(), { courseId: course.id, userId: me, source: 'purchase' });
    await buildLessonUses(app.em(), { courseId: course.id, userId: me, opened: 3, of: 10 });
    await buildReview(app.em(), { courseId: course.id, userId: me });
    const path = `/api/courses/${course.id}/review`;
    return {
      method: 'PUT',
      path,
      edit: (text) => ({ rating: 3, text }),
      load: async () => {
        const { review } = await get(path);
        return { version: edited(review ?? {}), text: review?.['text'] };
      },
    };
  },
  setReviewReply: async () => {
    const course = await buildCourse(app.em(), { userId: me });
    const { id } = await buildReview(app.em(), { courseId: course.id });
    const path = `/api/courses/${course.id}/reviews/${id}/reply`;
    await ana.put(path, { body: { text: 'Thank you.' } });
    return {
      method: 'PUT',
      path,
      edit: (text) => ({ text }),
      load: async () => {
        const review = (await get(`/api/courses/${course.id}/reviews`))[0];
        return { version: String(review?.['reply']?.['createdAt']), text: review?.['reply']?.['text'] };
      },
    };
  },
};

/** Edits without a version, and why none of them can overwrite a text that its author has not seen. */
const UNVERSIONED: Record<string, string> = {
  editAccount: 'a username, which is unique',
  editMessage: 'the thread shows a newer text at once, above the field in which it is edited',
  editCourseFile: 'a name of one line; bytes are replaced as a whole',
  renameSection: 'a name of one line',
  orderCourse: 'an order, which names each part or is refused with STALE',
  setDraft: 'a draft that is saved while it is written, and merged by the form',
  setProgress: 'a number that only grows, and a place',
  readMessages: 'a number that only grows',
  setMarker: 'a time that only grows',
  answerConnection: 'a choice',
  answerEvent: 'a choice',
  decideVerification: 'a choice',
  archiveLibraryItem: 'a switch',
  editConversation: 'switches',
  editListing: 'switches',
  editNotification: 'switches',
  editNotificationPreferences: 'switches, each saved alone',
  editPreferences: 'switches, each saved alone',
  editPrivacy: 'choices, each saved alone',
  setFeedSettings: 'switches',
  setPartnerFlag: 'a day',
  setProfileImage: 'an image, which replaces the one before',
  setCoverImage: 'an image, which replaces the one before',
};

/** Every endpoint that replaces or changes a record by what a form contains. */
const EDITS = routes.flatMap(({ endpoint, schemas }) => {
  const isEdit = ['PUT', 'PATCH'].includes(endpoint.method) && schemas.body !== undefined;
  const name = Object.keys(allEndpoints).find((known) => allEndpoints[known] === endpoint) ?? endpoint.path;
  return isEdit ? [{ name, isVersioned: endpoint.isVersioned }] : [];
});

it('every edit has a version, or a reason why it needs none', () => {
  const names = EDITS.map(({ name }) => name);
  expect(names.filter((name) => !(name in UNVERSIONED))).toEqual(
    EDITS.filter(({ isVersioned }) => isVersioned).map(({ name }) => name),
  );
  expect(Object.keys(UNVERSIONED).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(TEXTS).toSorted()).toEqual(
    EDITS.flatMap(({ name, isVersioned }) => (isVersioned ? name : [])).toSorted(),
  );
});

describe.each(Object.entries(TEXTS))('%s', (_name, create) => {
  const send = (
    { method = 'PATCH', path, edit }: Text,
    request: {
      text: string;
      version: string | undefined;
      key?: string;
    },
  ): Promise<TestResponse> =>
    ana.send(method, path, {
      body: edit(request.text),
      ...(request.key !== undefined && { key: request.key }),
      headers: { 'if-match': request.version === undefined ? '' : `"${request.version}"` },
    });

  it('refuses what is based on an older version or on none, and loses nothing', async () => {
    const text = await create();
    const { version } = await text.load();
    const key = randomUUID();
    expect((await send(text, { text: 'Of the first tab.', version, key })).status).toBe(200);
    const saved = await text.load();
    expect(saved.text).toBe('Of the first tab.');
    expect(saved.version).not.toBe(version);
    for (const older of [version, undefined, 'of something else'])
      expect(await send(text, { text: 'Of the second tab.', version: older })).toMatchObject({
        status: 412,
        body: { code: 'STALE' },
      });
    expect(await text.load()).toEqual(saved);
    // A response was lost: the repeat gets it.
    expect((await send(text, { text: 'Of the first tab.', version, key })).status).toBe(200);
    expect((await send(text, { text: 'Of the second tab.', version: saved.version })).status).toBe(200);
    expect(await text.load()).toMatchObject({ text: 'Of the second tab.' });
  });

  it('accepts one of two edits at once', async () => {
    const text = await create();
    const { version } = await text.load();
    const texts = ['One.', 'Two.'];
    const responses = await Promise.all(texts.map((one) => send(text, { text: one, version })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await text.load()).text).toBe(texts[responses.findIndex(({ status }) => status === 200)]);
  });
});
