import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { newId } from '../clock.ts';
import { PageView } from '../../domains/analytics/page-view.entity.ts';
import { Enrollment } from '../../domains/courses/enrollment.entity.ts';
import { Purchase } from '../../domains/purchases/purchase.entity.ts';
import { agoAtDaytime, dayOf, seededRandom, type SeedContext } from './context.ts';

/** Days of views before today. */
const VIEW_DAYS = 56;
const HASH_BYTES = 16;
/** By how much pages are opened more or less on a weekday, from Sunday on. */
const WEEKDAYS = [0.5, 1, 1.2, 1.3, 1.1, 0.8, 0.4];
/** From where pages are opened, with the share of views from one of these or an earlier one. */
const SOURCES = [
  ['catalogue', 0.45],
  ['feed', 0.65],
  ['search', 0.8],
  ['profile', 0.9],
  ['direct', 1],
] as const;
const sourceAt = (share: number) => SOURCES.find(([, upTo]) => share < upTo)?.[0] ?? 'direct';
/** Who buys items. */
const BUYERS = ['maya', 'tomas', 'linh', 'yusuf', 'aisha', 'jonas', 'priya', 'chloe', 'kenji', 'aparecida'] as const;
const CHECKOUT_MS = 30 * MINUTE_MS;

interface Page {
  id: string;
  owner_id: string;
  metric: 'item-views' | 'profile-views';
  since: Date | string;
}

interface PaidItem {
  id: string;
  user_id: string;
  title: string;
  content_type: Purchase['contentType'];
  price: number;
  seller_name: string;
  published_at: Date | string;
}

/** Inserts views of pages and test payments, from which the numbers of Analytics are counted. */
export async function seedNumbers(context: SeedContext): Promise<void> {
  await seedViews(context);
  await seedPurchases(context);
  await context.em.execute(
    'update courses c set enrollments = (select count(*) from enrollments e where e.course_id = c.id)',
  );
}

async function seedViews({ em, now }: SeedContext): Promise<void> {
  const pages = await em.execute<Page[]>(
    `select c.id, c.user_id as owner_id, 'item-views' as metric, c.published_at as since from courses c
      where c.status = 'published'
    union all select u.id, u.id, 'profile-views', u.created_at from users u where u.role <> 'creator'
    order by since, id`,
  );
  const random = seededRandom(7);
  for (const { id, owner_id: ownerId, metric, since } of pages) {
    const weight = metric === 'item-views' ? 4 + random() * 9 : random() * 4;
    const first = Math.max(new Date(since).getTime(), now - VIEW_DAYS * DAY_MS);
    const rows: Pick<PageView, 'day' | 'metric' | 'subjectId' | 'visitor' | 'ownerId' | 'source'>[] = [];
    for (let at = first; at <= now; at += DAY_MS) {
      const growth = 0.6 + (0.8 * (at - first)) / (now - first + 1);
      const views = Math.round(weight * growth * (WEEKDAYS[new Date(at).getUTCDay()] ?? 1) * (0.4 + random()));
      const day = dayOf(at);
      for (let view = 0; view < views; view += 1)
        rows.push({
          day,
          metric,
          subjectId: id,
          visitor: randomBytes(HASH_BYTES),
          ownerId,
          source: sourceAt(random()),
        });
    }
    if (rows.length > 0) await em.insertMany(PageView, rows);
  }
}

async function seedPurchases({ em, now, idOf }: SeedContext): Promise<void> {
  const items = await em.execute<PaidItem[]>(
    `select c.id, c.user_id, c.title, c.content_type, c.price, u.full_name as seller_name, c.published_at
      from courses c join users u on u.id = c.user_id where c.price > 0 and c.status = 'published'
      order by c.published_at, c.id`,
  );
  const names = new Map(
    (await em.execute<{ id: string; full_name: string }[]>('select id, full_name from users')).map((user) => [
      user.id,
      user.full_name,
    ]),
  );
  const random = seededRandom(11);
  const sales: { item: PaidItem; buyerId: string; id: string; createdAt: Date }[] = [];
  for (const item of items) {
    const hours = (now - new Date(item.published_at).getTime()) / HOUR_MS;
    for (const username of BUYERS.filter(() => random() < 0.35))
      sales.push({ item, buyerId: idOf(username), ...agoAtDaytime(now, hours * random() * 0.9) });
  }
  // Receipts are numbered in the order of the payments.
  sales.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const [i, { item, buyerId, id, createdAt }] of sales.entries()) {
    await em.insert(Purchase, {
      id,
      buyerId,
      sellerId: item.user_id,
      courseId: item.id,
      title: item.title,
      contentType: item.content_type,
      amount: item.price,
      currency: 'USD',
      provider: 'test',
      status: 'paid',
      expiresAt: new Date(createdAt.getTime() + CHECKOUT_MS),
      checkAt: createdAt,
      isSubmitted: true,
      paymentId: `test_${id}`,
      paidAt: createdAt,
      receiptNumber: i + 1,
      buyerName: names.get(buyerId) ?? null,
      sellerName: item.seller_name,
      createdAt,
    });
    const source = 'purchase' as const;
    await em.insert(Enrollment, { id: newId(), userId: buyerId, courseId: item.id, source, purchaseId: id, createdAt });
  }
}
