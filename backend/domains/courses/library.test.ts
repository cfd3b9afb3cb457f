import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryItemView } from '#shared/api/enrollments.ts';
import { DAY_MS } from '#shared/time.ts';
import { newId } from '../../db/clock.ts';
import { buildBlock, buildCourse, buildCourseFile, buildEnrollment, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { SavedItem } from '../saved/saved-item.entity.ts';
import { CourseDownload } from './course-download.entity.ts';

let app: TestApp;
let authorId = '';
let user: TestClient;
beforeAll(async () => {
  app = await createTestApp({ currency: 'EUR' });
  authorId = (await buildUser(app.em(), { role: 'teacher' })).id;
  user = app.visitor();
  await user.signUp('creator');
});
afterAll(() => app.close());

const userId = () => user.user?.id ?? '';
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const course = async (title: string, fields: object = {}) =>
  (await buildCourse(app.em(), { userId: authorId, price: 0, title, ...fields })).id;
const joined = async (title: string, enrollment: object = {}, fields: object = {}) => {
  const courseId = await course(title, fields);
  await buildEnrollment(app.em(), { userId: userId(), courseId, ...enrollment });
  return courseId;
};
const list = async (query: string) => {
  const { status, body } = await user.get(`/api/library?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as LibraryItemView[];
};
const titles = async (query: string) => (await list(query)).map((item) => item.course.title);

it('lists what the user has joined, last opened or added first, and what was bought apart', async () => {
  const opened = daysAgo(1);
  await joined('Old and opened', { createdAt: daysAgo(9), lastOpenedAt: opened, progress: 40 });
  await joined('Newer', { createdAt: daysAgo(3) });
  const purchaseId = newId();
  await joined('Bought', { createdAt: daysAgo(2), source: 'purchase', purchaseId }, { price: 900 });
  expect(await list('tab=enrolled')).toMatchObject([
    {
      course: { title: 'Old and opened', currency: 'EUR', viewer: { isEnrolled: true, progress: 40 } },
      addedAt: expect.any(String),
      lastOpenedAt: opened.toISOString(),
      isArchived: false,
      purchaseId: null,
    },
    { course: { title: 'Newer' }, lastOpenedAt: null },
  ]);
  expect(await list('tab=purchased')).toMatchObject([{ course: { title: 'Bought' }, purchaseId }]);
});

it('archives an item, which is then listed only where archived ones are requested', async () => {
  const id = await joined('To archive');
  const path = `/api/library/${id}/archived`;
  for (const _ of [1, 2]) expect((await user.put(path, { body: { isArchived: true } })).status).toBe(204);
  expect(await titles('tab=enrolled')).not.toContain('To archive');
  expect(await list('tab=enrolled&archived=true')).toMatchObject([{ course: { id }, isArchived: true }]);
  expect(await titles('tab=purchased&archived=true')).toEqual([]);
  await user.put(path, { body: { isArchived: false } });
  expect(await titles('tab=enrolled&archived=true')).toEqual([]);
  expect(await titles('tab=enrolled')).toContain('To archive');
  const other = await course('Not joined');
  expect((await user.put(`/api/library/${other}/archived`, { body: { isArchived: true } })).status).toBe(404);
});

it('lists downloads by item, newest first, also archived ones', async () => {
  const em = app.em();
  const [first, second] = [await course('First download'), await joined('Second download', { isArchived: true })];
  for (const [courseId, days] of [
    [first, 5],
    [second, 4],
    [first, 3],
  ] as const) {
    const courseFileId = (await buildCourseFile(em, { courseId })).id;
    const day = daysAgo(days).toISOString().slice(0, 10);
    em.create(CourseDownload, { userId: userId(), courseFileId, courseId, day, createdAt: daysAgo(days) });
  }
  await em.flush();
  expect(await titles('tab=downloads')).toEqual(['First download', 'Second download']);
  await app.pool.query(`update courses set status = 'draft' where id = $1`, [first]);
  expect(await titles('tab=downloads')).toEqual(['Second download']);
});

it('lists what the user saved, newest first', async () => {
  const em = app.em();
  for (const [title, days] of [
    ['Saved before', 2],
    ['Saved now', 1],
  ] as const)
    em.create(SavedItem, { userId: userId(), type: 'course', itemId: await course(title), createdAt: daysAgo(days) });
  await em.flush();
  expect(await list('tab=saved')).toMatchObject([
    { course: { title: 'Saved now', viewer: { isSaved: true, isEnrolled: false, progress: null } } },
    { course: { title: 'Saved before' } },
  ]);
});

it('lists own items of every status', async () => {
  for (const [days, status] of ['published', 'draft', 'archived'].entries())
    await course(`Mine ${status}`, { userId: userId(), status, createdAt: daysAgo(days) });
  expect(await list('tab=created')).toMatchObject([
    { course: { title: 'Mine published', viewer: { isOwner: true } }, isArchived: false },
    { course: { title: 'Mine draft' } },
    { course: { title: 'Mine archived' } },
  ]);
});

it('filters by type and title', async () => {
  await joined('50% of algebra', {}, { contentType: 'ebook' });
  await joined('Geometry', {}, { contentType: 'ebook' });
  expect(await titles('tab=enrolled&q=ALGEBRA')).toEqual(['50% of algebra']);
  expect(await titles('tab=enrolled&q=50%25')).toEqual(['50% of algebra']);
  expect((await titles('tab=enrolled&contentType=ebook')).toSorted()).toEqual(['50% of algebra', 'Geometry']);
  expect(await titles('tab=enrolled&contentType=video')).toEqual([]);
});

it.each(['recent', 'title'])('pages through all items in the order of %s', async (sort) => {
  const learner = app.visitor();
  const { id } = await learner.signUp('student');
  const made = ['Éclairs & co', 'apples', 'Apples', 'Same', 'Same', 'Zebra 100%'];
  const at = new Date();
  for (const [days, title] of made.entries())
    await buildEnrollment(app.em(), {
      userId: id,
      courseId: await course(title),
      createdAt: title === 'Same' ? at : daysAgo(days + 1),
    });
  const path = `/api/library?tab=enrolled&sort=${sort}`;
  const all = (await learner.get(path)).body as unknown as LibraryItemView[];
  expect(all.map((item) => item.course.title)).toEqual(
    sort === 'title'
      ? ['apples', 'Apples', 'Éclairs & co', 'Same', 'Same', 'Zebra 100%']
      : ['Same', 'Same', 'Éclairs & co', 'apples', 'Apples', 'Zebra 100%'],
  );
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await learner.get(`${path}&limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...(page.body as unknown as LibraryItemView[]).map((item) => item.course.id));
    cursor = page.headers.get('x-next-cursor');
  }
  expect(paged).toEqual(all.map((item) => item.course.id));
  const foreign = Buffer.from(`%E0%A4%A ${all[0]?.course.id}`).toString('base64url');
  expect((await learner.get(`${path}&cursor=${foreign}`)).status).toBe(400);
});

it('leaves out what a block hides, except what was bought', async () => {
  const blockerId = (await buildUser(app.em(), { role: 'teacher' })).id;
  const fields = { userId: blockerId };
  const free = await joined('Hidden by a block', {}, fields);
  await joined('Bought for good', { source: 'purchase' }, fields);
  await app.em().insert(SavedItem, { userId: userId(), type: 'course', itemId: free, createdAt: new Date() });
  await buildBlock(app.em(), { blockerId, blockedId: userId() });
  expect(await titles('tab=enrolled')).not.toContain('Hidden by a block');
  expect(await titles('tab=saved')).not.toContain('Hidden by a block');
  expect(await titles('tab=purchased')).toContain('Bought for good');
  expect((await user.put(`/api/library/${free}/archived`, { body: { isArchived: true } })).status).toBe(404);
});

it('filters by subject, price and author, and lists the authors of the tab', async () => {
  const em = app.em();
  const member = app.visitor();
  await member.signUp('student');
  const [zoe, abe, blocked] = [
    await buildUser(em, { role: 'teacher', fullName: 'Zoe Author' }),
    await buildUser(em, { role: 'creator', fullName: 'Abe Author' }),
    await buildUser(em, { role: 'teacher', fullName: 'Blocked Author' }),
  ];
  const add = async (title: string, fields: { userId: string; price?: number; category?: string }) => {
    const courseId = (await buildCourse(em, { price: 0, title, ...fields })).id;
    await buildEnrollment(em, { userId: member.user?.id ?? '', courseId });
  };
  await add('Cells', { userId: zoe.id, category: 'Biology' });
  await add('Leaves', { userId: abe.id, category: 'Biology', price: 900 });
  await add('Fugues', { userId: abe.id, category: 'Music' });
  await add('Hidden', { userId: blocked.id, category: 'Biology' });
  await buildBlock(em, { blockerId: blocked.id, blockedId: member.user?.id ?? '' });
  const found = async (filter: string) => {
    const { status, body } = await member.get(`/api/library?tab=enrolled&sort=title${filter}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as unknown as LibraryItemView[]).map((item) => item.course.title);
  };
  expect(await found('&category=Biology')).toEqual(['Cells', 'Leaves']);
  expect(await found('&price=free')).toEqual(['Cells', 'Fugues']);
  expect(await found('&price=paid')).toEqual(['Leaves']);
  expect(await found(`&authorId=${abe.id}`)).toEqual(['Fugues', 'Leaves']);
  expect(await found(`&authorId=${abe.id}&category=Biology&price=paid`)).toEqual(['Leaves']);
  expect(await found(`&authorId=${blocked.id}`)).toEqual([]);
  const authors = async (tab: string) => (await member.get(`/api/library-authors?tab=${tab}`)).body;
  expect(await authors('enrolled')).toEqual([
    { id: abe.id, fullName: 'Abe Author' },
    { id: zoe.id, fullName: 'Zoe Author' },
  ]);
  expect(await authors('saved')).toEqual([]);
  expect((await member.get('/api/library?tab=enrolled&category=Alchemy')).status).toBe(400);
});
