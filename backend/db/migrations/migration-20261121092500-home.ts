import { Migration } from '@mikro-orm/migrations';

/** Questions, earlier versions of posts, the order of Top, drafts, markers, and which facts put posts into a feed. */
export class Migration20261121092500Home extends Migration {
  override up(): void {
    this.addSql(
      `alter table "posts" add column "is_question" boolean not null default false, add column "answer_id" uuid null`,
    );
    this.addSql(
      `alter table "posts" add column "rank_ms" bigint generated always as ((extract(epoch from (created_at - '1970-01-01 00:00:00+00'::timestamptz)) * 1000)::bigint + (ln((1 + likes + 2 * comments + 3 * shares)::double precision) * 86400000)::bigint) stored null`,
    );
    this.addSql(`create index "posts_top" on "posts" ("rank_ms" desc, "id" desc)`);
    this.addSql(`create index "posts_user_top" on "posts" ("user_id", "rank_ms" desc, "id" desc)`);
    this.addSql(
      `create index "posts_unanswered_list" on "posts" ("created_at" desc, "id" desc) where "is_question" and "answer_id" is null`,
    );
    this.addSql(`create table "post_edits" (
      "id" uuid not null,
      "post_id" uuid not null,
      "content" text not null,
      "image_alt" text null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`create index "post_edits_list" on "post_edits" ("post_id", "created_at" desc, "id" desc)`);
    this.addSql(`create table "feed_settings" (
      "user_id" uuid not null,
      "hidden_facts" text[] not null,
      primary key ("user_id")
    )`);
    this.addSql(`create table "drafts" (
      "user_id" uuid not null,
      "key" text not null,
      "body" text not null,
      "updated_at" timestamptz(3) not null default now(),
      primary key ("user_id", "key")
    )`);
    this.addSql(`create table "markers" (
      "user_id" uuid not null,
      "list" text not null,
      "last_seen_id" uuid not null,
      "updated_at" timestamptz(3) not null default now(),
      primary key ("user_id", "list")
    )`);
    this.addSql(
      `alter table "post_edits" add constraint "post_edits_post_id_foreign" foreign key ("post_id") references "posts" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "feed_settings" add constraint "feed_settings_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "drafts" add constraint "drafts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "markers" add constraint "markers_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }
}
