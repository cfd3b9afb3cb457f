import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LessonNumbersView } from '#shared/api/analytics.ts';
import { buildCourse, buildCourseFile, buildEnrollment, buildLesson } from '../../testing/builders.ts';
import { explainByIndex } from '../../testing/plans.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { LESSON_NUMBERS } from './lesson-numbers.view.ts';

let app: TestApp;
let tom: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  tom = app.visitor();
  await tom.signUp('teacher');
});
afterAll(() => app.close());

const numbersOf = async (courseId: string): Promise<LessonNumbersView['numbers']> => {
  const { status, body } = await tom.get(`/api/analytics/lessons?item=${courseId}`);
  expect(status).toBe(200);
  return (body as unknown as LessonNumbersView).numbers;
};
const linesOf = async (courseId: string): Promise<string[]> => {
  const { status, body } = await tom.get(`/api/analytics/lessons.csv?item=${courseId}`);
  expect(status).toBe(200);
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
};
const HEADINGS = 'Type,Title,Learners counted,Opened,Finished';
const ownCourse = () => buildCourse(app.em(), { userId: tom.user?.id ?? '' });
async function learnersOf(courseId: string, count: number): Promise<string[]> {
  const learners: string[] = [];
  while (learners.length < count) learners.push((await buildEnrollment(app.em(), { courseId })).userId);
  return learners;
}
const finish = (userId: string | undefined, { id, courseId }: { id: string; courseId: string }) =>
  app.pool.query('insert into lesson_progress (user_id, lesson_id, course_id) values ($1, $2, $3)', [
    userId,
    id,
    courseId,
  ]);
const read = (userId: string | undefined, { id, courseId }: { id: string; courseId: string }, furthest: number) =>
  app.pool.query(
    `insert into file_positions (user_id, course_file_id, course_id, percent, furthest, position)
      values ($1, $2, $3, 0.1, $4, '1:0')`,
    [userId, id, courseId, furthest],
  );
const save = (userId: string | undefined, { id, courseId }: { id: string; courseId: string }, day: string) =>
  app.pool.query('insert into course_downloads (user_id, course_file_id, course_id, day) values ($1, $2, $3, $4)', [
    userId,
    id,
    courseId,
    day,
  ]);

it('shows an author how many of five or more learners opened and finished each lesson, in their order', async () => {
  const { id: courseId } = await ownCourse();
  const file = await buildCourseFile(app.em(), { courseId });
  const text = await buildLesson(app.em(), { courseId, title: 'Text', position: 1 });
  const { sectionId } = text;
  const reading = { courseId, sectionId, kind: 'file' as const, courseFileId: file.id };
  const first = await buildLesson(app.em(), { ...reading, title: 'First', position: 0 });
  const last = await buildLesson(app.em(), { courseId, sectionId, title: 'Last', position: 2 });
  const extra = await buildCourseFile(app.em(), { courseId, title: 'Extra', position: 1 });
  const learners = await learnersOf(courseId, 4);
  expect(await numbersOf(courseId)).toBeNull();
  expect(await linesOf(courseId)).toEqual([HEADINGS]);
  learners.push(...(await learnersOf(courseId, 1)));
  for (const learner of learners.slice(0, 4)) await read(learner, file, 0.2);
  for (const learner of learners.slice(0, 3)) await finish(learner, first);
  await finish(learners[4], text);
  await save(learners[1], extra, '2026-01-01');
  // Files in no lesson do not belong to the completion of an item with lessons.
  await app.pool.query(`update enrollments set completed_at = now() + interval '1 day' where course_id = $1`, [
    courseId,
  ]);
  // Those who do not learn from the item are not counted, nor are other items.
  await read((await buildEnrollment(app.em())).userId, file, 1);
  const other = await buildCourse(app.em());
  await read(learners[0], await buildCourseFile(app.em(), { courseId: other.id }), 1);
  expect(await numbersOf(courseId)).toEqual({
    learners: 5,
    isPart: false,
    lessons: [
      { id: first.id, title: 'First', opened: 4, finished: 3 },
      { id: text.id, title: 'Text', opened: null, finished: 1 },
      { id: last.id, title: 'Last', opened: null, finished: 0 },
    ],
    files: [{ id: extra.id, title: 'Extra', opened: 1, finished: 0 }],
  });
  expect(await linesOf(courseId)).toEqual([
    HEADINGS,
    'Lesson,First,5,4,3',
    'Lesson,Text,5,,1',
    'Lesson,Last,5,,0',
    'File,Extra,5,1,0',
  ]);
});

it('counts each learner of a file once, and those who went back after the end as finished', async () => {
  const { id: courseId } = await ownCourse();
  const [second, first] = [
    await buildCourseFile(app.em(), { courseId, title: 'Second', position: 1 }),
    await buildCourseFile(app.em(), { courseId, title: 'First', position: 0 }),
  ];
  const learners = await learnersOf(courseId, 5);
  await read(learners[0], first, 0.95);
  for (const day of ['2026-01-01', '2026-01-02']) await save(learners[0], first, day);
  for (const day of ['2026-01-01', '2026-01-02']) await save(learners[1], first, day);
  for (const file of [first, second]) await read(learners[2], file, 0.1);
  await read(learners[3], first, 0.94);
  const { files = [] } = (await numbersOf(courseId)) ?? {};
  expect(files.map(({ opened, finished }) => [opened, finished])).toEqual([
    [4, 1],
    [1, 0],
  ]);
});

it('is for the author alone', async () => {
  const { id: courseId } = await ownCourse();
  const other = app.visitor();
  await other.signUp('teacher');
  for (const path of ['/api/analytics/lessons', '/api/analytics/lessons.csv']) {
    expect((await other.get(`${path}?item=${courseId}`)).status).toBe(403);
    expect((await tom.get(`${path}?item=${uuidv7()}`)).status).toBe(404);
    expect((await tom.get(`${path}?item=1`)).status).toBe(400);
    expect((await app.visitor().get(`${path}?item=${courseId}`)).status).toBe(401);
  }
});

it('reads no table in full', async () => {
  expect(await explainByIndex(app.pool, LESSON_NUMBERS.text)).not.toContain('Seq Scan');
});
