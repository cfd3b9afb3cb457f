import { Migration } from '@mikro-orm/migrations';

/** Pictures of advertisements, and events that they promote. */
export class Migration20261121107100AdPictures extends Migration {
  override up(): void {
    this.addSql(
      `alter table "advertisements" add column "image_file_id" uuid null, add column "image_alt" text null, add column "event_id" uuid null`,
    );
    this.addSql(`alter table "advertisements"
      add constraint "advertisements_image_file_id_foreign" foreign key ("image_file_id") references "files" ("id") on delete set null,
      add constraint "advertisements_event_id_foreign" foreign key ("event_id") references "events" ("id") on delete cascade`);
    this.addSql(`create index "advertisements_image_file_id_index" on "advertisements" ("image_file_id")`);
    this.addSql(`create index "advertisements_event_id_index" on "advertisements" ("event_id")`);
  }
}
