import sharp from 'sharp';
import { filesInUse } from '../../files-in-use.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { buildAdvertisement, buildBlock, buildEvent } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestClient } from '../../testing/test-client.ts';
import { removeUnused } from '../files/files.service.ts';
import { removeReported } from '../operator/operator.service.ts';
import { CHOICE } from './advertisement.view.ts';
import { forgetAdViews } from './advertisements.service.ts';
import { approveAdvertisement, listForReview, loadForReview, rejectAdvertisement } from './advertisements.review.ts';

let app: TestApp;
let teacher: TestClient;
let student: TestClient;
let other: TestClient;
const idOf = (client: TestClient) => client.user?.id ?? '';
const input = {
  title: 'Summer school',
  description: 'Two weeks, forty places.',
  linkUrl: 'https://school.example/summer',
  section: 3,
};
const titles = ({ body }: TestResponse) => (body as unknown as { title: string }[]).map(({ title }) => title);
const slot = (client: TestClient, section = 1) => client.get(`/api/advertisements?section=${String(section)}`);

const approve = async (id: string) => {
  const { revision } = await loadForReview(app.em(), id);
  await approveAdvertisement(app.em(), id, { operator: 'op', revision });
};

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

it.each<[Role, number]>([
  ['student', 403],
  ['teacher', 201],
  ['institution', 201],
  ['creator', 201],
])('a %s who creates one gets %s', async (role, status) => {
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

it('is shown once an operator has approved it, and reviewed again after a change', async () => {
  const { body } = await teacher.post('/api/advertisements', { body: input });
  const id = String(body['id']);
  expect(body).toMatchObject({ state: 'review', impressions: 0, clicks: 0 });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await student.get(`/api/advertisements/${id}/why`)).status).toBe(404);
  expect((await listForReview(app.em(), 'review')).map((line) => line.id)).toEqual([id]);

  await approve(id);
  expect(titles(await slot(student, 3))).toEqual(['Summer school']);
  expect(titles(await slot(teacher, 3))).toEqual([]);
  expect(titles(await student.get('/api/advertisements/register'))).toEqual(['Summer school']);
  expect((await student.get(`/api/advertisements/${id}/why`)).body).toMatchObject({
    section: 3,
    advertiser: { id: idOf(teacher) },
    basis: expect.stringContaining('everyone in turn'),
  });

  expect((await teacher.post(`/api/advertisements/${id}/pause`)).body).toMatchObject({ state: 'paused' });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await teacher.post(`/api/advertisements/${id}/resume`)).body).toMatchObject({ state: 'active' });

  expect((await teacher.patch(`/api/advertisements/${id}`, { body: { title: 'Winter school' } })).body).toMatchObject({
    state: 'review',
  });
  expect(titles(await slot(student, 3))).toEqual([]);
  expect((await teacher.post(`/api/advertisements/${id}/resume`)).body).toMatchObject({ code: 'WRONG_STATE' });
  await rejectAdvertisement(app.em(), id, { operator: 'op', reason: 'The link leads nowhere.' });
  expect((await teacher.get('/api/advertisements/mine')).body[0]).toMatchObject({
    state: 'rejected',
    rejectionReason: 'The link leads nowhere.',
  });
  const { rows } = await app.pool.query(`select event from audit_log where target_id = $1 order by at`, [id]);
  expect(rows.map((row: { event: string }) => row.event)).toEqual(['advertisement_approved', 'advertisement_rejected']);
  await expect
    .poll(async () => (await teacher.get('/api/notifications')).body[0])
    .toMatchObject({
      type: 'advertisement-reviewed',
      params: { isApproved: false, reason: 'The link leads nowhere.' },
    });
});

it('rotates, and is shown at most the daily number of times', async () => {
  const one = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'One' });
  const two = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'Two' });
  await student.post(`/api/advertisements/${one.id}/impression`);
  expect(titles(await slot(student))).toEqual(['Two', 'One']);
  for (let times = 0; times < AD_LIMITS.perDay + 3; times += 1)
    await student.post(`/api/advertisements/${two.id}/impression`);
  expect(titles(await slot(student))).toEqual(['One']);
  // Each member has a count of their own.
  expect(titles(await slot(other))).toEqual(['One', 'Two']);
  await student.post(`/api/advertisements/${two.id}/click`);
  await teacher.post(`/api/advertisements/${two.id}/impression`);
  await teacher.post(`/api/advertisements/${two.id}/click`);
  expect((await teacher.get(`/api/advertisements/${two.id}/stats`)).body).toEqual([
    { day: new Date().toISOString().slice(0, 10), impressions: AD_LIMITS.perDay, clicks: 1 },
  ]);

  await app.em().execute(`update ad_views set day = day - 1`);
  expect(titles(await slot(student))).toContain('Two');
  await forgetAdViews(app.em());
  expect((await app.pool.query('select 1 from ad_views')).rows).toEqual([]);
});

it('counts concurrent views and clicks once', async () => {
  const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher) });
  await Promise.all(Array.from({ length: 20 }, () => student.post(`/api/advertisements/${id}/impression`)));
  await Promise.all(Array.from({ length: 20 }, () => student.post(`/api/advertisements/${id}/click`)));
  await student.post(`/api/advertisements/${id}/impression`);
  await student.post(`/api/advertisements/${id}/click`);
  expect((await teacher.get(`/api/advertisements/${id}/stats`)).body).toMatchObject([
    { impressions: AD_LIMITS.perDay, clicks: 1 },
  ]);
  // The next day starts a new count.
  await app.em().execute(`update ad_views set day = day - 1`);
  await student.post(`/api/advertisements/${id}/impression`);
  await student.post(`/api/advertisements/${id}/click`);
  expect((await teacher.get(`/api/advertisements/${id}/stats`)).body).toMatchObject([
    { impressions: AD_LIMITS.perDay + 1, clicks: 2 },
  ]);
});

it('limits the number of advertisements that are created concurrently', async () => {
  const advertiser = app.visitor();
  await advertiser.signUp('teacher');
  for (let made = 1; made < AD_LIMITS.perUser; made += 1)
    await buildAdvertisement(app.em(), { userId: idOf(advertiser) });
  await advertiser.token();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => advertiser.post('/api/advertisements', { body: input })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

it('never shows an edit without review, also one while it was paused or approved', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'Seen' });
    await Promise.all([
      teacher.patch(`/api/advertisements/${id}`, { body: { title: 'Unseen' } }),
      teacher.post(`/api/advertisements/${id}/pause`),
      teacher.post(`/api/advertisements/${id}/pause`),
    ]);
    const { rows } = await app.pool.query(`select state, title from advertisements where id = $1`, [id]);
    expect(rows[0]).toEqual({ state: 'review', title: 'Unseen' });
  }
});

it('is hidden from users who hid it, and from both sides of a block', async () => {
  const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher) });
  await student.post(`/api/advertisements/${id}/hide`);
  await student.post(`/api/advertisements/${id}/hide`);
  expect(titles(await slot(student))).toEqual([]);
  expect(titles(await slot(other))).toEqual(['Summer school']);
  await buildBlock(app.em(), { blockerId: idOf(other), blockedId: idOf(teacher) });
  expect(titles(await slot(other))).toEqual([]);
  expect((await other.post(`/api/advertisements/${id}/click`)).status).toBe(404);
});

it('uses nothing about the member but hides, the daily count and blocks', async () => {
  await app
    .em()
    .execute(`update users set bio = 'likes birds', institution = 'Northfield' where id = ?`, [idOf(student)]);
  await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'A' });
  await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'B' });
  const plain = app.visitor();
  await plain.signUp('institution');
  expect(titles(await slot(plain))).toEqual(titles(await slot(student)));
});

describe('the choice', () => {
  it('depends on the viewer and the section only', () => {
    expect([...new Set(CHOICE.text.match(/\$\d+/g))].toSorted()).toEqual(['$1', '$2']);
    // The rotation depends on the counts of all members; of the viewer it reads three things.
    for (const part of CHOICE.text.split('$1').slice(0, -1))
      expect(part.slice(-60)).toMatch(
        /d\.user_id <> $|ad_hides h where h\.user_id = $|ad_views w where w\.user_id = $|block(er|ed)_id = $/,
      );
  });

  it('reads no table about the viewer except hides, the daily count and blocks', async () => {
    const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${CHOICE.text}`);
    const tables = [
      ...rows
        .map((row) => row['QUERY PLAN'])
        .join('\n')
        .matchAll(/(?:Scan|Only Scan)(?: using \w+)? on (\w+)/g),
    ].map(([, name]) => String(name));
    const known = [
      'advertisements',
      'users',
      'ad_stats_daily',
      'ad_hides',
      'ad_views',
      'blocks',
      'events',
      'privacy_settings',
    ];
    expect(
      tables.filter(
        (name) =>
          !known.includes(name) && !name.includes('_index') && !name.includes('pkey') && !name.includes('unique'),
      ),
    ).toEqual([]);
    // The only users that it reads are the advertiser and the institution that confirmed the advertiser.
    expect(CHOICE.text.match(/\busers \w+/g)).toEqual(['users vi', 'users u']);
    expect(CHOICE.text.match(/privacy_settings ps on [^\n]+/g)).toEqual(['privacy_settings ps on ps.user_id = u.id']);
  });
});

describe('images', () => {
  const upload = async (client: TestClient, purpose = 'advertisement-image') => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3355aa' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'poster.png');
    return String((await client.post(`/api/uploads?purpose=${purpose}`, { form })).body['fileId']);
  };

  it('have a description, and are visible to everyone who may see the running advertisement', async () => {
    const fileId = await upload(teacher);
    const { body } = await teacher.post('/api/advertisements', { body: { ...input, fileId, imageAlt: 'A lake' } });
    const url = `/api/files/${fileId}`;
    expect(body).toMatchObject({ imageUrl: url, imageAlt: 'A lake' });
    expect([(await teacher.get(url)).status, (await student.get(url)).status]).toEqual([200, 404]);
    const id = String(body['id']);
    await approve(id);
    expect((await student.get(url)).headers.get('content-type')).toBe('image/webp');
    const creator = app.visitor();
    await creator.signUp('creator');
    expect((await creator.get(url)).status).toBe(200);
    await buildBlock(app.em(), { blockerId: idOf(creator), blockedId: idOf(teacher) });
    expect((await creator.get(url)).status).toBe(404);

    expect(
      (await teacher.patch(`/api/advertisements/${id}`, { body: { imageAlt: 'A wide lake' } })).body,
    ).toMatchObject({ imageUrl: url, imageAlt: 'A wide lake', state: 'review' });
    expect((await student.get(url)).status).toBe(404);
    expect((await teacher.patch(`/api/advertisements/${id}`, { body: { fileId: null } })).body).toMatchObject({
      imageUrl: null,
      imageAlt: null,
    });
  });

  it('are stored while an advertisement uses them', async () => {
    const [used, unused] = [await upload(teacher), await upload(teacher)];
    await teacher.post('/api/advertisements', { body: { ...input, fileId: used } });
    await app
      .em()
      .execute(`update files set created_at = now() - interval '3 days' where id in (?, ?)`, [used, unused]);
    await removeUnused(app.pool, filesInUse);
    expect([
      (await teacher.get(`/api/files/${used}`)).status,
      (await teacher.get(`/api/files/${unused}`)).status,
    ]).toEqual([200, 404]);
  });

  it('must be the advertiser’s own uploads for advertisements', async () => {
    expect(
      (await teacher.post('/api/advertisements', { body: { ...input, fileId: await upload(other) } })).status,
    ).toBe(404);
    expect(
      (await teacher.post('/api/advertisements', { body: { ...input, fileId: await upload(teacher, 'post-image') } }))
        .status,
    ).toBe(404);
  });
});

describe('a review', () => {
  it('approves only the revision that was read', async () => {
    const { body } = await teacher.post('/api/advertisements', { body: { ...input, isDraft: false } });
    const id = String(body['id']);
    const { revision } = await loadForReview(app.em(), id);
    await teacher.patch(`/api/advertisements/${id}`, { body: { linkUrl: 'https://other.example/offer' } });
    await expect(approveAdvertisement(app.em(), id, { operator: 'op', revision })).rejects.toThrow(/edited it/);
    expect(titles(await slot(student, 3))).toEqual([]);
    await approve(id);
    expect(titles(await slot(student, 3))).toEqual(['Summer school']);
  });

  it('starts again when the words of the promoted event change, and not when its seats do', async () => {
    const event = await buildEvent(app.em(), { userId: idOf(teacher) });
    const { body } = await teacher.post('/api/advertisements', {
      body: { title: 'Open day', description: 'Come by.', section: 1, eventId: event.id },
    });
    const id = String(body['id']);
    const stateOf = async () => {
      await expect.poll(async () => (await app.pool.query('select from outbox')).rowCount).toBe(0);
      return (await loadForReview(app.em(), id)).state;
    };
    const read = await loadForReview(app.em(), id);
    const edit = (fields: object) => teacher.patch(`/api/events/${event.id}`, { body: fields });
    await edit({ description: 'Something else entirely.' });
    await expect(approveAdvertisement(app.em(), id, { operator: 'op', revision: read.revision })).rejects.toThrow(
      /edited it/,
    );
    await approve(id);
    await edit({ capacity: 40 });
    expect(await stateOf()).toBe('active');
    await edit({ title: 'Buy now' });
    expect(await stateOf()).toBe('review');
    expect(titles(await slot(student))).toEqual([]);
  });
});

describe('what is shown beside an advertisement', () => {
  it('is reviewed again: the name of its advertiser', async () => {
    const advertiser = app.visitor();
    await advertiser.signUp('teacher', { fullName: 'Ada Fischer' });
    const { body } = await advertiser.post('/api/advertisements', { body: input });
    const id = String(body['id']);
    const { revision } = await loadForReview(app.em(), id);
    const rename = async (fullName: string) => {
      const { version } = (await advertiser.get('/api/users/me')).body;
      await advertiser.patch('/api/profile', { body: { fullName }, headers: { 'If-Match': `"${String(version)}"` } });
    };
    await rename('Prize Office');
    await expect(approveAdvertisement(app.em(), id, { operator: 'op', revision })).rejects.toThrow(/edited it/);
    await approve(id);
    await rename('Official Scholarship');
    await expect.poll(async () => (await loadForReview(app.em(), id)).state).toBe('review');
  });
});

describe('own events', () => {
  const promote = (client: TestClient, eventId: string, fields = {}) =>
    client.post('/api/advertisements', {
      body: { title: 'Open day', description: 'Come by.', section: 1, eventId, ...fields },
    });

  it('are promoted until they are over, and only by their host', async () => {
    const event = await buildEvent(app.em(), { userId: idOf(teacher) });
    const { status, body } = await promote(teacher, event.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ eventId: event.id, linkUrl: '', state: 'review' });
    await approve(String(body['id']));
    expect(titles(await slot(student))).toEqual(['Open day']);
    expect((await promote(other, event.id)).status).toBe(404);
    await app.em().execute(`update events set state = 'cancelled' where id = ?`, [event.id]);
    expect(titles(await slot(student))).toEqual([]);
    expect((await promote(teacher, event.id)).status).toBe(404);
  });

  it('are linked to their page, and not shown in the Library', async () => {
    const event = await buildEvent(app.em(), { userId: idOf(teacher) });
    expect((await promote(teacher, event.id, { linkUrl: 'https://school.example' })).body['errors']).toHaveProperty(
      'linkUrl',
    );
    expect((await promote(teacher, event.id, { section: 4 })).body['errors']).toHaveProperty('section');
    const id = String((await promote(teacher, event.id)).body['id']);
    expect(
      (await teacher.patch(`/api/advertisements/${id}`, { body: { linkUrl: 'https://school.example' } })).status,
    ).toBe(400);
    expect((await teacher.patch(`/api/advertisements/${id}`, { body: { section: 4 } })).status).toBe(400);
    expect((await teacher.patch(`/api/advertisements/${id}`, { body: { section: 2 } })).body).toMatchObject({
      section: 2,
      eventId: event.id,
    });
  });
});

describe('reports', () => {
  it('hide it from the user who reported it, creators too, and let an operator stop it', async () => {
    const { id } = await buildAdvertisement(app.em(), { userId: idOf(teacher), title: 'Miracle pills', section: 4 });
    const creator = app.visitor();
    await creator.signUp('creator');
    const report = (client: TestClient) =>
      client.post('/api/reports', { body: { targetType: 'advertisement', targetId: id, reason: 'false' } });
    const { status, body } = await report(creator);
    expect(status).toBe(202);
    expect(titles(await slot(creator, 4))).toEqual([]);
    expect(titles(await slot(student, 4))).toEqual(['Miracle pills']);
    expect((await report(teacher)).status).toBe(400);
    const { rows } = await app.pool.query('select snapshot, target_user_id from reports where target_id = $1', [id]);
    expect(rows).toEqual([
      {
        snapshot: { text: 'Miracle pills\nTwo weeks of statistics.\nhttps://school.example/', imageUrl: null },
        target_user_id: idOf(teacher),
      },
    ]);

    // Its owner withdraws it to escape the removal.
    await teacher.patch(`/api/advertisements/${id}`, { body: { title: 'Miracle', isDraft: true } });
    expect(await removeReported(app.em(), String(body['id']), { name: 'op' })).toEqual({ closed: 1, wasThere: true });
    expect(titles(await slot(student, 4))).toEqual([]);
    expect((await teacher.get('/api/advertisements/mine')).body[0]).toMatchObject({
      state: 'rejected',
      rejectionReason: 'It was reported, and an operator took it down.',
    });
  });
});
