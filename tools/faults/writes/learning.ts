import type pg from 'pg';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import { purchaseEndpoints } from '#shared/api/purchases.ts';
import { reviewEndpoints } from '#shared/api/reviews.ts';
import type { MemberClient } from './client.ts';
import type { Ledger } from './ledger.ts';
import { pickFrom, tagOf, type Action, type KnownItem, type SharedRecords, type Writer } from './writer.ts';

/** How many items there are of each kind, and how many lessons each has. */
const [CLASSES, FREE_ITEMS, SOLD_ITEMS, LESSONS] = [2, 4, 12, 3];
const [PRICE, CURRENCY, RATING_MAX] = [1_500, 'USD', 5];

type Shop = Pick<SharedRecords, 'classes' | 'items' | 'sold'>;

/** Inserts published items of users ($1) by turns, each with one section and its lessons. Selects them. */
const INSERT = `with item as (
    insert into courses (id, user_id, title, description, content_type, category, price, for_sale, status, published_at)
      select uuidv7(), ($1::uuid[])[1 + at % cardinality($1)], 'Item ' || at || ' of ' || $2::int, '', 'course',
        'Biology', $2::int, true, 'published', now() from generate_series(1, $3::int) at
      returning id, user_id),
  section as (insert into course_sections (id, course_id, title, position) select uuidv7(), id, 'Basics', 0 from item
    returning id, course_id),
  lesson as (
    insert into course_lessons (id, course_id, section_id, title, kind, text, position)
      select uuidv7(), course_id, id, 'Lesson ' || at, 'text', 'What a mean is.', at
        from section cross join generate_series(1, ${LESSONS}) at
      returning id, course_id)
  select i.id, i.user_id as "ownerId", array_agg(l.id) as "lessonIds" from item i join lesson l on l.course_id = i.id
    group by i.id, i.user_id`;

/** Publishes the items of a run, and enrolls every member in the classes, which no one leaves. */
export async function createItems(
  database: Pick<pg.Client, 'query'>,
  clients: readonly MemberClient[],
  ledger: Ledger,
): Promise<Shop> {
  const userIds = clients.map(({ userId }) => userId);
  const insert = async (count: number, price: number): Promise<KnownItem[]> =>
    (await database.query<KnownItem>(INSERT, [userIds, price, count])).rows;
  const classes = await insert(CLASSES, 0);
  const isLearner = ({ ownerId }: KnownItem, { userId }: MemberClient): boolean => ownerId !== userId;
  await Promise.all(
    classes.flatMap((item) =>
      clients.filter((client) => isLearner(item, client)).map((client) => enroll({ client, ledger }, item.id)),
    ),
  );
  return { classes, items: await insert(FREE_ITEMS, 0), sold: await insert(SOLD_ITEMS, PRICE) };
}

async function enroll({ client, ledger }: Pick<Writer, 'client' | 'ledger'>, courseId: string): Promise<boolean> {
  const done = await client.write(enrollmentEndpoints.enroll, { params: { id: courseId } });
  if (done) ledger.claim('enrollments', `${courseId} ${client.userId}`, 'free');
  return done !== null;
}

async function joinItem(writer: Writer): Promise<void> {
  const { client, own, chance, shared } = writer;
  const item = pickFrom(
    chance,
    shared.items.filter(({ id, ownerId }) => ownerId !== client.userId && !own.items.has(id)),
  );
  if (item && (await enroll(writer, item.id))) own.items.set(item.id, item);
}

async function leaveItem({ client, own, chance, shared, ledger }: Writer): Promise<void> {
  const item = pickFrom(
    chance,
    shared.items.filter(({ id }) => own.items.has(id)),
  );
  if (!item || (await client.write(enrollmentEndpoints.leaveCourse, { params: { id: item.id } })) === null) return;
  own.items.delete(item.id);
  ledger.claim('enrollments', `${item.id} ${client.userId}`, null);
  for (const lessonId of item.lessonIds) ledger.claim('done lessons', `${lessonId} ${client.userId}`, null);
}

const setProgress =
  (isDone: boolean): Action =>
  async ({ client, own, chance, ledger }) => {
    const item = pickFrom(chance, [...own.items.values()]);
    const lessonId = item && pickFrom(chance, item.lessonIds);
    if (!item || !lessonId) return;
    // One that was not opened cannot be done.
    if (!(await client.read(enrollmentEndpoints.getLesson, { params: { id: item.id, lessonId } }))) return;
    const input = { params: { id: item.id }, body: { lessonId, isDone } };
    if ((await client.write(enrollmentEndpoints.setProgress, input)) !== null)
      ledger.claim('done lessons', `${lessonId} ${client.userId}`, isDone ? 'done' : null);
  };

/** Opens lessons, of which the server counts enough, and writes or changes a review. */
async function setReview(writer: Writer): Promise<void> {
  const { client, own, chance, ledger } = writer;
  const item = pickFrom(chance, [...own.items.values()]);
  if (!item) return;
  for (const lessonId of item.lessonIds)
    if (!(await client.read(enrollmentEndpoints.getLesson, { params: { id: item.id, lessonId } }))) return;
  const body = { rating: chance.between(1, RATING_MAX), text: tagOf(writer, 'review') };
  if (await client.write(reviewEndpoints.setReview, { params: { id: item.id }, body }))
    ledger.claim('reviews', `${item.id} ${client.userId}`, `${body.rating} ${body.text}`);
}

async function removeReview({ client, own, chance, ledger }: Writer): Promise<void> {
  const reviews = ledger.claims.get('reviews');
  const item = pickFrom(
    chance,
    [...own.items.values()].filter(({ id }) => typeof reviews?.get(`${id} ${client.userId}`)?.value === 'string'),
  );
  if (!item) return;
  await client.write(reviewEndpoints.removeReview, { params: { id: item.id } });
  ledger.claim('reviews', `${item.id} ${client.userId}`, null);
}

/** Buys an item: each one once, since the test provider takes the payment. */
async function buy({ client, own, chance, shared, ledger }: Writer): Promise<void> {
  const item = pickFrom(
    chance,
    shared.sold.filter(({ id, ownerId }) => ownerId !== client.userId && !own.items.has(id)),
  );
  if (!item) return;
  const body = { expectedPrice: PRICE, expectedCurrency: CURRENCY };
  const checkout = await client.write(purchaseEndpoints.purchaseCourse, { params: { id: item.id }, body });
  if (!checkout) return;
  const { id } = checkout.purchase;
  ledger.claim('purchases', id, 'pending');
  const payment = { params: { id }, body: { outcome: 'paid' as const } };
  if (!(await client.write(purchaseEndpoints.finishTestPayment, payment))) return;
  ledger.claim('purchases', id, 'paid');
  ledger.claim('enrollments', `${item.id} ${client.userId}`, 'purchase');
  own.items.set(item.id, item);
}

/** Writes of learners and buyers. */
export const learningActions: Record<string, Action> = {
  enroll: joinItem,
  'finish lesson': setProgress(true),
  'set review': setReview,
  'undo lesson': setProgress(false),
  'remove review': removeReview,
  'leave item': leaveItem,
  buy,
};
