import { Migration } from '@mikro-orm/migrations';

/** What people say about the help, what they did not find in it, and the messages of the contact form. */
export class Migration20261121094000Help extends Migration {
  override up(): void {
    this.addSql(`create table "help_feedback" (
      "article_id" text not null,
      "user_id" uuid not null,
      "is_helpful" boolean not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("article_id", "user_id")
    )`);
    this.addSql(`create table "help_searches" (
      "query" text not null,
      "count" int not null default 1,
      "created_at" timestamptz(3) not null default now(),
      "last_at" timestamptz(3) not null default now(),
      primary key ("query")
    )`);
    this.addSql(`create table "support_requests" (
      "id" uuid not null,
      "user_id" uuid not null,
      "topic" text not null,
      "text" text not null,
      "request_id" text null,
      "is_mailed" boolean not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`create index "help_feedback_user_id_index" on "help_feedback" ("user_id")`);
    this.addSql(`create index "help_searches_last_at_index" on "help_searches" ("last_at")`);
    this.addSql(`create index "support_requests_list" on "support_requests" ("created_at" desc, "id" desc)`);
    this.addSql(`create index "support_requests_user_id_index" on "support_requests" ("user_id")`);
    this.addSql(
      `alter table "help_feedback" add constraint "help_feedback_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "support_requests" add constraint "support_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }
}
