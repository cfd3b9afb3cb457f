import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import {
  buildBlock,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildFile,
  buildLesson,
} from '../../testing/builders.ts';
import { enterLive, receivedBy, settlePushes, show, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type View = Record<string, unknown>;
/** A complete item of an author, of which no push has been sent. */
async function make({ id: userId }: LiveUser, fields: Parameters<typeof buildCourse>[1] = {}): Promise<string> {
  const { id } = await buildCourse(app.em(), { userId, price: 0, ...fields });
  await buildLesson(app.em(), { courseId: id });
  return id;
}
const pushesOf = (person: LiveUser, name: string, id: string) =>
  receivedBy<View>(person, name).filter((view) => view['id'] === id);
const changesOf = (person: LiveUser, id: string) => pushesOf(person, 'course-updated', id);
const viewsOf = (person: LiveUser, id: string) => changesOf(person, id).filter((view) => 'title' in view);

/** The result of a fresh fetch, reduced to the fields of a push. */
async function fresh({ http }: LiveUser, id: string): Promise<View> {
  const {
    viewer: _viewer,
    version: _version,
    completionPercent: _completionPercent,
    answersWithinHours: _answersWithinHours,
    officeHours: _officeHours,
    files: _files,
    sections: _sections,
    changes: _changes,
    ...view
  } = (await http.get(`/api/courses/${id}`)).body as View;
  return view;
}
const pushed = (view: View | undefined): View => {
  const { at: _at, countedAt: _countedAt, ...rest } = view ?? {};
  return rest;
};

describe('a published item', () => {
  it('is pushed to the list of items, creators too, and the devices of the author, not across a block', async () => {
    const [author, reader, creator, blocked, elsewhere] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app, { role: 'creator' }),
      enterLive(app),
      enterLive(app),
    ]);
    for (const person of [author, reader, creator, blocked]) await show(person, 'courses');
    await buildBlock(app.em(), { blockerId: blocked.id, blockedId: author.id });
    const id = await make(author, { status: 'draft', publishedAt: null });
    await author.http.post(`/api/courses/${id}/publish`);
    await author.http.post(`/api/courses/${id}/publish`);
    await settlePushes(app, [author, reader, creator, blocked, elsewhere]);
    for (const person of [author, reader, creator]) {
      const [created, ...others] = pushesOf(person, 'course-created', id);
      expect(others).toEqual([]);
      expect(pushed(created)).toEqual(await fresh(reader, id));
    }
    expect([...blocked.live.frames, ...elsewhere.live.frames]).toEqual([]);
  });
});

describe('a changed item', () => {
  it('is pushed to those who have it on screen, its author and its learners, not across a block', async () => {
    const [author, reader, learner, blocked, elsewhere] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await make(author);
    await buildEnrollment(app.em(), { courseId: id, userId: learner.id });
    await show(reader, `course-${id}`);
    await show(blocked, 'courses', `course-${id}`);
    await buildBlock(app.em(), { blockerId: author.id, blockedId: blocked.id });
    blocked.live.frames.length = 0;
    await author.http.patch(`/api/courses/${id}`, { body: { title: 'Geometry' } });
    await author.http.post(`/api/courses/${id}/sections`, { body: { title: 'Circles' } });
    for (const person of [author, reader, learner]) {
      await expect.poll(() => viewsOf(person, id).at(-1)?.['title']).toBe('Geometry');
      await expect.poll(async () => pushed(viewsOf(person, id).at(-1))).toEqual(await fresh(person, id));
    }
    await settlePushes(app, [blocked, elsewhere]);
    expect([...blocked.live.frames, ...elsewhere.live.frames]).toEqual([]);
  });

  it('is pushed once to each learner, also to one of many who has it on screen', async () => {
    const [author, showing, elsewhere] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await make(author);
    // More than one part, and more than the rooms of one emit.
    await app.pool.query(
      `with made as (insert into users (id, username, email, full_name, role, password)
          select gen_random_uuid(), 'many' || n, 'many' || n || '@school.example', 'Many', 'student', 'x'
          from generate_series(1, 510) n returning id)
        insert into enrollments (id, user_id, course_id) select gen_random_uuid(), id, $1 from made`,
      [id],
    );
    for (const { id: userId } of [showing, elsewhere]) await buildEnrollment(app.em(), { courseId: id, userId });
    await show(showing, `course-${id}`);
    await author.http.patch(`/api/courses/${id}`, { body: { title: 'Geometry' } });
    for (const person of [author, showing, elsewhere])
      await expect.poll(() => viewsOf(person, id).at(-1)?.['title']).toBe('Geometry');
    await settlePushes(app, [author, showing, elsewhere]);
    for (const person of [author, showing, elsewhere]) expect(viewsOf(person, id)).toHaveLength(1);
  });

  it('is news to its learners when its content changed, at most once in a quarter of an hour', async () => {
    const [author, reader, learner] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await make(author);
    const { id: fileId } = await buildCourseFile(app.em(), { courseId: id });
    const { id: lessonId } = await buildLesson(app.em(), { courseId: id });
    await buildEnrollment(app.em(), { courseId: id, userId: learner.id });
    await show(reader, `course-${id}`);
    const later = () =>
      app.pool.query(`update courses set news_at = news_at - interval '15 minutes' where id = $1`, [id]);
    const edit = async (path: string, body: object, receivers = [author, reader, learner]): Promise<boolean> => {
      const title = `Edit ${uuidv7()}`;
      expect((await author.http.patch(`/api/courses/${id}${path}`, { body })).status).toBe(200);
      await author.http.patch(`/api/courses/${id}`, { body: { title } });
      for (const person of receivers) await expect.poll(() => viewsOf(person, id).at(-1)?.['title']).toBe(title);
      const hasNews = (person: LiveUser) => changesOf(person, id).some((view) => 'isNews' in view);
      expect([author, reader].filter(hasNews)).toEqual([]);
      const isNews = hasNews(learner);
      learner.live.frames.length = 0;
      return isNews;
    };
    const upload = async () => ({
      uploadId: (await buildFile(app.em(), { ownerId: author.id, purpose: 'course-file' })).id,
    });
    expect(await edit(`/files/${fileId}`, { title: 'Sheet' })).toBe(false);
    expect(await edit(`/files/${fileId}`, await upload())).toBe(true);
    expect(await edit(`/files/${fileId}`, await upload())).toBe(false);
    await later();
    expect(await edit(`/lessons/${lessonId}`, { title: 'Modes' })).toBe(false);
    expect(await edit(`/lessons/${lessonId}`, { text: 'The most frequent one.' })).toBe(true);
    await later();
    await author.http.post(`/api/courses/${id}/unpublish`);
    expect(await edit(`/files/${fileId}`, await upload(), [author, learner])).toBe(false);
  });

  it('that is a draft is pushed to its author and its learners alone', async () => {
    const [author, reader, learner] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await make(author);
    await buildEnrollment(app.em(), { courseId: id, userId: learner.id });
    await show(reader, 'courses', `course-${id}`);
    await author.http.post(`/api/courses/${id}/unpublish`);
    await expect.poll(() => pushesOf(reader, 'course-deleted', id).length).toBe(1);
    reader.live.frames.length = 0;
    await author.http.patch(`/api/courses/${id}`, { body: { title: 'Not ready' } });
    for (const person of [author, learner])
      await expect.poll(() => viewsOf(person, id).at(-1)).toMatchObject({ title: 'Not ready', status: 'draft' });
    await settlePushes(app, [reader]);
    expect(reader.live.frames).toEqual([]);
  });

  it('is pushed by its numbers at most once a second', async () => {
    const [author, reader, ...learners] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app),
      enterLive(app),
      enterLive(app),
      enterLive(app),
    ]);
    const id = await make(author);
    await show(reader, 'courses');
    const startMs = performance.now();
    await Promise.all(learners.map(({ http }) => http.post(`/api/courses/${id}/enroll`)));
    for (const person of [reader, author]) {
      await expect.poll(() => changesOf(person, id).at(-1)).toMatchObject({ enrollments: 3, downloads: 0 });
      const mostPushes = 1 + Math.floor((performance.now() - startMs) / 1_000);
      expect(changesOf(person, id).length).toBeLessThanOrEqual(mostPushes);
      expect(Object.keys(pushed(changesOf(person, id).at(-1))).toSorted()).toEqual([
        'downloads',
        'enrollments',
        'id',
        'rating',
        'reviews',
      ]);
    }
  });

  it('sends its numbers to a socket that joins its room', async () => {
    const [author, reader, blocked] = await Promise.all([
      enterLive(app, { role: 'teacher' }),
      enterLive(app, { role: 'creator' }),
      enterLive(app),
    ]);
    const id = await make(author, { downloads: 4, reviews: 1, ratingSum: 3 });
    await buildBlock(app.em(), { blockerId: author.id, blockedId: blocked.id });
    await show(reader, `course-${id}`);
    await expect
      .poll(() => changesOf(reader, id).map(pushed))
      .toEqual([{ id, enrollments: 0, downloads: 4, reviews: 1, rating: 3 }]);
    expect(await blocked.live.ask('join-room', `course-${id}`)).toMatchObject({ ok: false });
    const draft = await make(author, { status: 'draft', publishedAt: null });
    expect(await reader.live.ask('join-room', `course-${draft}`)).toMatchObject({ ok: false });
  });
});

it.each(['unpublished', 'archived', 'deleted'])('an %s item leaves the lists', async (how) => {
  const [author, reader, learner] = await Promise.all([
    enterLive(app, { role: 'teacher' }),
    enterLive(app),
    enterLive(app),
  ]);
  const id = await make(author);
  if (how === 'archived') await buildEnrollment(app.em(), { courseId: id, userId: learner.id });
  await show(reader, 'courses');
  const path = `/api/courses/${id}`;
  await (how === 'unpublished' ? author.http.post(`${path}/unpublish`) : author.http.delete(path));
  for (const person of [author, reader])
    await expect.poll(() => pushesOf(person, 'course-deleted', id).map(pushed)).toEqual([{ id }]);
  const listed = (await reader.http.get('/api/courses?limit=50')).body as unknown as View[];
  expect(listed.map((view) => view['id'])).not.toContain(id);
});

it('intents are for the author', async () => {
  const [author, other] = await Promise.all([enterLive(app, { role: 'creator' }), enterLive(app)]);
  const id = await make(author);
  for (const name of ['course-create', 'course-update']) {
    expect(await author.live.ask(name, { id })).toEqual({ ok: true });
    expect(await other.live.ask(name, { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
  }
});
