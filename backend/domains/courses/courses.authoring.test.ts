import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditCourseInput } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import type { Identity } from '../../http/identity.ts';
import {
  buildBlock,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildFile,
  buildLesson,
  buildUser,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { Course } from './course.entity.ts';
import { editCourse, publishCourse, takeDownCourse } from './courses.service.ts';

let app: TestApp;
let author: TestClient;
let student: TestClient;
const idOf = (client: TestClient) => client.user?.id ?? '';

const input = {
  title: 'Algebra I',
  description: 'Twelve lessons.',
  contentType: 'course',
  category: 'Mathematics',
  price: 1_900,
  forSale: true,
};
const create = async (client: TestClient, fields: object = {}) =>
  (await client.post('/api/courses', { body: { ...input, ...fields } })).body;
const rowOf = (id: string) => app.em().findOne(Course, { id });
const indexed = async (id: string) =>
  (await app.pool.query(`select title from search_index where entity_type = 'course' and entity_id = $1`, [id])).rows;
/** Adds what makes an item complete. */
const fill = (courseId: string) => buildLesson(app.em(), { courseId });

beforeAll(async () => {
  app = await createTestApp({ currency: 'EUR' });
  [author, student] = [app.visitor(), app.visitor()];
  await author.signUp('teacher', { fullName: 'Ada Author' });
  await student.signUp('student');
});
afterAll(() => app.close());

describe('creating', () => {
  it('makes a draft that only the author sees', async () => {
    const response = await author.post('/api/courses', { body: input });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      ...input,
      currency: 'EUR',
      status: 'draft',
      publishedAt: null,
      imageUrl: null,
      files: [],
      sections: [],
      changes: [],
      author: { fullName: 'Ada Author' },
      viewer: {
        isOwner: true,
        isEnrolled: false,
        isPurchased: false,
        isSaved: false,
        progress: null,
        completedAt: null,
      },
    });
    const path = `/api/courses/${String(response.body['id'])}`;
    expect((await author.get(path)).status).toBe(200);
    for (const client of [student, app.visitor()]) expect([401, 404]).toContain((await client.get(path)).status);
    expect(await indexed(String(response.body['id']))).toEqual([]);
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ description: 'x'.repeat(COURSE_LIMITS.descriptionMaxChars + 1) }, 'description'],
    [{ price: -1 }, 'price'],
    [{ price: 1.5 }, 'price'],
    [{ price: COURSE_LIMITS.priceMax + 1 }, 'price'],
    [{ price: 49 }, 'price'],
    [{ price: 1_000_001 }, 'price'],
    [{ contentType: 'podcast' }, 'contentType'],
    [{ category: 'Nothing' }, 'category'],
  ])('refuses %j', async (fields, field) => {
    const { status, body } = await author.post('/api/courses', { body: { ...input, ...fields } });
    expect(status).toBe(400);
    expect(body['errors']).toHaveProperty(field);
  });

  it('lets students offer free items only', async () => {
    for (const fields of [{ forSale: false }, { price: 0 }])
      expect(await create(student, fields)).toMatchObject({ code: 'ROLE_CANNOT_SELL', details: { field: 'price' } });
    const free = await create(student, { price: 0, forSale: false });
    expect(free).toMatchObject({ price: 0, status: 'draft' });
    const path = `/api/courses/${String(free['id'])}`;
    expect((await student.patch(path, { body: { price: 5 } })).body).toMatchObject({ code: 'ROLE_CANNOT_SELL' });
    expect((await student.patch(path, { body: { title: 'Notes' } })).body).toMatchObject({ title: 'Notes' });
  });

  it('has a limit per author', async () => {
    const crowded = app.visitor();
    const { id: userId } = await crowded.signUp('teacher');
    await crowded.token();
    await app.pool.query(
      `insert into courses (id, user_id, title, description, price)
        select gen_random_uuid(), $1, 'Many', '', 0 from generate_series(1, $2)`,
      [userId, COURSE_LIMITS.perUser - 1],
    );
    const both = await Promise.all([0, 1].map(() => crowded.post('/api/courses', { body: input })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

it('an account that awaits approval offers free items only', async () => {
  const guarded = await createTestApp({ approvedRoles: ['teacher'] });
  try {
    const teacher = guarded.visitor();
    const { id } = await teacher.signUp('teacher');
    const draft = () => teacher.post('/api/courses', { body: input });
    expect((await draft()).body).toMatchObject({ code: 'ROLE_CANNOT_SELL' });
    await guarded.pool.query('update users set is_awaiting_approval = false where id = $1', [id]);
    const approved = guarded.visitor();
    await approved.post('/api/login', { body: { username: teacher.user?.username, password: teacher.password } });
    approved.forgetToken();
    expect((await approved.post('/api/courses', { body: input })).status).toBe(201);
  } finally {
    await guarded.close();
  }
});

describe('publishing', () => {
  it('needs a description and a file or a lesson', async () => {
    const { id } = await create(author, { description: '' });
    const publish = () => author.post(`/api/courses/${String(id)}/publish`);
    expect((await publish()).body).toMatchObject({
      code: 'VALIDATION',
      errors: { description: ['Write a description'], files: ['Add a file or a lesson'] },
    });
    await author.patch(`/api/courses/${String(id)}`, { body: { description: 'Now with words.' } });
    expect((await publish()).body['errors']).toEqual({ files: ['Add a file or a lesson'] });
    await buildCourseFile(app.em(), { courseId: String(id) });
    expect((await publish()).body).toMatchObject({ status: 'published', publishedAt: expect.any(String) });
    expect((await student.get(`/api/courses/${String(id)}`)).status).toBe(200);
    await expect.poll(() => indexed(String(id))).toEqual([{ title: 'Algebra I' }]);
  });

  it('keeps the day of the first publication, and ends with a draft', async () => {
    const id = String((await create(author))['id']);
    await fill(id);
    const first = (await author.post(`/api/courses/${id}/publish`)).body;
    expect((await author.post(`/api/courses/${id}/unpublish`)).body).toMatchObject({ status: 'draft' });
    expect((await student.get(`/api/courses/${id}`)).status).toBe(404);
    await expect.poll(() => indexed(id)).toEqual([]);
    const again = (await author.post(`/api/courses/${id}/publish`)).body;
    expect(again).toMatchObject({ status: 'published', publishedAt: String(first['publishedAt']) });
  });

  it('leaves an item with learners to them when it is unpublished', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    await buildEnrollment(app.em(), { courseId: id, userId: idOf(student) });
    await author.post(`/api/courses/${id}/unpublish`);
    expect((await student.get(`/api/courses/${id}`)).body).toMatchObject({
      status: 'draft',
      viewer: { isEnrolled: true },
    });
  });

  it('refuses a price that is too low to be paid; an item that already has one stays readable and editable', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author), status: 'draft', price: 10 });
    await fill(id);
    const path = `/api/courses/${id}`;
    const tooLow = { status: 400, body: { code: 'VALIDATION', errors: { price: ['The lowest price is €0.50'] } } };
    expect(await author.post(`${path}/publish`)).toMatchObject(tooLow);
    expect(await author.patch(path, { body: { price: 49 } })).toMatchObject(tooLow);
    expect((await author.get(path)).body).toMatchObject({ price: 10, status: 'draft' });
    expect((await author.patch(path, { body: { title: 'Algebra II' } })).body).toMatchObject({ title: 'Algebra II' });
    expect((await author.patch(path, { body: { price: 50 } })).status).toBe(200);
    expect((await author.post(`${path}/publish`)).body).toMatchObject({ price: 50, status: 'published' });
  });

  it('refuses a price that the role may not set', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(student), status: 'draft', price: 100 });
    await fill(id);
    expect((await student.post(`/api/courses/${id}/publish`)).body).toMatchObject({ code: 'ROLE_CANNOT_SELL' });
  });
});

describe('editing', () => {
  it('changes what is given, and its time', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author), updatedAt: new Date('2026-01-01') });
    const { body } = await author.patch(`/api/courses/${id}`, { body: { price: 500, category: null } });
    expect(body).toMatchObject({ price: 500, category: null, title: 'Statistics from the ground up' });
    expect(Date.parse(String(body['updatedAt']))).toBeGreaterThan(Date.parse('2026-01-01'));
    await author.patch(`/api/courses/${id}`, { body: { title: 'Vectors' } });
    await expect.poll(() => indexed(id)).toEqual([{ title: 'Vectors' }]);
  });

  it('takes no price that Stripe would refuse: of three decimals, the last one is 0', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author), price: 0 });
    const identity = { id: idOf(author), role: 'teacher' } as Identity;
    const setPrice = (price: number, currency: string) =>
      editCourse(app.em(), { author: identity, currency }, { id, price, version: '*' });
    await expect(setPrice(1_234, 'KWD')).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await setPrice(1_230, 'KWD')).toMatchObject({ price: 1_230 });
    expect(await setPrice(1_234, 'EUR')).toMatchObject({ price: 1_234 });
  });

  it('limits a price by what its currency is worth', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author), price: 0 });
    const identity = { id: idOf(author), role: 'teacher' } as Identity;
    const setPrice = (price: number, currency: string) =>
      editCourse(app.em(), { author: identity, currency }, { id, price, version: '*' });
    expect(await setPrice(12_500_000, 'VND')).toMatchObject({ price: 12_500_000 });
    expect(await setPrice(COURSE_LIMITS.priceMax, 'IDR')).toMatchObject({ price: COURSE_LIMITS.priceMax });
    const refusal = { extras: { errors: { price: ['The highest price is €10,000.00'] } } };
    await expect(setPrice(1_000_001, 'EUR')).rejects.toMatchObject(refusal);
  });

  it('checks an old price when the sale changes or the item is published, and at no other edit', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author), status: 'draft', price: 1_005 });
    await fill(id);
    const authoring = { author: { id: idOf(author), role: 'teacher' } as Identity, currency: 'KWD' };
    const edit = (fields: EditCourseInput) => editCourse(app.em(), authoring, { id, version: '*', ...fields });
    const refusal = { code: 'VALIDATION', extras: { errors: { price: ['Write at most two decimals'] } } };
    expect(await edit({ title: 'Vectors' })).toMatchObject({ title: 'Vectors', price: 1_005 });
    expect(await edit({ category: null, price: 1_005, forSale: true })).toMatchObject({ category: null });
    await expect(edit({ title: 'Sets', price: 1_015 })).rejects.toMatchObject(refusal);
    await expect(edit({ forSale: false })).rejects.toMatchObject(refusal);
    await expect(publishCourse(app.em(), authoring, id)).rejects.toMatchObject(refusal);
    await edit({ price: 1_010 });
    expect(await publishCourse(app.em(), authoring, id)).toMatchObject({ title: 'Vectors', status: 'published' });
  });

  it('keeps the description of a published item', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    const { status, body } = await author.patch(`/api/courses/${id}`, { body: { description: ' ' } });
    expect([status, Object.keys(body['errors'] ?? {})]).toEqual([400, ['description']]);
    expect((await author.patch(`/api/courses/${id}`, { body: {} })).status).toBe(400);
  });

  it('is for the author alone', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    const { id: draft } = await buildCourse(app.em(), { userId: idOf(author), status: 'draft' });
    for (const [path, code] of [
      [`/api/courses/${id}`, 'NOT_OWNER'],
      [`/api/courses/${draft}`, 'NOT_FOUND'],
    ]) {
      expect((await student.patch(String(path), { body: { title: 'Mine' } })).body).toMatchObject({ code });
      expect((await student.delete(String(path))).body).toMatchObject({ code });
    }
  });
});

describe('removing', () => {
  it('deletes an item with all that refers to it', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    await fill(id);
    await student.put(`/api/saved/course/${id}`);
    expect((await author.delete(`/api/courses/${id}`)).body).toEqual({ status: 'deleted' });
    expect(await rowOf(id)).toBeNull();
    expect((await app.pool.query('select 1 from saved_items where item_id = $1', [id])).rowCount).toBe(0);
    expect((await author.delete(`/api/courses/${id}`)).status).toBe(404);
  });

  it('archives an item with learners, who keep it', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    await buildEnrollment(app.em(), { courseId: id, userId: idOf(student) });
    expect((await author.delete(`/api/courses/${id}`)).body).toEqual({ status: 'archived' });
    expect((await student.get(`/api/courses/${id}`)).body).toMatchObject({ status: 'archived' });
    const other = app.visitor();
    await other.signUp('student');
    expect((await other.get(`/api/courses/${id}`)).status).toBe(404);
    await fill(id);
    expect((await author.post(`/api/courses/${id}/publish`)).body).toMatchObject({ status: 'published' });
  });
});

it('an operator takes an item down with its texts, lessons and files, once and for good', async () => {
  const { id } = await buildCourse(app.em(), { userId: idOf(author) });
  const { id: fileId } = await buildCourseFile(app.em(), { courseId: id });
  await fill(id);
  await buildEnrollment(app.em(), { courseId: id, userId: idOf(student) });
  expect(await takeDownCourse(app.em(), id)).toBe(true);
  expect(await takeDownCourse(app.em(), id)).toBe(false);
  expect((await student.get(`/api/courses/${id}`)).body).toMatchObject({
    title: 'Removed item',
    description: '',
    status: 'archived',
    files: [],
    sections: [],
  });
  expect((await student.get(`/api/courses/${id}/files/${fileId}`)).status).toBe(404);
  expect((await app.pool.query('select 1 from course_lessons where course_id = $1', [id])).rowCount).toBe(0);
  await fill(id);
  await author.patch(`/api/courses/${id}`, { body: { title: 'Algebra', description: 'Again.' } });
  expect((await author.post(`/api/courses/${id}/publish`)).body).toMatchObject({ code: 'WRONG_STATE' });
});

describe('the change log', () => {
  it('is for published items, and lists the newest notes first', async () => {
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    const add = (note: string) => author.post(`/api/courses/${id}/changes`, { body: { note, notify: false } });
    expect((await add('Chapter 1 is longer.')).status).toBe(201);
    await add('Chapter 2 is new.');
    expect((await student.get(`/api/courses/${id}`)).body['changes']).toMatchObject([
      { note: 'Chapter 2 is new.' },
      { note: 'Chapter 1 is longer.' },
    ]);
    await author.post(`/api/courses/${id}/unpublish`);
    expect((await add('Nobody sees it.')).body).toMatchObject({ code: 'WRONG_STATE' });
  });

  it('notifies the users who are enrolled, by a link that opens the item for each role', async () => {
    const creator = app.visitor();
    await creator.signUp('creator');
    const { id } = await buildCourse(app.em(), { userId: idOf(author), title: 'Geometry' });
    for (const client of [student, creator]) await buildEnrollment(app.em(), { courseId: id, userId: idOf(client) });
    await author.post(`/api/courses/${id}/changes`, { body: { note: 'Proofs are shorter.', notify: true } });
    for (const [client, path] of [
      [student, `/courses?item=${id}`],
      [creator, `/library?item=${id}`],
    ] as const)
      await expect
        .poll(async () => (await client.get('/api/notifications')).body)
        .toMatchObject([
          { type: 'course-updated', params: { courseTitle: 'Geometry', excerpt: 'Proofs are shorter.' }, path },
        ]);
    expect((await author.get('/api/notifications')).body).toEqual([]);
  });

  it('leaves out users who do not want updates of courses', async () => {
    const quiet = app.visitor();
    await quiet.signUp('student');
    await quiet.patch('/api/preferences', { body: { courseUpdateNotifications: false } });
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    for (const client of [quiet, student]) await buildEnrollment(app.em(), { courseId: id, userId: idOf(client) });
    await author.post(`/api/courses/${id}/changes`, { body: { note: 'Something else.', notify: true } });
    await expect
      .poll(async () => JSON.stringify((await student.get('/api/notifications')).body))
      .toContain('Something else.');
    expect((await quiet.get('/api/notifications')).body).toEqual([]);
  });
});

describe('the cover', () => {
  const upload = async (client: TestClient, purpose = 'course-image') => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'cover.png');
    return (await client.post(`/api/uploads?purpose=${purpose}`, { form })).body;
  };

  it('is an upload of the author, which its author can look at before', async () => {
    const { fileId, url } = await upload(author);
    expect((await author.get(String(url))).status).toBe(200);
    expect((await student.get(String(url))).status).toBe(404);
    const theirs = await upload(student);
    const post = await upload(author, 'post-image');
    for (const imageFileId of [theirs['fileId'], post['fileId']])
      expect(await create(author, { imageFileId })).toMatchObject({ code: 'NOT_FOUND' });
    const { id, imageUrl } = await create(author, { imageFileId: fileId });
    expect(imageUrl).toBe(`/api/courses/${String(id)}/image?v=${String(fileId)}`);
    const removed = await author.patch(`/api/courses/${String(id)}`, { body: { imageFileId: null } });
    expect(removed.body).toMatchObject({ imageUrl: null });
  });

  it('of a draft is shown to its author, of a published item to anyone', async () => {
    const { fileId } = await upload(author);
    const { id, imageUrl } = await create(author, { imageFileId: fileId });
    const path = String(imageUrl);
    const visitor = app.visitor();
    expect((await author.get(path)).status).toBe(200);
    for (const client of [student, visitor]) expect((await client.get(path)).status).toBe(404);
    await fill(String(id));
    await author.post(`/api/courses/${String(id)}/publish`);
    for (const client of [student, visitor]) {
      const response = await client.get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    // Without the version in its address it may change.
    const plain = await visitor.get(`/api/courses/${String(id)}/image`);
    expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    await app.pool.query('update users set deactivated_at = now() where id = $1', [idOf(author)]);
    expect((await visitor.get(path)).status).toBe(404);
    await app.pool.query('update users set deactivated_at = null where id = $1', [idOf(author)]);
  });

  it('is hidden across a block', async () => {
    const owner = await buildUser(app.em(), { role: 'teacher' });
    const file = await buildFile(app.em(), { ownerId: owner.id, purpose: 'course-image' });
    const { id } = await buildCourse(app.em(), { userId: owner.id, imageFileId: file.id });
    await buildBlock(app.em(), { blockerId: owner.id, blockedId: idOf(student) });
    expect((await student.get(`/api/courses/${id}/image`)).status).toBe(404);
    expect((await student.get(`/api/courses/${id}`)).status).toBe(404);
  });
});

describe('saving', () => {
  it('is for everyone who sees the item; creators save no posts', async () => {
    const creator = app.visitor();
    await creator.signUp('creator');
    const { id } = await buildCourse(app.em(), { userId: idOf(author) });
    expect((await creator.put(`/api/saved/course/${id}`)).status).toBe(204);
    expect((await creator.get(`/api/courses/${id}`)).body).toMatchObject({ viewer: { isSaved: true } });
    const { id: draft } = await buildCourse(app.em(), { userId: idOf(author), status: 'draft' });
    expect((await creator.put(`/api/saved/course/${draft}`)).status).toBe(404);
    const post = (await author.post('/api/posts', { body: { content: 'For members.' } })).body;
    expect((await creator.put(`/api/saved/post/${String(post['id'])}`)).status).toBe(404);
    expect((await student.put(`/api/saved/post/${String(post['id'])}`)).status).toBe(204);
  });
});
