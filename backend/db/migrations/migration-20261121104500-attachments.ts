import { Migration } from '@mikro-orm/migrations';

/** What a picture in a message measures, and the list of a conversation's files. */
export class Migration20261121104500Attachments extends Migration {
  override up(): void {
    this.addSql(`alter table "messages" add column "file_width" int null, add column "file_height" int null`);
    this.addSql(
      `update "messages" m set "file_width" = f.width, "file_height" = f.height from "files" f where f.id = m.file_id`,
    );
    this.addSql(
      `create index "messages_shared_files_list" on "messages" ("conversation_id", ("file_type" like 'image/%'), "conversation_seq" desc) where file_id is not null`,
    );
  }
}
