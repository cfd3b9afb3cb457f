import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBlock, buildCourse, buildCourseFile, buildEnrollment } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

const BYTES = Buffer.from('Exercises 1 to 7.\n');

let app: TestApp;
let author: TestClient;
let student: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [author, student, stranger] = [app.visitor(), app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await student.signUp('student');
  await stranger.signUp('creator');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';

interface Item {
  courseId: string;
  fileId: string;
  path: string;
}

/** An item with a file of which the student has joined a free one, or bought another. */
async function item({
  isPreview = false,
  source = 'free' as 'free' | 'purchase',
  status = 'published' as const,
} = {}): Promise<Item> {
  const em = app.em();
  const price = source === 'free' ? 0 : 500;
  const courseId = (await buildCourse(em, { userId: idOf(author), price, status })).id;
  const { body } = await uploadBySession(author, BYTES, { name: 'exercises.txt', purpose: 'course-file' });
  const file = await buildCourseFile(em, { courseId, fileId: String(body['fileId']), isPreview });
  await buildEnrollment(em, { courseId, userId: idOf(student), source });
  return { courseId, fileId: file.id, path: `/api/courses/${courseId}/files/${file.id}` };
}
const request = (client: TestClient, path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { method, headers: { cookie: client.cookie, ...headers } });
const downloads = async ({ courseId }: Item): Promise<[number, number]> => {
  const { rows } = await app.pool.query<{ downloads: number; rows: number }>(
    `select downloads, (select count(*)::int from course_downloads d where d.course_id = c.id) as rows
      from courses c where c.id = $1`,
    [courseId],
  );
  return [rows[0]?.downloads ?? -1, rows[0]?.rows ?? -1];
};

describe('a file of an item', () => {
  it('opens for its author and the users who are enrolled, in full and in parts', async () => {
    const { path } = await item();
    for (const client of [author, student]) {
      const whole = await request(client, path);
      expect(whole.status).toBe(200);
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(BYTES);
      expect(whole.headers.get('cache-control')).toBe('private, no-store');
      const part = await request(client, path, { range: 'bytes=0-8' });
      expect([part.status, await part.text()]).toEqual([206, 'Exercises']);
      const etag = whole.headers.get('etag') ?? '';
      expect((await request(client, path, { 'if-none-match': etag })).status).toBe(304);
      const head = await request(client, path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
    }
  });

  it('is closed to others unless it is a preview', async () => {
    const [closed, open] = [await item(), await item({ isPreview: true })];
    for (const suffix of ['', '/download']) {
      const refused = await stranger.get(`${closed.path}${suffix}`);
      expect(refused).toMatchObject({ status: 403, body: { code: 'NOT_ENTITLED' } });
      expect((await request(stranger, `${open.path}${suffix}`)).status).toBe(200);
      expect((await request(app.visitor(), `${open.path}${suffix}`)).status).toBe(401);
    }
  });

  it('is unavailable with its item, and in another one', async () => {
    const [hidden, other] = [await item({ isPreview: true }), await item()];
    await app.pool.query(`update courses set status = 'draft' where id = $1`, [hidden.courseId]);
    for (const suffix of ['', '/download']) {
      expect((await request(stranger, `${hidden.path}${suffix}`)).status).toBe(404);
      expect((await request(student, `${hidden.path}${suffix}`)).status).toBe(200);
      expect((await request(student, `/api/courses/${other.courseId}/files/${hidden.fileId}${suffix}`)).status).toBe(
        404,
      );
    }
  });

  it('ends with a block by the author, unless it was bought', async () => {
    const [free, bought] = [await item(), await item({ source: 'purchase' })];
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: idOf(student) });
    expect((await request(student, free.path)).status).toBe(404);
    expect((await request(student, `${bought.path}/download`)).status).toBe(200);
    await app.pool.query('update users set deactivated_at = now() where id = $1', [idOf(author)]);
    expect((await request(student, bought.path)).status).toBe(200);
    await app.pool.query('update users set deactivated_at = null where id = $1', [idOf(author)]);
    await app.pool.query('delete from blocks');
  });

  it('is unavailable without its bytes, and then not counted', async () => {
    const { courseId } = await item();
    const lost = await buildCourseFile(app.em(), { courseId });
    const path = `/api/courses/${courseId}/files/${lost.id}/download`;
    const response = await request(student, path);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([404, null]);
    expect(await downloads({ courseId, fileId: lost.id, path })).toEqual([0, 0]);
  });
});

describe('a download', () => {
  it('is saved under its name and counted once per user, file and day', async () => {
    const one = await item();
    const path = `${one.path}/download`;
    const first = await request(student, path);
    expect(first.headers.get('content-disposition')).toMatch(/^attachment; filename=.*exercises\.txt/);
    expect(await first.text()).toBe(BYTES.toString());
    await Promise.all([1, 2, 3].map(() => request(student, path)));
    expect(await downloads(one)).toEqual([1, 1]);
    await app.pool.query('update course_downloads set day = day - 1 where course_id = $1', [one.courseId]);
    await request(student, path, { range: 'bytes=0-3' });
    expect(await downloads(one)).toEqual([2, 2]);
    await expect.poll(async () => (await app.pool.query('select 1 from outbox')).rowCount).toBe(0);
  });

  it('writes nothing when it is repeated on the same day', async () => {
    const { courseId, path } = await item();
    // A lock of a row is a write as well: it changes xmax.
    const versions = async () =>
      (await app.pool.query('select xmin, xmax from course_files where course_id = $1', [courseId])).rows;
    await request(student, `${path}/download`);
    const before = await versions();
    await request(student, `${path}/download`);
    expect(await versions()).toEqual(before);
  });

  it('is not counted for the author, a later part, a HEAD request or an unchanged file', async () => {
    const one = await item();
    const path = `${one.path}/download`;
    const mine = await request(author, path);
    expect(mine.status).toBe(200);
    expect((await request(student, path, { range: 'bytes=3-' })).status).toBe(206);
    expect((await request(student, path, { range: 'bytes=99-' })).status).toBe(416);
    expect((await request(student, path, { method: 'HEAD' })).status).toBe(200);
    expect((await request(student, path, { 'if-none-match': mine.headers.get('etag') ?? '' })).status).toBe(304);
    await request(student, one.path);
    expect(await downloads(one)).toEqual([0, 0]);
  });
});
