import { twice, type Invariant } from './invariant.ts';

/** Enrollments, progress, reviews, classes, purchases and calls. */
export const LEARNING_INVARIANTS: readonly Invariant[] = [
  { name: 'enrollments are unique', means: 'a learner counts twice', sql: twice('user_id, course_id', 'enrollments') },
  { name: 'reviews are unique', means: 'stars count twice', sql: twice('user_id, course_id', 'reviews') },
  {
    name: 'progress is that of the lessons',
    means: 'a learner sees a wrong progress',
    // Files are read in parts, which count as well.
    sql: `select e.course_id || ' ' || e.user_id || ': ' || e.progress as what from enrollments e
      cross join lateral (select count(*) as lessons, count(d.lesson_id) as done, bool_or(l.kind = 'file') as has_files
        from course_lessons l left join lesson_progress d on d.lesson_id = l.id and d.user_id = e.user_id
        where l.course_id = e.course_id) n
      where n.lessons > 0 and not n.has_files and e.progress <> case when n.done = n.lessons then 100
        else least(99, round(100.0 * n.done / n.lessons)) end`,
  },
  {
    name: 'class posts are of the class',
    means: 'a stranger writes to learners',
    sql: `select p.id::text as what from posts p join courses c on c.id = p.course_id and c.user_id <> p.user_id
      where not exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = p.user_id)`,
  },

  {
    name: 'receipts are numbered without gaps',
    means: 'the books lack a receipt',
    sql: `select 'receipt ' || max(receipt_number) || ' of ' || count(*) as what from purchases
      where receipt_number is not null having max(receipt_number) <> count(*)`,
  },
  {
    name: 'an item is paid once',
    means: 'a buyer has paid twice',
    sql: twice('buyer_id, course_id', `purchases where status = 'paid'`),
  },
  {
    name: 'paid purchases have their item',
    means: 'a buyer has paid for nothing',
    sql: `select p.id::text as what from purchases p where p.status = 'paid' and not exists (select 1 from enrollments e
      where e.purchase_id = p.id and e.user_id = p.buyer_id and e.course_id = p.course_id and e.source = 'purchase')`,
  },
  {
    name: 'items that were bought are paid',
    means: 'an item was given away',
    sql: `select e.id::text as what from enrollments e where e.source = 'purchase' and not exists (select 1
      from purchases p where p.id = e.purchase_id and p.status = 'paid')`,
  },

  {
    name: 'calls have an end',
    means: 'a call is in no list',
    sql: `select id::text as what from calls where ended_at is null or end_reason is null`,
  },
  {
    name: 'calls end after their answer',
    means: 'a call has a wrong duration',
    sql: `select id::text as what from calls where ended_at < answered_at or answered_at < created_at
      or (answered_at is null and end_reason = 'completed')`,
  },
  {
    name: 'calls have one message',
    means: 'a chat shows a call twice or never',
    sql: `select c.id || ': ' || n.count as what from calls c cross join lateral (select count(*) as count
      from messages m where m.kind = 'call' and m.call->>'callId' = c.id::text) n where n.count <> 1`,
  },
  {
    name: 'messages of calls have their call',
    means: 'a chat shows a call that never was',
    sql: `select m.id::text as what from messages m where m.kind = 'call' and not exists (select 1 from calls c
      where c.id::text = m.call->>'callId' and m.sender_id = c.caller_id and m.receiver_id = c.callee_id
        and m.call->>'endReason' = c.end_reason)`,
  },
];
