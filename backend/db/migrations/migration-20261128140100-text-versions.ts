import { Migration } from '@mikro-orm/migrations';

/** Counts the edits of the details of items, and of lessons, so that no edit overwrites another one unseen. */
export class Migration20261128140100TextVersions extends Migration {
  override name = 'Migration20261128140100TextVersions';

  override up(): void {
    this.addSql('alter table courses add column text_version int not null default 1');
    this.addSql('alter table course_lessons add column text_version int not null default 1');
  }
}
