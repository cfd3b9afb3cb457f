import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnReviewView, ReviewView } from '#shared/api/reviews.ts';
import { PURCHASE_LIMITS, REVIEW_LIMITS } from '#shared/limits.ts';
import { transact } from '../../db/transact.ts';
import {
  buildBlock,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildLessonUses,
  buildReview,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { takeDownReview } from './reviews.service.ts';
import { eraseReviews } from './review.erasure.ts';

let app: TestApp;
let author: TestClient;
let learner: TestClient;
let reader: TestClient;
/** A free item of the author, which the learner has finished. */
let courseId: string;

const idOf = (client: TestClient) => client.user?.id ?? '';
const path = () => `/api/courses/${courseId}/review`;
const review = (client: TestClient, rating = 4, text = 'Clear and short.') =>
  client.put(path(), { body: { rating, text } });
const list = async (client: TestClient, query = '') =>
  (await client.get(`/api/courses/${courseId}/reviews${query}`)).body as unknown as ReviewView[];
const own = async (client: TestClient) => (await client.get(path())).body as unknown as OwnReviewView;
/** The user has opened so many of ten lessons. */
const use = (client: TestClient, opened: number) =>
  buildLessonUses(app.em(), { userId: idOf(client), courseId, opened, of: 10 });
const ratingOf = async (id = courseId) => {
  const { body } = await reader.get(`/api/courses/${id}`);
  return [body['reviews'], body['rating']];
};
const rows = async (sql: string, values: unknown[] = []) => (await app.pool.query(sql, values)).rows;
/** The items whose counters differ from their reviews. */
const drift = () =>
  rows(`select id from courses c where (reviews, rating_sum) <> (select count(*), coalesce(sum(rating), 0)
    from reviews r where r.course_id = c.id)`);
const notifications = async (type: string) =>
  (await rows('select user_id, metadata from notifications where type = $1 and source_id = $2', [type, courseId])).map(
    ({ user_id: userId, metadata }) => [userId, metadata],
  );

beforeAll(async () => {
  app = await createTestApp();
  [author, learner, reader] = [app.visitor(), app.visitor(), app.visitor()];
  await author.signUp('teacher', { fullName: 'Ada Author' });
  await learner.signUp('student', { fullName: 'Lea Learner' });
  await reader.signUp('creator', { fullName: 'Rea Reader' });
});
afterAll(() => app.close());
beforeEach(async () => {
  courseId = (await buildCourse(app.em(), { userId: idOf(author), title: 'Botany', price: 0 })).id;
  await buildEnrollment(app.em(), { courseId, userId: idOf(learner) });
  await use(learner, 3);
});

describe('a review', () => {
  it('is written once, changed and deleted, and counted with its stars', async () => {
    expect(await ratingOf()).toEqual([0, null]);
    const { status, body } = await review(learner);
    expect([status, body]).toMatchObject([
      200,
      { courseId, rating: 4, text: 'Clear and short.', editedAt: null, reply: null, author: { id: idOf(learner) } },
    ]);
    expect(await list(reader)).toEqual([body]);
    expect(await ratingOf()).toEqual([1, 4]);
    await buildReview(app.em(), { courseId, rating: 1 });
    const changed = await review(learner, 2, '');
    expect(changed.body).toMatchObject({ id: body['id'], rating: 2, text: '', editedAt: expect.any(String) });
    expect(await ratingOf()).toEqual([2, 1.5]);
    expect((await learner.delete(path())).status).toBe(204);
    expect((await learner.delete(path())).status).toBe(404);
    expect(await ratingOf()).toEqual([1, 1]);
    expect(await drift()).toEqual([]);
  });

  it('is neither written nor changed across a block with the author, and can still be deleted', async () => {
    const [writer, silent] = [app.visitor(), app.visitor()];
    for (const client of [writer, silent]) {
      await client.signUp('student');
      await buildEnrollment(app.em(), { courseId, userId: idOf(client), source: 'purchase' });
      await use(client, 3);
    }
    await review(writer, 2);
    await buildBlock(app.em(), { blockerId: idOf(writer), blockedId: idOf(author) });
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: idOf(silent) });
    for (const client of [writer, silent]) {
      expect((await review(client, 1)).status).toBe(403);
      expect(await own(client)).toMatchObject({ canReview: false });
    }
    expect(await ratingOf()).toEqual([1, 2]);
    expect((await writer.delete(path())).status).toBe(204);
    expect(await drift()).toEqual([]);
  });

  it.each([
    [{ rating: 0, text: '' }],
    [{ rating: 6, text: '' }],
    [{ rating: 2.5, text: '' }],
    [{ rating: 3, text: 'x'.repeat(2_001) }],
    [{ text: 'No stars' }],
  ])('of a wrong form is refused', async (body) => {
    expect((await learner.put(path(), { body })).status).toBe(400);
  });

  it('needs the item, and use or a download, of a buyer too', async () => {
    const student = app.visitor();
    await student.signUp('student');
    const codeOf = async (client: TestClient) => {
      const { status, body } = await review(client);
      return [status, body['code'], (await own(client)).canReview];
    };
    expect(await codeOf(author)).toEqual([409, 'OWN_ITEM', false]);
    expect(await codeOf(student)).toEqual([403, 'NOT_ENTITLED', false]);
    // What a client reports is no use.
    await buildEnrollment(app.em(), { courseId, userId: idOf(student), progress: 100, completedAt: new Date() });
    await use(student, 2);
    expect(await codeOf(student)).toEqual([403, 'NOT_ENTITLED', false]);
    const file = await buildCourseFile(app.em(), { courseId });
    await app.em().execute(
      `insert into file_uses (user_id, course_file_id, course_id, served, served_bytes, is_saved)
        values (?, ?, ?, '{[0,1)}', 1, true)`,
      [idOf(student), file.id, courseId],
    );
    expect(await codeOf(student)).toEqual([200, undefined, true]);
    const buyer = app.visitor();
    await buyer.signUp('creator');
    await buildEnrollment(app.em(), { courseId, userId: idOf(buyer), source: 'purchase' });
    expect(await codeOf(buyer)).toEqual([403, 'NOT_ENTITLED', false]);
    // The file is the eleventh part.
    await use(buyer, 4);
    expect(await codeOf(buyer)).toEqual([200, undefined, true]);
  });

  it('is not written while a refund of the item is under way', async () => {
    await review(learner, 2);
    const suspend = (is: boolean) =>
      rows('update enrollments set is_suspended = $3 where user_id = $1 and course_id = $2', [
        idOf(learner),
        courseId,
        is,
      ]);
    await suspend(true);
    expect(await own(learner)).toMatchObject({ canReview: false });
    expect((await review(learner, 1)).body['code']).toBe('NOT_ENTITLED');
    expect(await ratingOf()).toEqual([1, 2]);
    await suspend(false);
    expect((await review(learner, 1)).status).toBe(200);
    expect(await ratingOf()).toEqual([1, 1]);
  });

  it('needs as much use as ends the automatic refund, so that no one reviews and gets the money back', () => {
    expect(REVIEW_LIMITS.minProgress).toBeGreaterThanOrEqual(PURCHASE_LIMITS.refundProgress);
  });

  it('stays when its author leaves the item, who can only delete it', async () => {
    await review(learner);
    await learner.delete(`/api/courses/${courseId}/enroll`);
    expect((await review(learner, 1)).body['code']).toBe('NOT_ENTITLED');
    expect(await own(learner)).toMatchObject({ review: { rating: 4 }, canReview: false });
    await app.em().execute(`update courses set status = 'draft' where id = ?`, [courseId]);
    expect((await learner.get(path())).status).toBe(404);
    expect((await learner.delete(path())).status).toBe(204);
  });

  it('is counted once when it is written twice at the same time', async () => {
    const both = await Promise.all([review(learner, 5), review(learner, 5)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ratingOf()).toEqual([1, 5]);
    await expect.poll(() => notifications('review')).toHaveLength(1);
    expect(await drift()).toEqual([]);
  });

  it('is listed newest first by pages, without users whom a block hides', async () => {
    for (let n = 1; n <= 3; n += 1)
      await buildReview(app.em(), { courseId, text: String(n), createdAt: new Date(Date.UTC(2026, 0, n)) });
    const first = await learner.get(`/api/courses/${courseId}/reviews?limit=2`);
    const texts = ({ body }: { body: unknown }) => (body as ReviewView[]).map(({ text }) => text);
    expect(texts(first)).toEqual(['3', '2']);
    const cursor = first.headers.get('X-Next-Cursor') ?? '';
    expect(texts(await learner.get(`/api/courses/${courseId}/reviews?limit=2&cursor=${cursor}`))).toEqual(['1']);
    const [newest] = await list(learner);
    await buildBlock(app.em(), { blockerId: newest?.author.id ?? '', blockedId: idOf(learner) });
    expect((await list(learner)).map(({ text }) => text)).toEqual(['2', '1']);
  });
});

describe('the reply', () => {
  const replyPath = (id: string) => `/api/courses/${courseId}/reviews/${id}/reply`;
  const reply = (client: TestClient, id: string, text = 'Thank you.') => client.put(replyPath(id), { body: { text } });

  it('is one of the author of the item alone, who changes and deletes it', async () => {
    const id = String((await review(learner)).body['id']);
    expect((await reply(learner, id)).body['code']).toBe('NOT_OWNER');
    expect((await reply(author, id, '  ')).status).toBe(400);
    expect((await reply(author, id)).body).toMatchObject({ id, reply: { text: 'Thank you.' } });
    expect((await reply(author, id, 'Thanks.')).body).toMatchObject({ reply: { text: 'Thanks.' } });
    expect((await list(reader))[0]?.reply?.text).toBe('Thanks.');
    expect((await author.delete(replyPath(id))).status).toBe(204);
    expect((await list(reader))[0]?.reply).toBeNull();
    const other = await buildCourse(app.em(), { userId: idOf(author) });
    const wrong = `/api/courses/${other.id}/reviews/${id}/reply`;
    expect((await author.put(wrong, { body: { text: 'x' } })).status).toBe(404);
  });
});

describe('notifications', () => {
  it('reach the author once for a review, and the learner for the reply, and end with the review', async () => {
    const id = String((await review(learner, 5, '')).body['id']);
    await review(learner, 3, 'Too short.');
    await expect.poll(() => notifications('review')).toHaveLength(1);
    expect(await notifications('review')).toMatchObject([[idOf(author), { courseTitle: 'Botany' }]]);
    for (const text of ['Why?', 'Why, please?'])
      await author.put(`/api/courses/${courseId}/reviews/${id}/reply`, { body: { text } });
    await expect.poll(() => notifications('review-reply')).toMatchObject([[idOf(learner), { courseTitle: 'Botany' }]]);
    await learner.delete(path());
    await expect.poll(() => notifications('review')).toEqual([]);
    await expect.poll(() => notifications('review-reply')).toEqual([]);
  });
});

describe('a review that is', () => {
  it('reported is copied, also by a creator, and taken down with its stars', async () => {
    const targetId = String((await review(learner, 1, 'Rubbish')).body['id']);
    const report = { targetType: 'review', targetId, reason: 'harassment' };
    expect((await reader.post('/api/reports', { body: report })).status).toBe(202);
    expect(await rows('select target_user_id, snapshot from reports where target_id = $1', [targetId])).toEqual([
      { target_user_id: idOf(learner), snapshot: { text: '1 of 5 stars\nRubbish', imageUrl: null } },
    ]);
    expect(await takeDownReview(app.em(), targetId)).toBe(true);
    expect(await takeDownReview(app.em(), targetId)).toBe(false);
    expect(await list(reader)).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  it('hidden or of a hidden item cannot be reported', async () => {
    const targetId = String((await review(learner)).body['id']);
    const report = { targetType: 'review', targetId, reason: 'spam' };
    const blocked = app.visitor();
    await blocked.signUp('student');
    await buildBlock(app.em(), { blockerId: idOf(learner), blockedId: idOf(blocked) });
    expect((await blocked.post('/api/reports', { body: report })).status).toBe(404);
    await app.em().execute(`update courses set status = 'draft' where id = ?`, [courseId]);
    expect((await reader.post('/api/reports', { body: report })).status).toBe(404);
  });

  it('of a deleted account takes its stars along, and so do those of the items of the account', async () => {
    await review(learner, 5);
    await buildReview(app.em(), { courseId, rating: 2 });
    await transact(app.em(), (tx) => eraseReviews(tx, idOf(learner)));
    expect(await ratingOf()).toEqual([1, 2]);
    expect(await drift()).toEqual([]);
    await transact(app.em(), (tx) => eraseReviews(tx, idOf(author)));
    expect(await list(reader)).toEqual([]);
  });
});
