import { Migration } from '@mikro-orm/migrations';

/**
 * What an item consisted of when it was paid: the seller, who can delete and replace its parts, does not decide how
 * much of it the buyer has used. Purchases from before have null and go by the item as it is now. What was used stays
 * recorded when the part is deleted, thus without a foreign key.
 */
export class Migration20261128100000PaidParts extends Migration {
  override name = 'Migration20261128100000PaidParts';

  override up(): void {
    this.addSql(`
      alter table purchases add column paid_parts jsonb;
      alter table file_uses drop constraint file_uses_course_file_id_foreign;
      alter table lesson_uses drop constraint lesson_uses_lesson_id_foreign;
      drop index file_uses_file_index;
      drop index lesson_uses_lesson_index;
    `);
  }
}
