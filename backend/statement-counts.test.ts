import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildConnection,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildEvent,
  buildPost,
} from './testing/builders.ts';
import { watchStatements } from './testing/statements.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';
import { uploadBySession } from './testing/tus-client.ts';
import { connectLiveClient } from './testing/two-clients.ts';

/** The test's own statement. */
const OPEN = 'select count(*)::int as open from outbox';

/**
 * What members do most often: the statements of a request and of the domain events that follow from it. The session is
 * loaded once in two seconds and extended once in a while, whatever a member does, and not counted.
 */
const record = watchStatements();
let app: TestApp;
let ana: TestClient;
let ben: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [ana, ben] = [app.visitor(), app.visitor()];
  for (const client of [ana, ben]) {
    await client.signUp('student');
    await client.token();
  }
  const fields = { userId: ana.user?.id ?? '', connectedUserId: ben.user?.id ?? '', status: 'accepted' as const };
  await buildConnection(app.em(), fields);
});
afterAll(() => app.close());

async function settled(): Promise<void> {
  await expect.poll(async () => (await app.pool.query(OPEN)).rows[0].open).toBe(0);
}
const send = (content: string) =>
  ben.post('/api/messages', { body: { receiverId: ana.user?.id, clientId: randomUUID(), content } });
const ownPost = async (): Promise<string> => (await buildPost(app.em(), { userId: ana.user?.id ?? '' })).id;
const ownEvent = async (): Promise<string> => (await buildEvent(app.em(), { userId: ana.user?.id ?? '' })).id;
/** Ids of an item that ben has joined and of its file. */
const joinedFile = async (): Promise<string[]> => {
  const courseId = String((await buildEnrollment(app.em(), { userId: ben.user?.id ?? '' })).courseId);
  return [courseId, (await buildCourseFile(app.em(), { courseId })).id];
};

it.each([
  ['a like', 8, async () => [await ownPost()], ([id]: string[]) => ben.put(`/api/posts/${id}/like`)],
  [
    'a comment',
    10,
    async () => [await ownPost()],
    ([postId]: string[]) => ben.post('/api/comments', { body: { postId, content: 'Well said' } }),
  ],
  ['a message', 3, async () => [], () => send('Good morning')],
  [
    'an answer to an invitation',
    10,
    async () => [await ownEvent()],
    ([id]: string[]) => ben.put(`/api/events/${id}/rsvp`, { body: { status: 'going' } }),
  ],
  [
    'a position in a file',
    4,
    joinedFile,
    ([id, fileId]: string[]) =>
      ben.put(`/api/courses/${id}/progress`, { body: { fileId, percent: 0.5, position: 'page 7' } }),
  ],
] as const)('%s takes at most %i statements', async (_name, most, arrange, act) => {
  await act(await arrange());
  await settled();
  const ids = await arrange();
  const statements = (
    await record(async () => {
      expect((await act(ids)).status).toBeLessThan(300);
      await settled();
    })
  ).filter((statement) => statement !== OPEN && !statement.startsWith('session-'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
});

it('a message is not read again for its receiver and other devices of its sender', async () => {
  const devices = [ana, ben].map(({ cookie }) => connectLiveClient({ url: app.url, cookie }));
  const links = await Promise.all(devices);
  const messages = 20;
  try {
    const statements = await record(async () => {
      for (let number = 1; number <= messages; number += 1) {
        await send(`Message ${number}`);
        for (const { frames } of links)
          await expect
            .poll(() => frames.findLast(({ name }) => name === 'new-message'))
            .toMatchObject({ payload: { content: `Message ${number}` } });
      }
    });
    expect(statements.filter((statement) => statement === 'message-store')).toHaveLength(messages);
    // The poll of the logs may run between a commit and its delivery; otherwise there were four reads for each message.
    const reads = statements.filter((statement) => ['user-log-entries', 'messages-by-ids'].includes(statement));
    expect(reads.length).toBeLessThan(messages / 2);
  } finally {
    for (const link of links) link.close();
  }
});

it('a file that was shown whole before is shown again by one statement', async () => {
  const [courseId] = await joinedFile();
  const { body } = await uploadBySession(ben, Buffer.from('Exercises'), { name: 'a.txt', purpose: 'course-file' });
  const file = await buildCourseFile(app.em(), { courseId: courseId ?? '', fileId: String(body['fileId']) });
  const open = async (more = ''): Promise<string[]> => {
    const statements = await record(async () => {
      expect((await ben.get(`/api/courses/${courseId}/files/${file.id}${more}`)).status).toBe(200);
    });
    return statements.filter((statement) => /^(?:course-file|use)-/.test(statement));
  };
  expect(await open()).toEqual(['course-file-readable', 'use-serve-file']);
  expect(await open()).toEqual(['course-file-readable']);
  expect(await open('/download')).toEqual(['course-file-readable', 'use-serve-file']);
  expect(await open()).toEqual(['course-file-readable']);
});

it('a table of 2,500 learners takes a statement for each 1,000, and one for the item', async () => {
  const { id } = await buildCourse(app.em(), { userId: ana.user?.id ?? '', price: 0 });
  const learners = 2_500;
  await app.runAsOwner(`
    with people as (insert into users (id, username, password, email, full_name, role)
      select gen_random_uuid(), 'learner' || n, 'x', 'learner' || n || '@example.test', 'Learner ' || n, 'student'
      from generate_series(1, ${learners}) n returning id)
    insert into enrollments (id, user_id, course_id) select gen_random_uuid(), p.id, '${id}' from people p`);
  let table = '';
  const statements = await record(async () => {
    table = String((await ana.get(`/api/courses/${id}/learners/export.csv`)).body);
  });
  const names = table.split('\r\n').slice(1, -1);
  expect(new Set(names).size).toBe(learners);
  expect(statements.filter((statement) => statement.startsWith('course-'))).toHaveLength(4);
  expect(statements.filter((statement) => !/^(?:course|session)-/.test(statement))).toEqual([]);
});
