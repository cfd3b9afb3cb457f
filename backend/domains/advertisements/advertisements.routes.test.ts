import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { buildAdvertisement, buildBlock } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAnswer, TestClient } from '../../testing/test-client.ts';
import { forgetAdViews } from './advertisements.service.ts';
import { decideAdvertisement, listForReview } from './advertisements.review.ts';

let app: TestApp;
let teacher: TestClient;
let student: TestClient;
let other: TestClient;
const idOf = (client: TestClient) => client.user?.id ?? '';
const input = { title: 'Summer school', description: 'Two weeks, forty places.', linkUrl: 'https://school.example/summer', section: 3 };
const titles = ({ body }: TestAnswer) => (body as unknown as { title: string }[]).map(({ title }) => title);
const slot = (client: TestClient, section = 1) => client.get(`/api/advertisements?section=${String(section)}`);

beforeAll(async () => {
  app = await createTestApp();
  [teacher, student, other] = [app.visitor(), app.visitor(), app.visitor()];
  await teacher.signUp('teacher');
  await student.signUp('student');
  await other.signUp('creator');
});
beforeEach(async () => {
  await app.em().execute('delete from advertisements');
});
afterAll(() => app.close());

it.each<[Role, number]>([['student', 403], ['teacher', 201], ['institution', 201], ['creator', 201]])('a %s who places one gets %s', async (role, status) => {
  const client = app.visitor();
  await client.signUp(role);
  expect((await client.post('/api/advertisements', { body: input })).status).toBe(status);
});

it.each([
  [{ linkUrl: 'http://school.example' }, 'linkUrl'],
  [{ linkUrl: 'javascript:alert(1)' }, 'linkUrl'],
  [{ linkUrl: 'https://me:secret@school.example' }, 'linkUrl'],
  [{ section: 7 }, 'section'],
  [{ title: ' ' }, 'title'],
  [{ description: 'x'.repeat(AD_LIMITS.descriptionMaxChars + 1) }, 'description'],
])('refuses %j', async (fields, field) => {
  const { status, body } = await teacher.post('/api/advertisements', { body: { ...input, ...fields } });
  expect(status).toBe(400);
  expect(body['errors']).toHaveProperty(field);
});

it('is shown once an operator approved it, and looked at again when it changes', async () => {
  const { body } = await teacher.post('/api/advertisements', { body: input });
  const id = String(body['id']);
  expect(body).toMatchObject({ state: 'review', impressions: 0, clicks: 0 });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await student.get(`/api/advertisements/${id}/why`)).status).toBe(404);
  expect((await listForReview(app.em(), 'review')).map((line) => line.id)).toEqual([id]);

  await decideAdvertisement(app.em(), id, { operator: 'op', rejection: null });
  expect(titles(await slot(student, 3))).toEqual(['Summer school']);
  expect(titles(await slot(teacher, 3))).toEqual([]);
  expect(titles(await student.get('/api/advertisements/register'))).toEqual(['Summer school']);
  expect((await student.get(`/api/advertisements/${id}/why`)).body).toMatchObject({ section: 3, advertiser: { id: idOf(teacher) }, basis: expect.stringContaining('everyone in turn') });

  expect((await teacher.post(`/api/advertisements/${id}/pause`)).body).toMatchObject({ state: 'paused' });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await teacher.post(`/api/advertisements/${id}/resume`)).body).toMatchObject({ state: 'active' });

  expect((await teacher.patch(`/api/advertisements/${id}`, { body: { title: 'Winter school' } })).body).toMatchObject({ state: 'review' });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await teacher.post(`/api/advertisements/${id}/resume`)).body).toMatchObject({ code: 'WRONG_STATE' });
  await decideAdvertisement(app.em(), id, { operator: 'op', rejection: 'The link leads nowhere.' });
  expect((await teacher.get('/api/advertisements/mine')).body[0]).toMatchObject({ state: 'rejected', rejectionReason: 'The link leads nowhere.' });
  const { rows } = await app.pool.query(`select event from audit_log where target_id = $1 order by at`, [id]);
  expect(rows.map((row: { event: string }) => row.event)).toEqual(['advertisement_approved', 'advertisement_rejected']);
  await expect
    .poll(async () => (await teacher.get('/api/notifications')).body[0], { timeout: 8_000 })
    .toMatchObject({ title: 'Advertisement refused', excerpt: 'The link leads nowhere.' });
}, 15_000);

it('takes turns, and comes no more than so often a day', async () => {
  const one = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'One' });
  const two = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'Two' });
  await student.post(`/api/advertisements/${one.id}/impression`);
  expect(titles(await slot(student))).toEqual(['Two', 'One']);
  for (let times = 0; times < AD_LIMITS.perDay + 3; times += 1) await student.post(`/api/advertisements/${two.id}/impression`);
  expect(titles(await slot(student))).toEqual(['One']);
  // The number is each member's own.
  expect(titles(await slot(other))).toEqual(['One', 'Two']);
  await student.post(`/api/advertisements/${two.id}/click`);
  await teacher.post(`/api/advertisements/${two.id}/impression`);
  await teacher.post(`/api/advertisements/${two.id}/click`);
  expect((await teacher.get(`/api/advertisements/${two.id}/stats`)).body).toEqual([{ day: new Date().toISOString().slice(0, 10), impressions: AD_LIMITS.perDay, clicks: 1 }]);

  await app.em().execute(`update ad_views set day = day - 1`);
  expect(titles(await slot(student))).toContain('Two');
  await forgetAdViews(app.em());
  expect((await app.pool.query('select 1 from ad_views')).rows).toEqual([]);
});

it('counts each once when they come at the same time', async () => {
  const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher) });
  await Promise.all(Array.from({ length: 20 }, () => student.post(`/api/advertisements/${id}/impression`)));
  expect((await teacher.get(`/api/advertisements/${id}/stats`)).body).toMatchObject([{ impressions: AD_LIMITS.perDay }]);
});

it('stays hidden from who hid it, and from both sides of a block', async () => {
  const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher) });
  await student.post(`/api/advertisements/${id}/hide`);
  await student.post(`/api/advertisements/${id}/hide`);
  expect(titles(await slot(student))).toEqual([]);
  expect(titles(await slot(other))).toEqual(['Summer school']);
  await buildBlock(app.em(), { blockerId: idOf(other), blockedId: idOf(teacher) });
  expect(titles(await slot(other))).toEqual([]);
  expect((await other.post(`/api/advertisements/${id}/click`)).status).toBe(404);
});

it('shows the choice nothing of the member but hides, the day’s number and blocks', async () => {
  await app.em().execute(`update users set bio = 'likes birds', institution = 'Northfield' where id = ?`, [idOf(student)]);
  await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'A' });
  await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'B' });
  const plain = app.visitor();
  await plain.signUp('institution');
  expect(titles(await slot(plain))).toEqual(titles(await slot(student)));
});
