import { Migration } from '@mikro-orm/migrations';

/** Posts that carry an event. */
export class Migration20261121107200AttachedEvents extends Migration {
  override up(): void {
    this.addSql(`alter table "posts" add column "attached_event_id" uuid null`);
    this.addSql(
      `alter table "posts" add constraint "posts_attached_event_id_foreign" foreign key ("attached_event_id") references "events" ("id") on delete set null`,
    );
    this.addSql(
      `create index "posts_attached_event_index" on "posts" ("attached_event_id") where "attached_event_id" is not null`,
    );
  }
}
