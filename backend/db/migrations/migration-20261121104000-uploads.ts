import { Migration } from '@mikro-orm/migrations';

/** Resumable uploads, and the small pictures of files in messages. */
export class Migration20261121104000Uploads extends Migration {
  override up(): void {
    this.addSql(`alter table "files" add column "preview_bytes" int null`);
    this.addSql(`create table "upload_sessions" (
      "id" uuid not null,
      "owner_id" uuid not null,
      "purpose" text not null,
      "name" text not null,
      "size_bytes" bigint not null,
      "sha256" text null,
      "state" text not null default 'receiving',
      "file_id" uuid null,
      "failure" jsonb null,
      "lease_by" uuid null,
      "lease_until" timestamptz(3) null,
      "created_at" timestamptz(3) not null default now(),
      "expires_at" timestamptz(3) not null,
      primary key ("id")
    )`);
    this.addSql(`create index "upload_sessions_owner_index" on "upload_sessions" ("owner_id")`);
    this.addSql(`create index "upload_sessions_expires_at_index" on "upload_sessions" ("expires_at")`);
    this.addSql(
      `alter table "upload_sessions" add constraint "upload_sessions_state_check" check (state in ('receiving', 'done', 'failed'))`,
    );
    this.addSql(
      `alter table "upload_sessions" add constraint "upload_sessions_size_bytes_check" check (size_bytes > 0)`,
    );
    this.addSql(
      `alter table "upload_sessions" add constraint "upload_sessions_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade`,
    );
  }
}
