import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';

/** Serialises the enrollments and the counter of an item. */
const LOCK_COURSE = {
  name: 'grant-lock-course',
  text: 'select taken_down_at is null as is_open from courses where id = $1 for no key update',
};
const GRANT = {
  name: 'grant-purchase',
  text: `with made as (insert into enrollments (id, user_id, course_id, source, purchase_id, created_at)
      values ($3, $1, $2, 'purchase', $4, now()) on conflict do nothing returning course_id),
    kept as (update enrollments set source = 'purchase', purchase_id = $4, is_archived = false, is_suspended = false
      where user_id = $1 and course_id = $2 returning course_id)
    update courses c set enrollments = c.enrollments + 1 from made where c.id = made.course_id returning c.id`,
};
const REVOKE = {
  name: 'revoke-purchase',
  text: `with gone as (delete from enrollments where user_id = $1 and course_id = $2 and source = 'purchase'
      returning course_id),
    lessons as (delete from lesson_progress d using gone where d.user_id = $1 and d.course_id = gone.course_id),
    positions as (delete from file_positions f using gone where f.user_id = $1 and f.course_id = gone.course_id),
    days as (delete from study_days s using gone where s.user_id = $1 and s.course_id = gone.course_id)
    update courses c set enrollments = greatest(c.enrollments - 1, 0) from gone where c.id = gone.course_id
      returning c.id`,
};

const SUSPEND = {
  name: 'suspend-purchase',
  text: `update enrollments set is_suspended = $3 where user_id = $1 and course_id = $2 and source = 'purchase'`,
};

/** The user and the item of an entitlement. */
interface Grant {
  userId: string;
  courseId: string;
}

/**
 * Gives a user an item that they have bought, in the running transaction; a free enrollment becomes a purchase. Returns
 * false, without effect, for an item that an operator has removed.
 */
export async function grantPurchase(
  tx: EntityManager,
  { userId, courseId, purchaseId }: Grant & { purchaseId: string },
): Promise<boolean> {
  const [course] = await read<{ is_open: boolean }>(tx, LOCK_COURSE, [courseId]);
  if (!course?.is_open) return false;
  const counted = await read(tx, GRANT, [userId, courseId, newId(), purchaseId]);
  if (counted.length > 0) publishDomainEvent(tx, 'course-counted', { courseId });
  publishDomainEvent(tx, 'enrollment-created', { courseId, userId });
  return true;
}

/** Stops serving an item whose payment is being refunded, or serves it again. */
export async function suspendPurchase(
  tx: EntityManager,
  { userId, courseId }: Grant,
  isSuspended: boolean,
): Promise<void> {
  await read(tx, SUSPEND, [userId, courseId, isSuspended]);
}

/** Takes an item back with the progress in it, in the running transaction; does nothing without a purchase. */
export async function revokePurchase(tx: EntityManager, { userId, courseId }: Grant): Promise<void> {
  await read(tx, LOCK_COURSE, [courseId]);
  const counted = await read(tx, REVOKE, [userId, courseId]);
  if (counted.length === 0) return;
  publishDomainEvent(tx, 'course-counted', { courseId });
  publishDomainEvent(tx, 'enrollment-removed', { courseId, userId, isRefund: true });
}
