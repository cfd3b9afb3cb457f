import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DELETED_MEMBER_ID } from '#shared/api/users.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { buildBlock, buildCourse, buildLessonUses, buildPurchase, buildReview } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { deleteDueAccounts } from '../account/deletion.service.ts';
import { accountErasers } from '../../account-data.ts';
import { createExportStore } from '../../gateways/export-store.ts';
import { createFileStore } from '../../gateways/file-store.ts';
import { Course } from '../courses/course.entity.ts';
import { removeLeftCourses } from '../courses/course.erasure.ts';
import { takeDownCourse } from '../courses/courses.service.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { Purchase } from './purchase.entity.ts';

let app: TestApp;
let off: TestApp;
let buyer: TestClient;
let seller: TestClient;
let courseId: string;

beforeAll(async () => {
  app = await createTestApp({ payments: { provider: 'test' } });
  off = await createTestApp();
});
afterAll(async () => {
  await app.close();
  await off.close();
});
beforeEach(async () => {
  [buyer, seller] = [app.visitor(), app.visitor()];
  await buyer.signUp('student', { fullName: 'Ana Buyer' });
  await buyer.token();
  await seller.signUp('teacher', { fullName: 'Sam Seller' });
  courseId = (await buildCourse(app.em(), { userId: idOf(seller), title: 'Algebra', price: 1_500 })).id;
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const start = (client = buyer, body: object = {}, id = courseId) =>
  client.post(`/api/courses/${id}/purchase`, { body: { expectedPrice: 1_500, expectedCurrency: 'USD', ...body } });
const finish = (id: unknown, outcome = 'paid', client = buyer) =>
  client.post(`/api/purchases/${String(id)}/test-payment`, { body: { outcome } });
const purchaseIn = async (client = buyer, id = courseId) => {
  const { body } = await start(client, {}, id);
  return String((body['purchase'] as unknown as { id: string }).id);
};
const buy = async (client = buyer, id = courseId) => {
  const purchaseId = await purchaseIn(client, id);
  await finish(purchaseId, 'paid', client);
  return purchaseId;
};
const enrollmentOf = (client = buyer) => app.em().findOne(Enrollment, { userId: idOf(client), courseId });
const learnersCounted = async () => (await app.em().findOneOrFail(Course, { id: courseId })).enrollments;
const notificationsOf = async (client: TestClient) =>
  ((await client.get('/api/notifications')).body as unknown as { type: string }[]).map(({ type }) => type);
const change = (id: string, fields: object) => app.em().nativeUpdate(Purchase, { id }, fields);

it('is announced with the provider and the time of automatic refunds', async () => {
  expect((await buyer.get('/api/course-meta')).body).toMatchObject({ payments: 'test', refundDays: 14 });
});

describe('buying', () => {
  it('pays at a page of the app, gives the item, numbers the receipt and notifies both', async () => {
    const started = await start();
    expect(started.status).toBe(201);
    const { id } = started.body['purchase'] as unknown as { id: string };
    expect(started.body).toMatchObject({
      next: `/library?purchase=${id}`,
      purchase: {
        courseId,
        title: 'Algebra',
        amount: 1_500,
        currency: 'USD',
        provider: 'test',
        status: 'pending',
        receiptNumber: null,
        refund: null,
      },
    });
    expect(await enrollmentOf()).toBeNull();
    expect((await buyer.get(`/api/purchases/${id}/receipt`)).status).toBe(404);
    const paid = await finish(id);
    expect(paid.body).toMatchObject({
      status: 'paid',
      refund: 'automatic',
      receiptNumber: expect.any(Number) as number,
    });
    expect(await enrollmentOf()).toMatchObject({ source: 'purchase' });
    expect(await learnersCounted()).toBe(1);
    expect((await buyer.get('/api/purchases')).body).toMatchObject([{ id, status: 'paid' }]);
    expect((await buyer.get(`/api/purchases/${id}`)).body).toEqual(paid.body);
    expect((await buyer.get(`/api/purchases/${id}/receipt`)).body).toMatchObject({
      receiptNumber: paid.body['receiptNumber'],
      title: 'Algebra',
      amount: 1_500,
      buyerName: 'Ana Buyer',
      sellerName: 'Sam Seller',
      refundedAt: null,
    });
    expect((await seller.get('/api/sales')).body).toMatchObject([
      { id, status: 'paid', buyer: { id: idOf(buyer) }, refund: null, isDisputed: false },
    ]);
    await expect.poll(() => notificationsOf(buyer)).toContain('purchase');
    await expect.poll(() => notificationsOf(seller)).toContain('sale');
  });

  it('returns the same purchase while it is open, and makes another one after its page has closed', async () => {
    const first = await purchaseIn();
    expect(await purchaseIn()).toBe(first);
    await change(first, { expiresAt: new Date(Date.now() - MINUTE_MS) });
    const second = await purchaseIn();
    expect(second).not.toBe(first);
    expect((await buyer.get(`/api/purchases/${first}`)).body).toMatchObject({ status: 'expired' });
    expect((await finish(first)).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await buyer.get('/api/purchases')).body).toMatchObject([{ id: second }]);
  });

  it('makes one purchase of two requests at once', async () => {
    const made = await Promise.all([purchaseIn(), purchaseIn(), purchaseIn()]);
    expect(new Set(made).size).toBe(1);
  });

  it('gives the item once when a payment ends twice at once', async () => {
    const id = await purchaseIn();
    const ended = await Promise.all([finish(id), finish(id)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await learnersCounted()).toBe(1);
  });

  it('is refused when the price or the currency is another than the buyer has seen', async () => {
    await app.em().nativeUpdate(Course, { id: courseId }, { price: 2_000 });
    const refused = await start();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'PRICE_CHANGED',
      message: 'The price is now $20.00. Check it before you buy.',
    });
    expect((await start(buyer, { expectedPrice: 2_000, expectedCurrency: 'EUR' })).body).toMatchObject({
      code: 'PRICE_CHANGED',
    });
    expect((await start(buyer, { expectedPrice: 2_000 })).status).toBe(201);
  });

  it('replaces a pending purchase whose price has changed', async () => {
    const first = await purchaseIn();
    await app.em().nativeUpdate(Course, { id: courseId }, { price: 2_000 });
    const { body } = await start(buyer, { expectedPrice: 2_000 });
    expect(body['purchase']).toMatchObject({ amount: 2_000 });
    expect((await buyer.get(`/api/purchases/${first}`)).body).toMatchObject({ status: 'expired' });
  });

  it.each([
    ['a draft', { status: 'draft' as const }, 404, 'NOT_FOUND'],
    ['an archived one', { status: 'archived' as const }, 404, 'NOT_FOUND'],
    ['one that is not for sale', { forSale: false }, 409, 'NOT_FOR_SALE'],
    ['a free one', { price: 0 }, 409, 'NOT_FOR_SALE'],
  ])('is refused for %s', async (_what, fields, status, code) => {
    await app.em().nativeUpdate(Course, { id: courseId }, fields);
    const refused = await start();
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ code });
  });

  it('is refused in words at a price that is too low to be paid, and the item stays readable', async () => {
    await app.em().nativeUpdate(Course, { id: courseId }, { price: 49 });
    const refused = await start(buyer, { expectedPrice: 49 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_FOR_SALE' } });
    expect(String(refused.body['message'])).toContain('too low');
    expect(await app.em().count(Purchase, { courseId })).toBe(0);
    expect((await buyer.get(`/api/courses/${courseId}`)).body).toMatchObject({ price: 49 });
  });

  it('is refused for an own item, one that the buyer has, and one of an author who blocks the buyer', async () => {
    expect((await start(seller)).body).toMatchObject({ code: 'OWN_ITEM' });
    await buy();
    expect((await start()).body).toMatchObject({ code: 'ALREADY_OWNED' });
    const other = app.visitor();
    await other.signUp('student');
    await buildBlock(app.em(), { blockerId: idOf(seller), blockedId: idOf(other) });
    expect((await start(other)).status).toBe(404);
  });

  it('is refused with 503 on a server without payments', async () => {
    const visitor = off.visitor();
    await visitor.signUp('student');
    const course = await buildCourse(off.em(), { price: 1_500 });
    const refused = await start(visitor, {}, course.id);
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'PAYMENTS_OFF' });
    expect(await off.em().count(Purchase, {})).toBe(0);
  });

  it('can be tried again after a failed payment', async () => {
    const id = await purchaseIn();
    expect((await finish(id, 'failed')).body).toMatchObject({ status: 'failed', refund: null });
    expect(await enrollmentOf()).toBeNull();
    expect((await buyer.get('/api/purchases')).body).toEqual([]);
    await buy();
    expect(await enrollmentOf()).not.toBeNull();
  });

  it('turns a free enrollment of meanwhile into a purchase without counting the learner twice', async () => {
    const id = await purchaseIn();
    const em = app.em();
    em.create(Enrollment, { userId: idOf(buyer), courseId, isArchived: true });
    await em.flush();
    await em.nativeUpdate(Course, { id: courseId }, { enrollments: 1 });
    await finish(id);
    expect(await enrollmentOf()).toMatchObject({ source: 'purchase', isArchived: false });
    expect(await learnersCounted()).toBe(1);
  });

  it('numbers receipts without gaps, in the order of the payments', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await buildCourse(app.em(), { price: 1_500 })).id));
    const [first = '', ...others] = await Promise.all(ids.map((id) => purchaseIn(buyer, id)));
    await finish(first, 'failed');
    const before = await app.em().count(Purchase, { receiptNumber: { $ne: null } });
    const numbers = await Promise.all(others.map(async (id) => (await finish(id)).body['receiptNumber']));
    expect(numbers.map(Number).toSorted((a, b) => a - b)).toEqual([before + 1, before + 2]);
  });
});

describe('a refund', () => {
  const ask = (id: string, body: object = {}) => buyer.post(`/api/purchases/${id}/refund`, { body });
  const decide = (id: string, decision: string, client = seller) =>
    client.post(`/api/sales/${id}/refund`, { body: { decision } });
  /** The buyer has opened so many of ten lessons. */
  const use = (opened: number) => buildLessonUses(app.em(), { userId: idOf(buyer), courseId, opened, of: 10 });
  const later = (id: string) => change(id, { paidAt: new Date(Date.now() - 15 * DAY_MS) });

  it('is automatic within the time and below the progress, and takes the item back', async () => {
    const id = await buy();
    await use(2);
    expect((await ask(id)).body).toMatchObject({
      status: 'refunded',
      refund: null,
      refundedAt: expect.any(String) as string,
    });
    expect(await enrollmentOf()).toBeNull();
    expect(await learnersCounted()).toBe(0);
    expect((await buyer.get(`/api/purchases/${id}/receipt`)).body['refundedAt']).not.toBeNull();
    expect((await ask(id)).body).toMatchObject({ code: 'WRONG_STATE' });
    await expect.poll(() => notificationsOf(buyer)).toContain('refund');
    expect((await start()).status).toBe(201);
  });

  it.each([
    ['much use', () => use(3)],
    ['the time', (id: string) => later(id)],
  ])('waits for the seller after %s', async (_why, arrange) => {
    const id = await buy();
    await arrange(id);
    expect((await buyer.get(`/api/purchases/${id}`)).body).toMatchObject({ refund: 'seller' });
    expect((await ask(id, { reason: 'Too hard' })).body).toMatchObject({ status: 'paid', refund: 'requested' });
    expect(await enrollmentOf()).not.toBeNull();
    expect((await seller.get('/api/sales?filter=requested')).body).toMatchObject([
      { id, refund: 'requested', refundReason: 'Too hard' },
    ]);
    await expect.poll(() => notificationsOf(seller)).toContain('refund-requested');
    expect((await decide(id, 'refund')).body).toMatchObject({ status: 'refunded', refund: null });
    expect((await seller.get('/api/sales?filter=requested')).body).toEqual([]);
    expect(await enrollmentOf()).toBeNull();
  });

  it('can be declined by the seller, once and for all', async () => {
    const id = await buy();
    await later(id);
    expect((await decide(id, 'decline')).body).toMatchObject({ code: 'WRONG_STATE' });
    await ask(id);
    expect((await decide(id, 'decline')).body).toMatchObject({ refund: 'declined' });
    expect((await buyer.get(`/api/purchases/${id}`)).body).toMatchObject({ status: 'paid', refund: 'declined' });
    expect((await ask(id)).body).toMatchObject({ code: 'WRONG_STATE' });
    expect(await enrollmentOf()).not.toBeNull();
    await expect.poll(() => notificationsOf(buyer)).toContain('refund');
    // The seller may have second thoughts.
    expect((await decide(id, 'refund')).body).toMatchObject({ status: 'refunded' });
  });

  it('is decided by the seller alone, who may also give it unasked', async () => {
    const id = await buy();
    const other = app.visitor();
    await other.signUp('teacher');
    expect((await decide(id, 'refund', other)).status).toBe(404);
    expect((await decide(id, 'refund', buyer)).status).toBe(404);
    expect((await decide(id, 'refund')).body).toMatchObject({ status: 'refunded' });
  });

  it('is not possible before the payment', async () => {
    const id = await purchaseIn();
    expect((await ask(id)).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await decide(id, 'refund')).status).toBe(404);
  });
});

describe('an item that an operator has removed', () => {
  it('is not sold to a buyer who was about to pay: the money is returned', async () => {
    const id = await purchaseIn();
    await takeDownCourse(app.em(), courseId);
    expect((await finish(id)).body).toMatchObject({ status: 'refunded', receiptNumber: expect.any(Number) as number });
    expect(await enrollmentOf()).toBeNull();
    expect(await learnersCounted()).toBe(0);
    await expect.poll(() => notificationsOf(buyer)).toContain('refund');
    await expect.poll(() => notificationsOf(seller)).toContain('sale');
    const [sale] = (await seller.get('/api/notifications')).body as unknown as [{ params: object }];
    expect(sale).toMatchObject({ params: { isReturned: true } });
    expect((await start()).status).toBe(404);
  });

  it('is refunded to its buyers on request, whenever they bought it and whatever the seller decided', async () => {
    const id = await buy();
    await change(id, { paidAt: new Date(Date.now() - 15 * DAY_MS) });
    const ask = () => buyer.post(`/api/purchases/${id}/refund`, { body: {} });
    await ask();
    await seller.post(`/api/sales/${id}/refund`, { body: { decision: 'decline' } });
    await takeDownCourse(app.em(), courseId);
    expect((await buyer.get(`/api/purchases/${id}`)).body).toMatchObject({ refund: 'automatic' });
    expect((await ask()).body).toMatchObject({ status: 'refunded', refund: null });
    expect(await enrollmentOf()).toBeNull();
  });

  it('takes no new content from its author', async () => {
    await buy();
    await takeDownCourse(app.em(), courseId);
    const answers = [
      await seller.patch(`/api/courses/${courseId}`, { body: { title: 'It is back', description: 'As before' } }),
      await seller.post(`/api/courses/${courseId}/sections`, { body: { title: 'One' } }),
      await seller.post(`/api/courses/${courseId}/changes`, { body: { note: 'See elsewhere', notify: true } }),
    ];
    expect(answers.map(({ body }) => body)).toEqual(
      answers.map(() => expect.objectContaining({ code: 'WRONG_STATE' })),
    );
    expect((await buyer.get(`/api/courses/${courseId}`)).body).toMatchObject({ title: 'Removed item' });
  });
});

describe('a purchase', () => {
  it('is there for its buyer alone', async () => {
    const id = await buy();
    const other = app.visitor();
    await other.signUp('student');
    for (const client of [other, seller])
      for (const path of ['', '/receipt'])
        expect((await client.get(`/api/purchases/${id}${path}`)).status, path).toBe(404);
    expect((await finish(id, 'paid', other)).status).toBe(404);
    expect((await other.get('/api/sales')).body).toEqual([]);
  });

  it('keeps its receipt when names and titles change', async () => {
    const id = await buy();
    const receipt = (await buyer.get(`/api/purchases/${id}/receipt`)).body;
    await app.pool.query(`update users set full_name = 'Renamed' where id = any($1)`, [[idOf(buyer), idOf(seller)]]);
    await app.em().nativeUpdate(Course, { id: courseId }, { title: 'Renamed', price: 9_900 });
    expect((await buyer.get(`/api/purchases/${id}/receipt`)).body).toEqual(receipt);
  });

  it('is listed page by page', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.unshift(await buy(buyer, (await buildCourse(app.em())).id));
    const first = await buyer.get('/api/purchases?limit=2');
    const second = await buyer.get(`/api/purchases?limit=2&cursor=${first.headers.get('x-next-cursor') ?? ''}`);
    const listed = [first, second].flatMap(({ body }) => body as unknown as { id: string }[]);
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });
});

describe('sales', () => {
  it('are exported without email addresses, and without a cell that a spreadsheet would run', async () => {
    await app.em().nativeUpdate(Course, { id: courseId }, { title: '=HYPERLINK("https://attacker.example")' });
    await buy();
    const { body, headers } = await seller.get('/api/sales.csv');
    expect(headers.get('content-type')).toContain('text/csv');
    const text = String(body);
    expect(text).toContain(`"'=HYPERLINK(""https://attacker.example"")"`);
    expect(text).toContain('Ana Buyer,15.00,USD,Test payment,paid,');
    expect(text).not.toContain('@');
  });

  it('name a buyer in the export as in the list: not once a block separates them', async () => {
    await buy();
    await buildBlock(app.em(), { blockerId: idOf(buyer), blockedId: idOf(seller) });
    expect((await seller.get('/api/sales')).body).toMatchObject([{ buyer: null }]);
    const text = String((await seller.get('/api/sales.csv')).body);
    expect(text).toContain(',,15.00,USD');
    expect(text).not.toContain('Ana');
  });

  it('are added up by item and currency, in pages and as CSV', async () => {
    const sellerId = idOf(seller);
    const second = (await buildCourse(app.em(), { userId: sellerId, title: '=Geometry', price: 900 })).id;
    const sale = (fields: object) => buildPurchase(app.em(), { sellerId, courseId, ...fields });
    await sale({});
    await sale({ amount: 1_000 });
    await sale({ amount: 1_000, status: 'refunded', refundedAt: new Date() });
    // The currency of the server was another one before.
    await sale({ amount: 700, currency: 'EUR' });
    await sale({ amount: 900, courseId: second });
    for (const amount of [100, 200]) await sale({ amount, courseId: null });
    await sale({ status: 'pending', paidAt: null, receiptNumber: null });
    await sale({ sellerId: idOf(buyer) });
    const first = { courseId, title: 'Algebra', refunds: 0, refunded: 0 };
    const sums = [
      { ...first, courseId: second, title: '=Geometry', currency: 'USD', units: 1, gross: 900, net: 900 },
      { ...first, currency: 'USD', units: 3, refunds: 1, gross: 3_500, refunded: 1_000, net: 2_500 },
      { ...first, currency: 'EUR', units: 1, gross: 700, net: 700 },
      { ...first, courseId: null, title: null, currency: 'USD', units: 2, gross: 300, net: 300 },
    ];
    expect((await seller.get('/api/sales/items')).body).toEqual(sums);
    const paged: unknown[] = [];
    for (let next = '/api/sales/items?limit=1'; next;) {
      const { body, headers } = await seller.get(next);
      paged.push(...(body as unknown as unknown[]));
      next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(paged).toEqual(sums);
    const { body, headers } = await seller.get('/api/sales/items.csv');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(String(body).trim().split('\r\n').slice(1)).toEqual([
      `"'=Geometry",USD,1,0,9.00,0.00,9.00`,
      'Algebra,USD,3,1,35.00,10.00,25.00',
      'Algebra,EUR,1,0,7.00,0.00,7.00',
      'Deleted items,USD,2,0,3.00,0.00,3.00',
    ]);
  });

  it('hide a buyer whom the seller blocks', async () => {
    const id = await buy();
    await buildBlock(app.em(), { blockerId: idOf(seller), blockedId: idOf(buyer) });
    expect((await seller.get('/api/sales')).body).toMatchObject([{ id, buyer: null }]);
    expect((await seller.get(`/api/sales/${id}`)).body).toMatchObject({ id, buyer: null });
  });
});

describe('a deleted account', () => {
  const erase = async (client: TestClient): Promise<void> => {
    // The deletion's own time is in whole milliseconds, and may be earlier than a now() of the same millisecond.
    const sql = `update users set deactivated_at = now(), delete_after = now() - interval '1 s' where id = $1`;
    await app.pool.query(sql, [idOf(client)]);
    const deps = {
      forkEm: app.em,
      files: createFileStore(app.dataDir),
      archives: createExportStore(app.dataDir),
      erasers: accountErasers,
    };
    expect(await deleteDueAccounts(deps, new Date())).toBe(1);
  };

  it('of a buyer leaves the sale in the books without the buyer', async () => {
    const id = await buy();
    await erase(buyer);
    expect((await seller.get('/api/sales')).body).toMatchObject([{ id, status: 'paid', amount: 1_500, buyer: null }]);
    expect(String((await seller.get('/api/sales.csv')).body)).not.toContain('Ana');
    expect(await learnersCounted()).toBe(0);
  });

  it('of a buyer leaves no attempt, and one that is still open ends by itself', async () => {
    const failed = await purchaseIn();
    await finish(failed, 'failed');
    const open = await purchaseIn();
    await erase(buyer);
    expect(await app.em().findOne(Purchase, { id: failed })).toBeNull();
    expect(await app.em().findOne(Purchase, { id: open })).toMatchObject({ buyerId: null, status: 'pending' });
  });

  it('of an author leaves the buyers their receipts and an automatic refund', async () => {
    const id = await buy();
    await erase(seller);
    expect((await buyer.get(`/api/purchases/${id}/receipt`)).body).toMatchObject({
      title: 'Algebra',
      sellerName: 'Sam Seller',
    });
    const { body } = await buyer.get(`/api/purchases/${id}`);
    expect(body).toMatchObject({ courseId, refund: 'automatic' });
    await change(id, { paidAt: new Date(Date.now() - 15 * DAY_MS) });
    expect((await buyer.get(`/api/purchases/${id}`)).body).toMatchObject({ refund: null });
  });

  it('of an author leaves the items to their buyers alone, without the author', async () => {
    const text = 'Leaves drink through their roots.';
    const form = new FormData();
    form.set('file', new Blob([text], { type: 'text/plain' }), 'sheet.txt');
    const { fileId: uploadId } = (await seller.post('/api/uploads?purpose=course-file', { form })).body;
    const file = { uploadId, title: 'Sheet', isPreview: false };
    expect((await seller.post(`/api/courses/${courseId}/files`, { body: file })).status).toBe(201);
    const { id: unsold } = await buildCourse(app.em(), { userId: idOf(seller) });
    const [learner, other] = [app.visitor(), app.visitor()];
    for (const client of [learner, other]) await client.signUp('student');
    await buy();
    const em = app.em();
    em.create(Enrollment, { userId: idOf(learner), courseId });
    await em.flush();
    await buildReview(app.em(), {
      courseId,
      userId: idOf(buyer),
      reply: 'Write to sam@school.example',
      repliedAt: new Date(),
    });
    const sellerId = idOf(seller);
    await erase(seller);
    const { status, body } = await buyer.get(`/api/courses/${courseId}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        status: 'archived',
        author: expect.objectContaining({ fullName: 'Deleted user', profileImage: null }) as unknown,
        files: [expect.objectContaining({ title: 'Sheet' })],
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain(sellerId);
    const [stored] = body['files'] as unknown as { url: string }[];
    expect((await buyer.get(stored?.url ?? '')).body).toEqual(text);
    expect((await buyer.get('/api/library?tab=purchased')).body).toMatchObject([{ course: { id: courseId } }]);
    expect((await buyer.get(`/api/courses/${courseId}/reviews`)).body).toMatchObject([{ reply: null }]);
    for (const client of [learner, other]) expect((await client.get(`/api/courses/${courseId}`)).status).toBe(404);
    const listed = (await buyer.get('/api/courses?limit=50')).body as unknown as { id: string }[];
    expect(listed.map(({ id }) => id)).not.toContain(courseId);
    expect(await app.em().findOne(Course, { id: unsold })).toBeNull();
    for (const path of [`/api/users/${DELETED_MEMBER_ID}`, `/api/users/${DELETED_MEMBER_ID}/courses`])
      expect((await buyer.get(path)).status, path).toBe(404);
    const login = { username: '_deleted', password: 'anything at all' };
    expect((await app.visitor().post('/api/login', { body: login })).status).toBe(401);
  });

  it('of an author leaves an item until its last buyer has lost it', async () => {
    const id = await buy();
    await erase(seller);
    await removeLeftCourses(app.pool);
    expect((await buyer.get(`/api/courses/${courseId}`)).status).toBe(200);
    await buyer.post(`/api/purchases/${id}/refund`, { body: {} });
    await removeLeftCourses(app.pool);
    expect(await app.em().findOne(Course, { id: courseId })).toBeNull();
  });
});
