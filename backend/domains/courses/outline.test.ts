import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { CourseDetailView, LessonView, SectionView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { filesInUse } from '../../files-in-use.ts';
import { buildCourse, buildCourseFile, buildEnrollment, buildFile, buildLesson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { removeUnused } from '../files/files.service.ts';
import { Course } from './course.entity.ts';

let app: TestApp;
let author: TestClient;
let student: TestClient;
let courseId: string;
const idOf = (client: TestClient) => client.user?.id ?? '';
const path = (rest = '') => `/api/courses/${courseId}${rest}`;
const detail = async (client = author) => (await client.get(path())).body as unknown as CourseDetailView;

beforeAll(async () => {
  app = await createTestApp();
  [author, student] = [app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await student.signUp('student');
});
afterAll(() => app.close());
beforeEach(async () => {
  courseId = (await buildCourse(app.em(), { userId: idOf(author), updatedAt: new Date('2026-01-01') })).id;
});

const section = async (title: string) =>
  (await author.post(path('/sections'), { body: { title } })).body as unknown as SectionView;
const question = { text: '1 + 1?', options: ['1', '2'], correct: 1, explanation: 'Count.' };
const lesson = (fields: object) =>
  author.post(path('/lessons'), { body: { title: 'Means', kind: 'text', isPreview: false, ...fields } });
const upload = async (fields: object = {}) =>
  (await buildFile(app.em(), { ownerId: idOf(author), purpose: 'course-file', ...fields })).id;
const addFile = async (title: string, isPreview = false) =>
  (await author.post(path('/files'), { body: { uploadId: await upload(), title, isPreview } })).body;

describe('files', () => {
  it('are own uploads in order, and open for those who may read them', async () => {
    const first = await addFile('Worksheet');
    const second = await addFile('Sample', true);
    expect(first).toMatchObject({ title: 'Worksheet', version: 1, isPreview: false, size: 1_024 });
    expect(first['url']).toBe(path(`/files/${String(first['id'])}`));
    const { fileUrl } = await app.em().findOneOrFail(Course, { id: courseId });
    expect(fileUrl).toBe(first['url']);
    const urls = async (client: TestClient) => (await detail(client)).files.map(({ url }) => url);
    expect(await urls(student)).toEqual([null, second['url']]);
    await buildEnrollment(app.em(), { courseId, userId: idOf(student) });
    expect(await urls(student)).toEqual([first['url'], second['url']]);
    expect((await detail()).updatedAt).not.toBe('2026-01-01T00:00:00.000Z');
  });

  it('of others, or uploaded for something else, are refused', async () => {
    for (const fields of [{ ownerId: idOf(student) }, { purpose: 'message-file' }, { state: 'pending' }]) {
      const uploadId = await upload(fields).catch(() => uuidv7());
      const body = { uploadId, title: 'Notes', isPreview: false };
      expect((await author.post(path('/files'), { body })).body).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('get a new version when they are replaced', async () => {
    const { id } = await addFile('Worksheet');
    const edit = (body: object) => author.patch(path(`/files/${String(id)}`), { body });
    expect((await edit({ title: 'Exercises', isPreview: true })).body).toMatchObject({
      title: 'Exercises',
      isPreview: true,
      version: 1,
    });
    const uploadId = await upload({ name: 'second.pdf' });
    const replaced = (await edit({ uploadId })).body;
    expect(replaced).toMatchObject({ id: String(id), title: 'Exercises', version: 2, name: 'second.pdf' });
    expect((await edit({ uploadId })).body).toMatchObject({ version: 2 });
    expect((await edit({ uploadId: await upload({ ownerId: idOf(student) }) })).status).toBe(404);
  });

  it('stay while a lesson uses them', async () => {
    const { id: fileId } = await addFile('Worksheet');
    const { id: next } = await addFile('Answers');
    const { id: sectionId } = await section('Basics');
    const { body } = await lesson({ sectionId, kind: 'file', fileId, title: 'Exercise 1' });
    const refused = await author.delete(path(`/files/${String(fileId)}`));
    expect(refused.body).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('Exercise 1') });
    await author.delete(path(`/lessons/${String(body['id'])}`));
    expect((await author.delete(path(`/files/${String(fileId)}`))).status).toBe(204);
    expect((await detail()).files.map(({ id }) => id)).toEqual([next]);
    const { fileUrl } = await app.em().findOneOrFail(Course, { id: courseId });
    expect(fileUrl).toContain(String(next));
  });

  it('have a limit', async () => {
    const fileId = await upload();
    await app.pool.query(
      `insert into course_files (id, course_id, file_id, title, position)
        select gen_random_uuid(), $1, $2, 'Many', n from generate_series(1, $3) n`,
      [courseId, fileId, COURSE_LIMITS.filesMax],
    );
    expect(await addFile('One more')).toMatchObject({ code: 'WRONG_STATE' });
  });

  it('are deleted with the cover once no item uses them', async () => {
    const createdAt = new Date(Date.now() - 3 * DAY_MS);
    const [used, unused] = [await upload({ createdAt }), await upload({ createdAt })];
    const cover = await upload({ createdAt, purpose: 'course-image' });
    await author.post(path('/files'), { body: { uploadId: used, title: 'Kept', isPreview: false } });
    await author.patch(path(), { body: { imageFileId: cover } });
    const left = async () => {
      await removeUnused(app.pool, filesInUse);
      const ids = [used, unused, cover];
      const { rows } = await app.pool.query<{ id: string }>('select id from files where id = any($1)', [ids]);
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await left()).toEqual([used, cover].toSorted());
    await author.delete(path());
    expect(await left()).toEqual([]);
  });
});

describe('lessons', () => {
  it.each([
    ['text', { text: 'What a mean is.' }],
    ['link', { linkUrl: 'https://school.example/means' }],
    ['quiz', { questions: [question] }],
  ])('of the kind %s have its content', async (kind, content) => {
    const { id: sectionId } = await section('Basics');
    const { status, body } = await lesson({ sectionId, kind, ...content });
    expect(status).toBe(201);
    expect(body).toMatchObject({ sectionId, kind, isDone: false, ...content });
    for (const [other, value] of Object.entries({ text: 'x', linkUrl: 'https://a.example', questions: [question] }))
      if (!(other in content))
        expect((await lesson({ sectionId, kind, ...content, [other]: value })).body['errors']).toHaveProperty(other);
    expect((await lesson({ sectionId, kind })).status).toBe(400);
    expect((await detail()).sections).toMatchObject([{ title: 'Basics', lessons: [{ id: String(body['id']), kind }] }]);
    expect(JSON.stringify(await detail(student))).not.toContain('explanation');
  });

  it('belong to a section and use a file of the same item', async () => {
    const other = await buildCourse(app.em(), { userId: idOf(author) });
    const theirs = await buildLesson(app.em(), { courseId: other.id });
    const file = await buildCourseFile(app.em(), { courseId: other.id });
    const { id: sectionId } = await section('Basics');
    expect((await lesson({ sectionId: theirs.sectionId, text: 'x' })).status).toBe(404);
    expect((await lesson({ sectionId, kind: 'file', fileId: file.id })).status).toBe(404);
    for (const rest of [`/lessons/${theirs.id}`, `/sections/${theirs.sectionId}`, `/files/${file.id}`]) {
      expect((await author.patch(path(rest), { body: { title: 'Moved' } })).status).toBe(404);
      expect((await author.delete(path(rest))).status).toBe(404);
    }
  });

  it('keep their kind', async () => {
    const { id } = await buildLesson(app.em(), { courseId });
    const edit = async (body: object) => author.patch(path(`/lessons/${id}`), { body });
    expect((await edit({ title: 'Medians', text: 'The middle.', isPreview: true })).body).toMatchObject({
      title: 'Medians',
      text: 'The middle.',
      isPreview: true,
    });
    expect((await edit({ linkUrl: 'https://a.example', questions: [question] })).body).toMatchObject({
      code: 'VALIDATION',
      errors: { linkUrl: expect.any(Array), questions: expect.any(Array) },
    });
    expect((await edit({ text: ' ' })).body['errors']).toHaveProperty('text');
    expect((await edit({ title: 'Modes' })).body).toMatchObject({ title: 'Modes', text: 'The middle.' });
  });

  it('of a quiz are edited as a whole', async () => {
    const quiz = { kind: 'quiz' as const, questions: [question], text: null };
    const { id } = await buildLesson(app.em(), { courseId, ...quiz });
    const questions = [{ ...question, options: ['1', '2', '3'] }, question];
    expect((await author.patch(path(`/lessons/${id}`), { body: { questions } })).body).toMatchObject({ questions });
    const wrong = [{ ...question, correct: 2 }];
    expect((await author.patch(path(`/lessons/${id}`), { body: { questions: wrong } })).status).toBe(400);
  });

  it('and sections have limits', async () => {
    const { id: sectionId } = await section('Basics');
    await app.pool.query(
      `insert into course_lessons (id, course_id, section_id, title, kind, text, position)
        select gen_random_uuid(), $1, $2, 'Many', 'text', 'x', n from generate_series(1, $3) n`,
      [courseId, sectionId, COURSE_LIMITS.lessonsMax],
    );
    expect((await lesson({ sectionId, text: 'x' })).body).toMatchObject({ code: 'WRONG_STATE' });
    await app.pool.query(
      `insert into course_sections (id, course_id, title, position)
        select gen_random_uuid(), $1, 'Many', n from generate_series(2, $2) n`,
      [courseId, COURSE_LIMITS.sectionsMax],
    );
    expect(await section('One more')).toMatchObject({ code: 'WRONG_STATE' });
  });

  it('go with their section', async () => {
    const { sectionId } = await buildLesson(app.em(), { courseId });
    await addFile('Worksheet');
    expect((await author.patch(path(`/sections/${sectionId}`), { body: { title: 'Start' } })).body).toMatchObject({
      title: 'Start',
      lessons: [{ title: 'Means' }],
    });
    expect((await author.delete(path(`/sections/${sectionId}`))).status).toBe(204);
    expect((await detail()).sections).toEqual([]);
  });
});

describe('the last part', () => {
  const parts = async () => {
    const [file, { id: lessonId, sectionId }] = [
      await buildCourseFile(app.em(), { courseId }),
      await buildLesson(app.em(), { courseId }),
    ];
    return [`/files/${file.id}`, `/lessons/${lessonId}`, `/sections/${sectionId}`] as const;
  };
  const remove = async (rest: string) => (await author.delete(path(rest))).status;

  it.each([
    ['a file', ([file, lesson]: readonly string[]) => [lesson, file]],
    ['a lesson', ([file, lesson]: readonly string[]) => [file, lesson]],
    ['a section', ([file, , section]: readonly string[]) => [file, section]],
  ])('of a published item stays: %s', async (_what, order) => {
    const [first = '', last = ''] = order(await parts());
    expect(await remove(first)).toBe(204);
    expect((await author.delete(path(last))).body).toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('unpublish') as string,
    });
    const { files, sections } = await detail();
    expect(files.length + sections.flatMap(({ lessons }) => lessons).length).toBe(1);
    await author.post(path('/unpublish'));
    expect(await remove(last)).toBe(204);
  });

  it('of an item that a member has bought stays, also when it is no longer published', async () => {
    const [file, lesson] = await parts();
    await buildEnrollment(app.em(), { courseId, userId: idOf(student), source: 'purchase' });
    expect(await remove(lesson)).toBe(204);
    await author.delete(path());
    expect((await author.delete(path(file))).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await detail(student)).files).toHaveLength(1);
  });
});

describe('the order', () => {
  const arrange = async () => {
    const [one, two] = [await section('One'), await section('Two')];
    const lessons: LessonView[] = [];
    for (const title of ['a', 'b'])
      lessons.push((await lesson({ sectionId: one.id, title, text: title })).body as unknown as LessonView);
    const files = [String((await addFile('A'))['id']), String((await addFile('B'))['id'])];
    return { one, two, a: lessons[0]?.id ?? '', b: lessons[1]?.id ?? '', files };
  };

  it('names every part once, and a lesson can move to another section', async () => {
    const { one, two, a, b, files } = await arrange();
    const order = {
      fileIds: files.toReversed(),
      sections: [
        { id: two.id, lessonIds: [b] },
        { id: one.id, lessonIds: [a] },
      ],
    };
    const { body } = await author.put(path('/order'), { body: order });
    const view = body as unknown as CourseDetailView;
    expect(view.files.map(({ id }) => id)).toEqual(files.toReversed());
    expect(view.sections.map(({ title, lessons }) => [title, lessons.map((entry) => entry.title)])).toEqual([
      ['Two', ['b']],
      ['One', ['a']],
    ]);
    expect((await detail()).sections).toEqual(view.sections);
    const { fileUrl } = await app.em().findOneOrFail(Course, { id: courseId });
    expect(fileUrl).toBe(view.files[0]?.url);
  });

  it('is stale when it does not name what is there', async () => {
    const { one, two, a, b, files } = await arrange();
    const whole = (lessonIds: string[]) => [
      { id: one.id, lessonIds },
      { id: two.id, lessonIds: [] },
    ];
    for (const order of [
      { fileIds: files.slice(1), sections: whole([a, b]) },
      { fileIds: [files[0], files[0]], sections: whole([a, b]) },
      { fileIds: files, sections: whole([a]) },
      { fileIds: files, sections: whole([a, b, b]) },
      { fileIds: files, sections: whole([a, uuidv7()]) },
      { fileIds: files, sections: [{ id: one.id, lessonIds: [a, b] }] },
    ])
      expect((await author.put(path('/order'), { body: order })).body).toMatchObject({ code: 'STALE' });
    expect((await student.put(path('/order'), { body: { fileIds: files, sections: whole([a, b]) } })).status).toBe(403);
  });
});
