import { Migration } from '@mikro-orm/migrations';

/**
 * How far a learner has been in a file, apart from where they are: who looked again at the first page of a finished
 * book had not begun it any more. Of items that were completed, the files that are all of them were read to the end.
 */
export class Migration20261128132000Furthest extends Migration {
  override name = 'Migration20261128132000Furthest';

  override up(): void {
    this.addSql(`
      alter table file_positions add column furthest float8 not null default 0;
      update file_positions p set furthest = case when exists (select 1 from enrollments e
          where e.user_id = p.user_id and e.course_id = p.course_id and e.completed_at is not null)
        and not exists (select 1 from course_lessons l where l.course_id = p.course_id) then 1 else p.percent end;
      alter table file_positions add constraint file_positions_furthest_check
        check (furthest::numeric >= 0 and furthest::numeric <= 1);
    `);
  }
}
