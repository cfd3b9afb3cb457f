import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsView } from '#shared/api/analytics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { metricParts } from '../../metrics.ts';
import { buildComment, buildCourse, buildMessage, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { countAnswerTimes } from './answer-times.service.ts';
import { measureAnswers, type Question } from './answer-times.ts';

describe('the time to an answer', () => {
  const NOW = 100 * DAY_MS;
  /** Questions of members of their own, each a minute older than the one before, from a month ago on. */
  const asked = (answers: readonly (number | null)[], daysAgo = 30): Question[] =>
    answers.map((minutes, at) => {
      const askedAt = NOW - daysAgo * DAY_MS - at * MINUTE_MS;
      return { askerId: `member ${at}`, askedAt, answeredAt: minutes === null ? null : askedAt + minutes * MINUTE_MS };
    });

  it.each([
    ['nothing without questions', [], null],
    ['the only one', [7], { answered: 1, medianMinutes: 7 }],
    ['the middle one', [30, 10, 600], { answered: 3, medianMinutes: 30 }],
    ['the shorter of two middle ones', [10, 20, 30, 40], { answered: 4, medianMinutes: 20 }],
    [
      'one that half of all had, also with questions without an answer',
      [5, 9, null],
      { answered: 2, medianMinutes: 9 },
    ],
    ['not known when fewer than half are answered', [5, null, null], { answered: 1, medianMinutes: null }],
  ])('is %s', (_what, answers, expected) => {
    expect(measureAnswers(asked(answers), NOW)).toEqual(expected);
  });

  it('leaves out questions without an answer for a week', () => {
    const young = asked([null, null, null], 6.9);
    expect(measureAnswers([...young, ...asked([8])], NOW)).toEqual({ answered: 1, medianMinutes: 8 });
    expect(measureAnswers(young, NOW)).toBeNull();
    expect(measureAnswers(asked([null, null], 7), NOW)).toEqual({ answered: 0, medianMinutes: null });
  });

  it('begins with the first of the questions of a member that have the same answer', () => {
    const answeredAt = NOW - DAY_MS;
    const questions = [1, 2, 5].map((hours) => ({ askerId: 'ana', askedAt: answeredAt - hours * HOUR_MS, answeredAt }));
    expect(measureAnswers(questions, NOW)).toEqual({ answered: 1, medianMinutes: 300 });
    const unanswered = questions.map((question) => ({ ...question, askedAt: 0, answeredAt: null }));
    expect(measureAnswers([...unanswered, ...questions], NOW)).toEqual({ answered: 1, medianMinutes: 300 });
  });

  it('counts two questions of one member', () => {
    const ofOne = asked([1, 5, 30, 40, 50]).map((question) => ({ ...question, askerId: 'ana' }));
    expect(measureAnswers(ofOne, NOW)).toEqual({ answered: 2, medianMinutes: 1 });
    expect(measureAnswers([...ofOne, ...asked([9])], NOW)).toEqual({ answered: 3, medianMinutes: 5 });
  });

  it('is that of the latest 50 questions', () => {
    const latest = asked(Array.from({ length: 50 }, () => 1));
    const old = asked(
      Array.from({ length: 200 }, () => 9),
      60,
    ).map((question) => ({ ...question, askerId: `old ${question.askerId}` }));
    expect(measureAnswers([...old, ...latest], NOW)).toEqual({ answered: 50, medianMinutes: 1 });
  });
});

describe('the answer times of authors', () => {
  let app: TestApp;
  let tom: TestClient;
  beforeAll(async () => {
    app = await createTestApp();
    await app.pool.query('delete from pgboss.schedule');
    tom = app.visitor();
    await tom.signUp('teacher');
  });
  afterAll(() => app.close());

  const ago = (ms: number) => new Date(Date.now() - ms);
  const author = () => tom.user?.id ?? '';
  const stored = async () => {
    await countAnswerTimes(app.em(), metricParts);
    return (await app.pool.query('select user_id, answered, median_minutes from answer_times order by user_id')).rows;
  };

  it('are counted from questions in chat and in classes, and shown to the author', async () => {
    const em = app.em();
    const [own, other] = [await buildCourse(em, { userId: author() }), await buildCourse(em)];
    const [ana, ben] = [await buildUser(em), await buildUser(em)];
    const say = (senderId: string, receiverId: string, hours: number) =>
      buildMessage(em, { senderId, receiverId, createdAt: ago(hours * HOUR_MS) });
    const askAbout = async (aboutId: string, hours: number) => {
      const { id } = await say(ana.id, author(), hours);
      await app.pool.query(`update messages set about_type = 'course', about_id = $2 where id = $1`, [id, aboutId]);
    };
    expect(await stored()).toEqual([]);
    // Messages without the card of an own item are no questions.
    await say(ana.id, author(), 6);
    await askAbout(other.id, 5);
    await askAbout(own.id, 4);
    expect(await stored()).toEqual([]);
    await say(author(), ana.id, 2);
    await say(author(), ana.id, 1);
    expect(await stored()).toEqual([{ user_id: author(), answered: 1, median_minutes: 120 }]);
    const ask = (fields: { userId: string; isQuestion?: boolean }) =>
      buildPost(em, {
        audience: 'course',
        courseId: own.id,
        isQuestion: true,
        createdAt: ago(30 * HOUR_MS),
        ...fields,
      });
    const question = await ask({ userId: ben.id });
    await buildComment(em, { postId: question.id, userId: ana.id, createdAt: ago(29 * HOUR_MS) });
    for (const hours of [25, 20])
      await buildComment(em, { postId: question.id, userId: author(), createdAt: ago(hours * HOUR_MS) });
    for (const fields of [{ userId: author() }, { userId: ben.id, isQuestion: false }]) {
      const post = await ask(fields);
      await buildComment(em, { postId: post.id, userId: author(), createdAt: ago(HOUR_MS) });
    }
    await ask({ userId: ana.id });
    expect(await stored()).toEqual([{ user_id: author(), answered: 2, median_minutes: 120 }]);
    await app.pool.query(`update posts set created_at = now() - interval '8 days' where user_id = $1`, [ana.id]);
    expect(await stored()).toEqual([{ user_id: author(), answered: 2, median_minutes: 300 }]);
    const today = new Date().toISOString().slice(0, 10);
    const { body } = await tom.get(`/api/analytics?from=${today}&to=${today}`);
    expect((body as unknown as AnalyticsView).states).toContainEqual({ name: 'answer-time', value: 300 });
  });

  it('have questions of all members, however many one of them asks', async () => {
    const em = app.em();
    const owner = await buildUser(em, { role: 'teacher' });
    const course = await buildCourse(em, { userId: owner.id });
    const about = { aboutType: 'course' as const, aboutId: course.id };
    const ask = (senderId: string, hours: number) =>
      buildMessage(em, { senderId, receiverId: owner.id, createdAt: ago(hours * HOUR_MS), ...about });
    const askInClass = (userId: string, hours: number) =>
      buildPost(em, {
        audience: 'course',
        courseId: course.id,
        isQuestion: true,
        userId,
        createdAt: ago(hours * HOUR_MS),
      });
    const patient = [await buildUser(em), await buildUser(em), await buildUser(em)];
    for (const [at, { id }] of patient.entries()) {
      await ask(id, 500 + at);
      await buildMessage(em, { senderId: owner.id, receiverId: id, createdAt: ago((400 + at) * HOUR_MS) });
    }
    const [insistent, loud] = [await buildUser(em), await buildUser(em)];
    for (let i = 0; i < 60; i += 1) await ask(insistent.id, 260 - i);
    for (let i = 0; i < 60; i += 1) await askInClass(loud.id, 260 - i);
    await countAnswerTimes(app.em(), metricParts);
    const { rows } = await app.pool.query('select answered, median_minutes from answer_times where user_id = $1', [
      owner.id,
    ]);
    expect(rows).toEqual([{ answered: 3, median_minutes: 6_000 }]);
  });

  it('begin with the first question before an answer, and have two of a member', async () => {
    const em = app.em();
    const [owner, asker] = [await buildUser(em, { role: 'teacher' }), await buildUser(em)];
    const course = await buildCourse(em, { userId: owner.id });
    const say = (isAsked: boolean, hours: number) =>
      buildMessage(em, {
        senderId: isAsked ? asker.id : owner.id,
        receiverId: isAsked ? owner.id : asker.id,
        createdAt: ago(hours * HOUR_MS),
        ...(isAsked && { aboutType: 'course' as const, aboutId: course.id }),
      });
    // Three rounds: the answers come after 1, 4 and 9 hours.
    for (const [start, hours] of [
      [300, 1],
      [200, 4],
      [100, 9],
    ] as const) {
      for (const late of [0, 0.25, 0.5]) await say(true, start - late);
      await say(false, start - hours);
    }
    await countAnswerTimes(app.em(), metricParts);
    const { rows } = await app.pool.query('select answered, median_minutes from answer_times where user_id = $1', [
      owner.id,
    ]);
    expect(rows).toEqual([{ answered: 2, median_minutes: 240 }]);
  });

  it('are forgotten with the questions', async () => {
    await app.pool.query(`update messages set created_at = created_at - interval '91 days'`);
    await app.pool.query(`update posts set created_at = created_at - interval '91 days'`);
    expect(await stored()).toEqual([]);
  });
});
