import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FilePositionView, ProgressView } from '#shared/api/enrollments.ts';
import { MINUTE_MS } from '#shared/time.ts';
import {
  buildBlock,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildFileUse,
  buildLesson,
} from '../../testing/builders.ts';
import { recountProgress } from './progress-recount.service.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const QUESTIONS = [
  { text: 'Which is a mean?', options: ['3', 'a bear'], correct: 0, explanation: 'A mean is a number.' },
  { text: '1 + 1', options: ['1', '2', '3'], correct: 1, explanation: '' },
];
const QUIZ = { kind: 'quiz' as const, questions: QUESTIONS };

let app: TestApp;
let author: TestClient;
let student: TestClient;
let stranger: TestClient;
let courseId = '';
beforeAll(async () => {
  app = await createTestApp();
  [author, student, stranger] = [app.visitor(), app.visitor(), app.visitor()];
  await author.signUp('creator');
  await student.signUp('student');
  await stranger.signUp('teacher');
});
afterAll(() => app.close());
beforeEach(async () => {
  courseId = (await buildCourse(app.em(), { userId: idOf(author), price: 0 })).id;
  await buildEnrollment(app.em(), { userId: idOf(student), courseId });
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const lesson = async (fields: object = {}) => (await buildLesson(app.em(), { courseId, ...fields })).id;
/** A file of the item, of which the server has sent a part to the student. */
const file = async (share = 1) => {
  const { id } = await buildCourseFile(app.em(), { courseId });
  await buildFileUse(app.em(), { userId: idOf(student), fileId: id, share });
  return id;
};
const open = async (lessonId: string, client = student) => {
  const { status, body } = await client.get(`/api/courses/${courseId}/lessons/${lessonId}`);
  return { status, ...(body as object) } as Record<string, unknown>;
};
const buy = () => app.pool.query(`update enrollments set source = 'purchase' where course_id = $1`, [courseId]);
const put = (body: object, client = student) => client.put(`/api/courses/${courseId}/progress`, { body });
const done = async (lessonId: string, isDone = true, client = student) => {
  await open(lessonId, client);
  return put({ lessonId, isDone }, client);
};
const at = (fileId: string, percent: number, position = '') => put({ fileId, percent, position });
const answer = async (lessonId: string, answers: number[], client = student) => {
  const { questionsVersion } = await open(lessonId, client);
  const body = { questionsVersion: questionsVersion ?? 'none', answers };
  return client.post(`/api/courses/${courseId}/lessons/${lessonId}/answers`, { body });
};
const progressOf = async (response: Promise<{ body: unknown }>) => {
  const { progress, completedAt } = (await response).body as ProgressView;
  return [progress, completedAt !== null];
};

describe('progress', () => {
  it('is the share of lessons that are done', async () => {
    const lessons = [await lesson(), await lesson(), await lesson()] as const;
    const before = Date.now();
    const { body } = await done(lessons[0]);
    expect(body).toEqual({ progress: 33, completedAt: null, lastOpenedAt: expect.any(String) });
    expect(Date.parse(String(body['lastOpenedAt']))).toBeGreaterThan(before - 60_000);
    expect(await progressOf(done(lessons[0]))).toEqual([33, false]);
    expect(await progressOf(done(lessons[1]))).toEqual([67, false]);
    expect(await progressOf(done(lessons[1], false))).toEqual([33, false]);
    expect(await progressOf(done(lessons[1]))).toEqual([67, false]);
    expect(await progressOf(done(lessons[2]))).toEqual([100, true]);
    expect(await lessonIsDone(lessons[2])).toBe(true);
  });
  it('measures the time between signs of progress, without long pauses', async () => {
    const studied = async () => {
      const { rows } = await app.pool.query<{ studied_ms: number }>(
        'select studied_ms from study_days where course_id = $1',
        [courseId],
      );
      return rows.map(({ studied_ms: ms }) => Math.round(ms / MINUTE_MS));
    };
    const opened = (minutesAgo: number) =>
      app.pool.query(`update enrollments set last_opened_at = now() - $2 * interval '1 minute' where course_id = $1`, [
        courseId,
        minutesAgo,
      ]);
    const fileId = await file();
    await at(fileId, 0.1);
    expect(await studied()).toEqual([0]);
    await opened(3);
    await at(fileId, 0.2);
    expect(await studied()).toEqual([3]);
    await opened(6);
    await at(fileId, 0.3);
    expect(await studied()).toEqual([3]);
    await opened(2);
    await done(await lesson());
    expect(await studied()).toEqual([5]);
    await student.delete(`/api/courses/${courseId}/enroll`);
    expect(await studied()).toEqual([]);
  });

  const lessonIsDone = async (id: string) => (await open(id))['isDone'];

  it('is the mean position in the files of an item without lessons; 95 percent of a file are all of it', async () => {
    const [one, two] = [await file(), await file()];
    expect(await progressOf(at(one, 0.5))).toEqual([25, false]);
    expect(await progressOf(at(one, 0.94))).toEqual([47, false]);
    expect(await progressOf(at(one, 0.95))).toEqual([50, false]);
    expect(await progressOf(at(two, 1))).toEqual([100, true]);
  });

  it('is the furthest place in a file, also when its start is opened again', async () => {
    const [one, two] = [await file(), await file()];
    await at(one, 0.6, 'page 60');
    expect(await progressOf(at(one, 0.1, 'page 10'))).toEqual([30, false]);
    await at(two, 1);
    await at(one, 1);
    expect(await progressOf(at(two, 0, 'page 1'))).toEqual([100, true]);
    await recountProgress(app.em(), courseId);
    expect(await progressOf(at(two, 0.02, 'page 2'))).toEqual([100, true]);
  });

  it('counts a place at most twice as far as the server has sent the file', async () => {
    const [unread, some] = [await file(0), await file(0.3)];
    expect(await progressOf(at(unread, 1))).toEqual([0, false]);
    expect(await progressOf(at(some, 1))).toEqual([30, false]);
    await buildFileUse(app.em(), { userId: idOf(student), fileId: some, share: 0.5 });
    expect(await progressOf(at(some, 1))).toEqual([50, false]);
    const preview = (await buildCourseFile(app.em(), { courseId, isPreview: true })).id;
    expect(await progressOf(at(preview, 1))).toEqual([33, false]);
    // What everyone may read is not recorded for a buyer.
    await buy();
    expect(await progressOf(at(preview, 1))).toEqual([67, false]);
    const fileLesson = await lesson({ kind: 'file', courseFileId: unread });
    expect(await progressOf(at(unread, 1))).toEqual([0, false]);
    expect(await lessonIsDone(fileLesson)).toBe(false);
  });

  it('counts no lesson that was not opened', async () => {
    const [closed, preview] = [await lesson(), await lesson({ isPreview: true })];
    expect(await put({ lessonId: closed, isDone: true })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE', message: 'Open the lesson before you mark it as done' },
    });
    expect((await put({ lessonId: closed, isDone: false })).status).toBe(200);
    expect((await put({ lessonId: preview, isDone: true })).status).toBe(409);
    await buy();
    expect(await progressOf(put({ lessonId: preview, isDone: true }))).toEqual([50, false]);
    await open(closed);
    expect(await progressOf(put({ lessonId: closed, isDone: true }))).toEqual([100, true]);
  });

  it('completes the lessons of a file that is read to its end; the learner can still mark them as not done', async () => {
    const [read, other] = [await file(), await file()];
    const lessons = [
      await lesson({ kind: 'file', courseFileId: read }),
      await lesson({ kind: 'file', courseFileId: read }),
      await lesson({ kind: 'file', courseFileId: other }),
    ] as const;
    const areDone = () => Promise.all(lessons.map(lessonIsDone));
    expect(await progressOf(at(read, 0.94))).toEqual([63, false]);
    expect(await areDone()).toEqual([false, false, false]);
    expect(await progressOf(at(read, 0.95))).toEqual([67, false]);
    expect(await areDone()).toEqual([true, true, false]);
    expect(await progressOf(at(read, 0.1, 'the start again'))).toEqual([67, false]);
    expect(await progressOf(at(other, 1))).toEqual([100, true]);
    expect(await progressOf(done(lessons[2], false))).toEqual([98, true]);
    expect(await areDone()).toEqual([true, true, false]);
  });

  it('counts a file lesson as its file until it is marked, and no other file of an item with lessons', async () => {
    const [used, loose] = [await file(), await file()];
    const fileLesson = await lesson({ kind: 'file', courseFileId: used });
    const text = await lesson();
    expect(await progressOf(at(loose, 1))).toEqual([0, false]);
    expect(await progressOf(at(used, 0.4))).toEqual([20, false]);
    expect(await progressOf(done(fileLesson))).toEqual([50, false]);
    expect(await progressOf(done(fileLesson, false))).toEqual([20, false]);
    expect(await progressOf(at(used, 1))).toEqual([50, false]);
    expect(await progressOf(done(text))).toEqual([100, true]);
  });

  it('is below 100 until everything is done', async () => {
    const [first, last] = [await lesson(), await lesson()];
    await app.pool.query(
      `with made as (insert into course_lessons (id, course_id, section_id, title, kind, text, position)
          select uuidv7(), course_id, section_id, title, kind, text, n from course_lessons, generate_series(1, 198) n
          where id = $1 returning id, course_id)
        insert into lesson_progress (user_id, lesson_id, course_id) select $2, id, course_id from made`,
      [first, idOf(student)],
    );
    expect(await progressOf(done(first))).toEqual([99, false]);
    expect(await progressOf(done(last))).toEqual([100, true]);
  });

  it('falls with a lesson that is added later, but the item stays completed since the first time', async () => {
    const first = await lesson();
    const { body } = await done(first);
    expect(body).toMatchObject({ progress: 100, completedAt: expect.any(String) });
    await lesson();
    const later = await done(first);
    expect(later.body).toMatchObject({ progress: 50, completedAt: body['completedAt'] });
    expect((await done(first, false)).body).toMatchObject({ progress: 0, completedAt: body['completedAt'] });
  });

  it('loses nothing when a user works in several windows at once', async () => {
    const lessons: string[] = [];
    for (let made = 0; made < 8; made += 1) lessons.push(await lesson());
    await Promise.all(lessons.map((id) => done(id)));
    const [row] = (
      await app.pool.query('select progress, completed_at from enrollments where course_id = $1', [courseId])
    ).rows;
    expect(row).toEqual({ progress: 100, completed_at: expect.any(Date) });
  });

  it('belongs to users who are enrolled, and to parts of the item', async () => {
    const id = await lesson();
    const fileId = await file();
    const other = await buildLesson(app.em(), { courseId: (await buildCourse(app.em())).id });
    const codeOf = async (response: ReturnType<typeof put>) => (await response).body['code'] as unknown;
    expect(await codeOf(put({ lessonId: id, isDone: true }, stranger))).toBe('NOT_ENTITLED');
    expect(await codeOf(put({ lessonId: id, isDone: true }, author))).toBe('NOT_ENTITLED');
    expect(await codeOf(done(other.id))).toBe('NOT_FOUND');
    expect(await codeOf(done(fileId))).toBe('NOT_FOUND');
    expect(await codeOf(at(id, 0.5))).toBe('NOT_FOUND');
    expect(await codeOf(at(fileId, 1.1))).toBe('VALIDATION');
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: idOf(stranger) });
    expect(await codeOf(put({ lessonId: id, isDone: true }, stranger))).toBe('NOT_FOUND');
    await app.pool.query('delete from blocks');
    expect((await app.pool.query('select 1 from lesson_progress where course_id = $1', [courseId])).rowCount).toBe(0);
  });

  it('ends with the enrollment', async () => {
    const id = await lesson();
    const fileId = await file();
    await done(id);
    await at(fileId, 0.5, 'page 3');
    expect((await student.delete(`/api/courses/${courseId}/enroll`)).status).toBe(204);
    for (const table of ['lesson_progress', 'file_positions'])
      expect((await app.pool.query(`select 1 from ${table} where course_id = $1`, [courseId])).rowCount).toBe(0);
    expect((await done(id)).body).toMatchObject({ code: 'NOT_ENTITLED' });
    await student.post(`/api/courses/${courseId}/enroll`);
    expect((await student.get(`/api/courses/${courseId}/lessons/${id}`)).body).toMatchObject({ isDone: false });
  });
});

describe('positions', () => {
  const list = async (client = student) =>
    (await client.get(`/api/courses/${courseId}/positions`)).body as unknown as FilePositionView[];

  it('are listed for each opened file, the last one of each', async () => {
    const [one] = [await file(), await file()];
    expect(await list()).toEqual([]);
    await at(one, 0.1, 'page 1');
    await at(one, 0.3, 'page 3');
    await at(one, 0.2, 'page 2');
    expect(await list()).toEqual([
      { fileId: one, percent: 0.2, furthest: 0.3, position: 'page 2', updatedAt: expect.any(String) },
    ]);
    expect(await list(author)).toEqual([]);
    expect((await stranger.get(`/api/courses/${courseId}/positions`)).body).toMatchObject({ code: 'NOT_ENTITLED' });
  });
});

describe('a lesson', () => {
  it('is shown to its author and the users who are enrolled; a preview to all who see the item', async () => {
    const [closed, preview] = [await lesson(), await lesson({ isPreview: true })];
    for (const client of [author, student])
      expect(await open(closed, client)).toMatchObject({ status: 200, text: 'What a mean is.', isDone: false });
    expect(await open(closed, stranger)).toMatchObject({ status: 403, code: 'NOT_ENTITLED' });
    expect(await open(preview, stranger)).toMatchObject({ status: 200, isPreview: true });
    await app.pool.query(`update courses set status = 'draft' where id = $1`, [courseId]);
    expect(await open(preview, stranger)).toMatchObject({ status: 404 });
    expect(await open(closed, student)).toMatchObject({ status: 200 });
    const elsewhere = await buildLesson(app.em(), { courseId: (await buildCourse(app.em())).id });
    expect(await open(elsewhere.id, student)).toMatchObject({ status: 404 });
  });

  it('is not counted as opened by a read', async () => {
    await open(await lesson(), student);
    const { rows } = await app.pool.query('select last_opened_at from enrollments where course_id = $1', [courseId]);
    expect(rows).toEqual([{ last_opened_at: null }]);
  });

  it('of questions shows the correct options to its author alone', async () => {
    const quiz = await lesson({ ...QUIZ, isPreview: true });
    expect((await open(quiz, author))['questions']).toEqual(QUESTIONS);
    for (const client of [student, stranger])
      expect((await open(quiz, client))['questions']).toEqual(
        QUESTIONS.map(({ text, options }) => ({ text, options })),
      );
  });
});

describe('progress in an item that its author changes', () => {
  const recount = () => recountProgress(app.em(), courseId);
  const jobs = async () =>
    (
      await app.pool.query<{ wait: number }>(
        `select extract(epoch from start_after - now())::int as wait from pgboss.job
          where name = 'course-progress' and singleton_key = $1`,
        [courseId],
      )
    ).rows.map(({ wait }) => wait);
  const path = (rest: string) => `/api/courses/${courseId}${rest}`;
  const stored = async () => {
    const { rows } = await app.pool.query<{ progress: number; completed_at: Date | null; progress_max: number }>(
      'select progress, progress_max, completed_at from enrollments where course_id = $1 and user_id = $2',
      [courseId, idOf(student)],
    );
    return rows.map((row) => [row.progress, row.progress_max, row.completed_at !== null])[0];
  };

  it('reaches the end when the lessons that were left are deleted', async () => {
    const { sectionId } = await buildLesson(app.em(), { courseId });
    const lessons = [await lesson(), await lesson()] as const;
    for (const id of lessons) await done(id);
    expect(await stored()).toEqual([67, 67, false]);
    expect((await author.delete(path(`/sections/${String(sectionId)}`))).status).toBe(204);
    await recount();
    // What the author deletes does not end the buyer's right to a refund, which depends on the maximum.
    expect(await stored()).toEqual([100, 67, true]);
  });

  it('counts lessons and files that are added; an item stays completed', async () => {
    const read = await file();
    await at(read, 1);
    expect(await stored()).toEqual([100, 100, true]);
    const { body: section } = await author.post(path('/sections'), { body: { title: 'One' } });
    const input = { sectionId: section['id'], title: 'Why', kind: 'text', isPreview: false, text: 'Because.' };
    const { body: added } = await author.post(path('/lessons'), { body: input });
    await recount();
    expect(await stored()).toEqual([0, 100, true]);
    expect((await author.delete(path(`/lessons/${String(added['id'])}`))).status).toBe(204);
    await recount();
    expect(await stored()).toEqual([100, 100, true]);
  });

  it('is counted once for the changes of some minutes, and not for those of words', async () => {
    await done(await lesson());
    const changed = await lesson();
    const edit = { body: { title: 'Other words' } };
    expect((await author.patch(path(`/lessons/${changed}`), edit)).status).toBe(200);
    expect(await jobs()).toEqual([]);
    for (const id of [await lesson(), changed]) expect((await author.delete(path(`/lessons/${id}`))).status).toBe(204);
    const waits = await jobs();
    // Two when a period has ended in between.
    expect([1, 2]).toContain(waits.length);
    for (const wait of waits) expect(wait).toBeGreaterThan(590);
  });

  it('is counted for all learners, in parts', async () => {
    const kept = await lesson();
    const deleted = await lesson();
    await app.pool.query(
      `with made as (insert into users (id, username, email, full_name, role, password)
        select gen_random_uuid(), 'part-' || n, 'part-' || n || '@example.test', 'Learner', 'student', ''
          from generate_series(1, 1100) n returning id),
        joined as (insert into enrollments (id, user_id, course_id, progress)
          select gen_random_uuid(), id, $1, 50 from made)
        insert into lesson_progress (user_id, lesson_id, course_id, created_at) select id, $2, $1, now() from made`,
      [courseId, kept],
    );
    expect((await author.delete(path(`/lessons/${deleted}`))).status).toBe(204);
    const completed = async () =>
      (await app.pool.query('select 1 from enrollments where course_id = $1 and progress = 100', [courseId])).rowCount;
    await recount();
    expect(await completed()).toBe(1100);
  });
});

describe('answers', () => {
  it('are checked with an explanation, and the lesson is done', async () => {
    const [quiz] = [await lesson(QUIZ), await lesson()];
    expect(await answer(quiz, [1, 1])).toMatchObject({
      status: 200,
      body: {
        results: [
          { isCorrect: false, correct: 0, explanation: 'A mean is a number.' },
          { isCorrect: true, correct: 1, explanation: '' },
        ],
        progress: { progress: 50, completedAt: null },
      },
    });
    expect((await answer(quiz, [0, 1])).body['results']).toMatchObject([{ isCorrect: true }, { isCorrect: true }]);
  });

  it('are refused when the questions were changed after they were read', async () => {
    const quiz = await lesson(QUIZ);
    const { questionsVersion } = await open(quiz);
    const send = () =>
      student.post(`/api/courses/${courseId}/lessons/${quiz}/answers`, {
        body: { questionsVersion, answers: [0, 1] },
      });
    const change = (questions: object[]) =>
      app.pool.query('update course_lessons set questions = $2 where id = $1', [quiz, JSON.stringify(questions)]);
    // What the author corrects is judged by the corrected key.
    await change(QUESTIONS.map((question) => ({ ...question, correct: 1, explanation: 'Corrected.' })));
    expect((await send()).body['results']).toMatchObject([{ isCorrect: false }, { isCorrect: true }]);
    await change(QUESTIONS.map((question) => ({ ...question, options: question.options.toReversed() })));
    expect(await send()).toMatchObject({ status: 412, body: { code: 'STALE' } });
    expect((await student.get('/api/learning-record?limit=1')).body).toMatchObject([
      { lessons: [{ quiz: { right: 1, questions: 2 } }] },
    ]);
  });

  it('are refused when they do not fit the questions', async () => {
    const [quiz, text] = [await lesson(QUIZ), await lesson()];
    expect(await answer(quiz, [0])).toMatchObject({ status: 412, body: { code: 'STALE' } });
    expect(await answer(quiz, [0, 1, 2])).toMatchObject({ status: 412 });
    expect(await answer(quiz, [0, 3])).toMatchObject({
      status: 400,
      body: { errors: { answers: [expect.any(String)] } },
    });
    expect(await answer(quiz, [0, -1])).toMatchObject({ status: 400 });
    expect(await answer(text, [0, 1])).toMatchObject({ status: 404 });
    expect((await app.pool.query('select 1 from lesson_progress where course_id = $1', [courseId])).rowCount).toBe(0);
  });

  it('are of users who are enrolled, also for a preview', async () => {
    const quiz = await lesson({ ...QUIZ, isPreview: true });
    for (const client of [stranger, author])
      expect(await answer(quiz, [0, 1], client)).toMatchObject({ status: 403, body: { code: 'NOT_ENTITLED' } });
  });
});

describe('the learning record', () => {
  it('lists items with their lessons, dates and quiz results, and exports them as CSV', async () => {
    const learner = app.visitor();
    await learner.signUp('student');
    const record = async () => (await learner.get('/api/learning-record')).body as unknown;
    expect(await record()).toEqual([]);
    await buildEnrollment(app.em(), { userId: idOf(learner), courseId });
    const text = await lesson({ title: '=Rings' });
    const quiz = await lesson({ title: 'Check, "twice"', position: 1, ...QUIZ });
    await lesson({ title: 'Not done', position: 2 });
    await done(text, true, learner);
    await answer(quiz, [0, 1], learner);
    await answer(quiz, [0, 0], learner);
    const other = await buildCourse(app.em(), { userId: idOf(author), price: 0, title: 'Later' });
    await buildEnrollment(app.em(), { userId: idOf(learner), courseId: other.id });
    expect(await record()).toMatchObject([
      { courseId: other.id, title: 'Later', progress: 0, completedAt: null, lessonCount: 0, lessons: [] },
      {
        courseId,
        contentType: 'course',
        authorName: author.user?.fullName,
        enrolledAt: expect.any(String),
        progress: 67,
        lessonCount: 3,
        lessons: [
          { title: '=Rings', kind: 'text', doneAt: expect.stringMatching(/Z$/), quiz: null },
          { title: 'Check, "twice"', kind: 'quiz', doneAt: expect.any(String), quiz: { right: 1, questions: 2 } },
        ],
      },
    ]);
    const first = await learner.get('/api/learning-record?limit=1');
    const next = first.headers.get('x-next-cursor');
    expect((await learner.get(`/api/learning-record?limit=1&cursor=${next}`)).body).toMatchObject([{ courseId }]);
    const csv = await learner.get('/api/learning-record.csv');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="learning-record-.*\.csv"$/);
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain(`,"'=Rings",text,`);
    expect(lines[3]).toMatch(/,"Check, ""twice""",quiz,[^,]+,1,2$/);
    await put({ lessonId: quiz, isDone: false }, learner);
    expect(await record()).toMatchObject([{}, { lessons: [{ title: '=Rings' }] }]);
  });

  it('leaves out an item that is hidden from the learner', async () => {
    const [learner, other] = [app.visitor(), app.visitor()];
    await learner.signUp('student');
    await other.signUp('teacher');
    const { id } = await buildCourse(app.em(), { userId: idOf(other), price: 0 });
    await buildEnrollment(app.em(), { userId: idOf(learner), courseId: id });
    expect((await learner.get('/api/learning-record')).body).toMatchObject([{ courseId: id }]);
    await buildBlock(app.em(), { blockerId: idOf(other), blockedId: idOf(learner) });
    expect((await learner.get('/api/learning-record')).body).toEqual([]);
  });
});
