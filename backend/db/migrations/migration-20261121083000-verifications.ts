import { Migration } from '@mikro-orm/migrations';

/** Claims that institutions confirm, and what the pictures of a profile show. */
export class Migration20261121083000Verifications extends Migration {
  override up(): void {
    this.addSql(`alter table "users" add column "profile_image_alt" text null, add column "cover_image_alt" text null`);
    this.addSql(`create table "verifications" (
      "id" uuid not null,
      "user_id" uuid not null,
      "institution_id" uuid not null,
      "line_id" uuid not null,
      "line" jsonb not null,
      "status" text not null default 'pending',
      "created_at" timestamptz(3) not null default now(),
      "decided_at" timestamptz(3) null,
      primary key ("id")
    )`);
    this.addSql(`alter table "verifications" add constraint "verifications_line_unique" unique ("user_id", "line_id")`);
    this.addSql(
      `create index "verifications_institution_list" on "verifications" ("institution_id", "status", "created_at" desc, "id" desc)`,
    );
    this.addSql(
      `alter table "verifications" add constraint "verifications_status_check" check (status in ('pending', 'confirmed', 'declined', 'revoked'))`,
    );
    this.addSql(
      `alter table "verifications" add constraint "verifications_pair_check" check (user_id <> institution_id)`,
    );
    this.addSql(
      `alter table "verifications" add constraint "verifications_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "verifications" add constraint "verifications_institution_id_foreign" foreign key ("institution_id") references "users" ("id") on delete cascade`,
    );
  }
}
