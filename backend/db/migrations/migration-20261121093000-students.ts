import { Migration } from '@mikro-orm/migrations';

/** The directory of students: what each of them shows, and who looks for somebody to learn with. */
export class Migration20261121093000Students extends Migration {
  override up(): void {
    this.addSql(`alter table "privacy_settings" add column "directory_fields" jsonb null`);
    this.addSql(`create table "directory_listings" (
      "user_id" uuid not null,
      "name" text not null,
      "has_name" boolean not null,
      "institution" text null,
      "field" text null,
      "year" int null,
      "bio" text null,
      "has_photo" boolean not null,
      "has_courses" boolean not null,
      "has_mutuals" boolean not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id")
    )`);
    this.addSql(`create table "study_partner_flags" (
      "user_id" uuid not null,
      "course_id" uuid not null,
      "until" date not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id", "course_id")
    )`);
    this.addSql(`create index "directory_listings_new" on "directory_listings" ("created_at" desc, "user_id" desc)`);
    this.addSql(
      `create index "directory_listings_name" on "directory_listings" ("name" collate "und-x-icu", "user_id")`,
    );
    this.addSql(`create index "study_partner_flags_course_index" on "study_partner_flags" ("course_id", "user_id")`);
    this.addSql(
      `alter table "directory_listings" add constraint "directory_listings_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "study_partner_flags" add constraint "study_partner_flags_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "study_partner_flags" add constraint "study_partner_flags_course_id_foreign" foreign key ("course_id") references "courses" ("id") on update cascade on delete cascade`,
    );
    // Who stood in the directory before fields could be chosen shows the name alone.
    this
      .addSql(`insert into "directory_listings" ("user_id", "name", "has_name", "has_photo", "has_courses", "has_mutuals")
      select u."id", u."full_name", true, false, false, coalesce(ps."field_visibility" ->> 'connections', 'connections') <> 'me'
      from "users" u join "privacy_settings" ps on ps."user_id" = u."id" and ps."directory" where u."role" = 'student'`);
  }
}
