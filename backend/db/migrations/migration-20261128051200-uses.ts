import { Migration } from '@mikro-orm/migrations';

/**
 * What learners have used of items, as the server served it; until now the rules of refunds and reviews rested on what
 * the client reported. That is taken over once: a download as the whole file, a position as the bytes before it, and a
 * finished lesson as opened. While a payment is refunded, the enrollment is suspended.
 */
export class Migration20261128051200Uses extends Migration {
  override name = 'Migration20261128051200Uses';

  override up(): void {
    this.addSql(`
      create table file_uses (
        user_id uuid not null constraint file_uses_user_id_foreign references users
          on update cascade on delete cascade,
        course_file_id uuid not null constraint file_uses_course_file_id_foreign references course_files
          on update cascade on delete cascade,
        course_id uuid not null constraint file_uses_course_id_foreign references courses on delete cascade,
        served int8multirange not null,
        served_bytes bigint not null,
        is_saved boolean not null default false,
        created_at timestamptz(3) not null default now(),
        primary key (user_id, course_file_id)
      );
      create index file_uses_course_index on file_uses (course_id, user_id);
      create index file_uses_file_index on file_uses (course_file_id);
      create table lesson_uses (
        user_id uuid not null constraint lesson_uses_user_id_foreign references users
          on update cascade on delete cascade,
        lesson_id uuid not null constraint lesson_uses_lesson_id_foreign references course_lessons
          on update cascade on delete cascade,
        course_id uuid not null constraint lesson_uses_course_id_foreign references courses on delete cascade,
        created_at timestamptz(3) not null default now(),
        primary key (user_id, lesson_id)
      );
      create index lesson_uses_course_index on lesson_uses (course_id, user_id);
      create index lesson_uses_lesson_index on lesson_uses (lesson_id);
      alter table enrollments add column is_suspended boolean not null default false;
      alter table purchases add column is_refunded_by_rule boolean not null default false;

      insert into file_uses (user_id, course_file_id, course_id, served, served_bytes, is_saved, created_at)
        select d.user_id, d.course_file_id, d.course_id, int8multirange(int8range(0, f.size_bytes)), f.size_bytes, true,
          min(d.created_at)
        from course_downloads d join course_files t on t.id = d.course_file_id join files f on f.id = t.file_id
        group by d.user_id, d.course_file_id, d.course_id, f.size_bytes;
      insert into file_uses (user_id, course_file_id, course_id, served, served_bytes, created_at)
        select p.user_id, p.course_file_id, p.course_id,
          int8multirange(int8range(0, floor(f.size_bytes * p.percent)::bigint)),
          floor(f.size_bytes * p.percent)::bigint,
          p.updated_at
        from file_positions p join course_files t on t.id = p.course_file_id join files f on f.id = t.file_id
        on conflict do nothing;
      insert into lesson_uses (user_id, lesson_id, course_id, created_at)
        select user_id, lesson_id, course_id, created_at from lesson_progress;
      update enrollments e set is_suspended = true from purchases p
        where p.buyer_id = e.user_id and p.course_id = e.course_id and p.refund_state = 'processing'
          and e.purchase_id = p.id;
    `);
  }
}
