import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time.ts';
import { buildCourse, buildCourseFile, buildLesson } from '../../testing/builders.ts';
import { startStripeServer, type StripeServer } from '../../testing/stripe-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

const SIZE = 24_000;
const PRICE = 1_500;

let app: TestApp;
let seller: TestClient;
let buyer: TestClient;
let courseId: string;
let fileId: string;
let lessonIds: string[];

beforeAll(async () => {
  app = await createTestApp({ payments: { provider: 'test' } });
  seller = app.visitor();
  await seller.signUp('teacher');
});
afterAll(() => app.close());
beforeEach(async () => {
  buyer = app.visitor();
  await buyer.signUp('student');
  await makeItem();
});

const idOf = (client: TestClient) => client.user?.id ?? '';

/** Makes an item of a file and, by default, no lessons; the parts of an item count the same. */
async function makeItem({ lessons = 0, size = SIZE } = {}): Promise<void> {
  courseId = (await buildCourse(app.em(), { userId: idOf(seller), price: PRICE })).id;
  const { body } = await uploadBySession(seller, Buffer.alloc(size, 'a'), { name: 'a.txt', purpose: 'course-file' });
  fileId = (await buildCourseFile(app.em(), { courseId, fileId: String(body['fileId']) })).id;
  lessonIds = [];
  for (let at = 0; at < lessons; at += 1) lessonIds.push((await buildLesson(app.em(), { courseId, position: at })).id);
}

const buy = async (): Promise<string> => {
  const { body } = await buyer.post(`/api/courses/${courseId}/purchase`, {
    body: { expectedPrice: PRICE, expectedCurrency: 'USD' },
  });
  const { id } = body['purchase'] as unknown as { id: string };
  const paid = await buyer.post(`/api/purchases/${id}/test-payment`, { body: { outcome: 'paid' } });
  expect(paid.body).toMatchObject({ status: 'paid' });
  return id;
};
const get = (path: string, headers: Record<string, string> = {}) => buyer.send('GET', path, { headers });
const open = (range?: string) => get(`/api/courses/${courseId}/files/${fileId}`, range ? { range } : {});
const save = (range?: string) => get(`/api/courses/${courseId}/files/${fileId}/download`, range ? { range } : {});
const read = (at: number) => get(`/api/courses/${courseId}/lessons/${lessonIds[at]}`);
const refundOf = async (id: string) => (await buyer.get(`/api/purchases/${id}`)).body['refund'];
const ask = (id: string) => buyer.post(`/api/purchases/${id}/refund`, { body: {} });
const served = async () => {
  const { rows } = await app.pool.query<{ served: string; bytes: string }>(
    `select served::text, served_bytes as bytes from file_uses where user_id = $1 and course_file_id = $2`,
    [idOf(buyer), fileId],
  );
  return rows[0] ? [rows[0].served, Number(rows[0].bytes)] : null;
};

describe('an image', () => {
  const open = () => get(`/api/courses/${courseId}/files/${fileId}`);

  it('counts as served whole when its preview was shown, and in part when a part was', async () => {
    const bytes = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    const { body } = await uploadBySession(seller, bytes, { name: 'poster.png', purpose: 'course-file' });
    fileId = (await buildCourseFile(app.em(), { courseId, fileId: String(body['fileId']) })).id;
    await buy();
    const half = await get(`/api/courses/${courseId}/files/${fileId}`, { range: 'bytes=0-99' });
    const shownBytes = Number(half.headers.get('content-range')?.split('/')[1]);
    expect([half.status, shownBytes === bytes.length]).toEqual([206, false]);
    const [, part] = (await served()) ?? [];
    expect(Number(part) / bytes.length).toBeCloseTo(100 / shownBytes, 2);
    expect((await open()).headers.get('content-type')).toBe('image/webp');
    expect(await served()).toEqual([`{[0,${bytes.length})}`, bytes.length]);
    const progress = await buyer.put(`/api/courses/${courseId}/progress`, {
      body: { fileId, percent: 1, position: '1' },
    });
    expect(progress.status).toBe(200);
  });
});

describe('the automatic refund', () => {
  it.each([
    ['opened', () => open()],
    ['opened in part, up to the limit', () => open(`bytes=0-${SIZE * 0.3}`)],
    ['saved', () => save()],
    ['saved from its second byte on', () => save('bytes=1-')],
    ['saved for one byte', () => save('bytes=9-9')],
  ])('ends when the file was %s', async (_what, use) => {
    const id = await buy();
    expect(await refundOf(id)).toBe('automatic');
    expect([200, 206]).toContain((await use()).status);
    expect(await refundOf(id)).toBe('seller');
    expect((await ask(id)).body).toMatchObject({ status: 'paid', refund: 'requested' });
  });

  it('ends when ranges that are opened one after another add up, in any order, and not by the same one again', async () => {
    const id = await buy();
    for (let times = 0; times < 4; times += 1) await open('bytes=2400-4799');
    expect(await served()).toEqual(['{[2400,4800)}', 2_400]);
    await open('bytes=4800-5999');
    await open('bytes=12000-13199');
    await open('bytes=0-2399');
    expect(await served()).toEqual(['{[0,6000),[12000,13200)}', 7_200]);
    expect(await refundOf(id)).toBe('seller');
  });

  it('is left by a part below the limit, a HEAD, and what only the client reports', async () => {
    const id = await buy();
    await open('bytes=0-6999');
    await buyer.send('HEAD', `/api/courses/${courseId}/files/${fileId}/download`);
    await buyer.put(`/api/courses/${courseId}/progress`, { body: { fileId, percent: 1, position: '' } });
    expect(await refundOf(id)).toBe('automatic');
  });

  it('ends when lessons were opened, or a quiz was answered', async () => {
    await makeItem({ lessons: 5 });
    const id = await buy();
    await read(0);
    expect(await refundOf(id)).toBe('automatic');
    await read(1);
    expect(await refundOf(id)).toBe('seller');
    const { rows } = await app.pool.query('select 1 from lesson_uses where user_id = $1', [idOf(buyer)]);
    expect(rows).toHaveLength(2);
  });

  it('ends when more than half of one file was opened, however small its share of the item is', async () => {
    await makeItem({ lessons: 9 });
    const id = await buy();
    await open('bytes=0-11999');
    expect(await refundOf(id)).toBe('automatic');
    await open('bytes=12000-12100');
    expect(await refundOf(id)).toBe('seller');
    expect((await ask(id)).body).toMatchObject({ status: 'paid', refund: 'requested' });
  });

  it('is not taken by the seller, who deletes lessons that the buyer has not opened', async () => {
    await makeItem({ lessons: 9 });
    const id = await buy();
    await read(0);
    for (const lesson of lessonIds.slice(2)) {
      expect((await seller.delete(`/api/courses/${courseId}/lessons/${lesson}`)).status).toBe(204);
    }
    expect(await refundOf(id)).toBe('automatic');
  });

  it('is not taken by the seller, who replaces a file by a smaller one', async () => {
    const id = await buy();
    await open('bytes=0-2399');
    const { body } = await uploadBySession(seller, Buffer.alloc(3_000, 'b'), { name: 'b.txt', purpose: 'course-file' });
    await app.pool.query('update course_files set file_id = $2 where id = $1', [fileId, body['fileId']]);
    expect(await refundOf(id)).toBe('automatic');
  });

  it('stays ended when what the buyer has used is deleted', async () => {
    await makeItem({ lessons: 4 });
    const id = await buy();
    await read(0);
    await read(1);
    for (const lesson of lessonIds.slice(0, 2)) await seller.delete(`/api/courses/${courseId}/lessons/${lesson}`);
    expect(await refundOf(id)).toBe('seller');
  });

  it('goes by the item as it is for a purchase without stored parts', async () => {
    await makeItem({ lessons: 4 });
    const id = await buy();
    await app.pool.query('update purchases set paid_parts = null where id = $1', [id]);
    await read(0);
    expect(await refundOf(id)).toBe('automatic');
    await read(1);
    expect(await refundOf(id)).toBe('seller');
  });

  it('is left by free previews of the item, saved or opened', async () => {
    await makeItem({ lessons: 2 });
    await app.pool.query('update course_files set is_preview = true where course_id = $1', [courseId]);
    await app.pool.query('update course_lessons set is_preview = true where course_id = $1', [courseId]);
    const id = await buy();
    expect([(await save()).status, (await open()).status, (await read(0)).status]).toEqual([200, 200, 200]);
    expect((await read(1)).status).toBe(200);
    expect(await refundOf(id)).toBe('automatic');
  });

  it('is made once for an item', async () => {
    expect((await ask(await buy())).body).toMatchObject({ status: 'refunded' });
    expect(await refundOf(await buy())).toBe('seller');
  });

  it('is made three times in 30 days, also by requests at once, and again later', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      await makeItem();
      ids.push(await buy());
    }
    const asked = await Promise.all(ids.map(ask));
    const states = asked.map(({ body }) => body['status']);
    expect(states.toSorted()).toEqual(['paid', 'paid', 'refunded', 'refunded', 'refunded']);
    await app.pool.query(`update purchases set refund_started_at = now() - interval '31 days' where buyer_id = $1`, [
      idOf(buyer),
    ]);
    await makeItem();
    expect(await refundOf(await buy())).toBe('automatic');
  });

  it('and a use at the same time have one winner', async () => {
    const results: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      buyer = app.visitor();
      await buyer.signUp('student');
      await buyer.token();
      const id = await buy();
      const [asked, saved] = await Promise.all([ask(id), save()]);
      results.push(`${String(asked.body['status'])} ${String(asked.body['refund'])}, ${saved.status}`);
    }
    for (const result of results) expect(['refunded null, 403', 'paid requested, 200']).toContain(result);
  });
});

it('takes the stars and the review with the item', async () => {
  const id = await buy();
  await save();
  expect((await buyer.put(`/api/courses/${courseId}/review`, { body: { rating: 1, text: 'Bad' } })).status).toBe(200);
  await ask(id);
  await seller.post(`/api/sales/${id}/refund`, { body: { decision: 'refund' } });
  const ratingOf = async () => {
    const { body } = await seller.get(`/api/courses/${courseId}`);
    return [body['reviews'], body['rating']];
  };
  await expect.poll(ratingOf).toEqual([0, null]);
});

it('counts of a large file what was sent, not what was asked for', async () => {
  const size = 48 * 1024 * 1024;
  await makeItem({ size });
  await buy();
  await new Promise<void>((resolve, reject) => {
    const path = `/api/courses/${courseId}/files/${fileId}`;
    const asked = request(`${app.url}${path}`, { headers: { cookie: buyer.cookie, range: 'bytes=0-' } }, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
    });
    asked.on('error', reject);
    asked.end();
  });
  const [, bytes] = (await served()) ?? [];
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(size / 2);
  expect((await open()).status).toBe(200);
  expect(await served()).toEqual([`{[0,${size})}`, size]);
});

describe('while Stripe makes a refund', () => {
  let stripe: StripeServer;
  let paid: TestApp;
  beforeAll(async () => {
    stripe = await startStripeServer();
    paid = await createTestApp({ payments: stripe.settings });
  });
  afterAll(async () => {
    await paid.close();
    await stripe.close();
  });

  it('lessons and files are closed, and open again when it fails', async () => {
    const [author, learner] = [paid.visitor(), paid.visitor()];
    await author.signUp('teacher');
    await learner.signUp('student');
    const item = await buildCourse(paid.em(), { userId: idOf(author), price: PRICE });
    const lesson = await buildLesson(paid.em(), { courseId: item.id });
    await buildLesson(paid.em(), { courseId: item.id });
    await buildLesson(paid.em(), { courseId: item.id });
    await buildLesson(paid.em(), { courseId: item.id });
    const started = await learner.post(`/api/courses/${item.id}/purchase`, {
      body: { expectedPrice: PRICE, expectedCurrency: 'USD' },
    });
    const { id } = started.body['purchase'] as unknown as { id: string };
    const session = stripe.pay(stripe.sessions[0] as never);
    await stripe.report(paid.url, { type: 'checkout.session.completed', object: session });
    const statusOf = async () => (await learner.get(`/api/courses/${item.id}/lessons/${lesson.id}`)).status;
    expect(await statusOf()).toBe(200);
    stripe.refundStatus = 'pending';
    expect((await learner.post(`/api/purchases/${id}/refund`, { body: {} })).body).toMatchObject({
      refund: 'processing',
    });
    expect(await statusOf()).toBe(403);
    await expect.poll(() => stripe.refunds.length, { timeout: MINUTE_MS }).toBe(1);
    const [refund] = stripe.refunds;
    const failure = { ...refund, status: 'failed', metadata: session.metadata };
    const isRecorded = async () =>
      (await paid.pool.query('select 1 from purchases where refund_id = $1', [refund?.id])).rows.length;
    await expect.poll(isRecorded).toBe(1);
    await stripe.report(paid.url, { type: 'refund.failed', object: failure });
    expect(await statusOf()).toBe(200);
  });
});
