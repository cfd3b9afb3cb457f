import { Migration } from '@mikro-orm/migrations';

/** What a member does with notifications, which ways they take, and the browsers that take web push. */
export class Migration20261121090000Notifications extends Migration {
  override up(): void {
    this.addSql(`alter table "notifications"
      add column "actor_id" uuid null,
      add column "group_key" text not null default '',
      add column "dedupe_key" text null,
      add column "is_shown" boolean not null default true,
      add column "read_at" timestamptz(3) null,
      add column "done_at" timestamptz(3) null,
      add column "snoozed_until" timestamptz(3) null,
      add column "listed_at" timestamptz(3) not null default now(),
      add column "mail_due_at" timestamptz(3) null`);
    this.addSql(`update "notifications" set "group_key" = "id"::text, "listed_at" = "created_at",
      "type" = case when "type" = 'comment' then 'post-commented' when "type" = 'connection' then 'connection-request' else "type" end`);
    this.addSql(`alter table "notifications" alter column "group_key" drop default`);
    this.addSql(`drop index "notifications_user_list"`);
    this.addSql(`create index "notifications_user_list" on "notifications" ("user_id", "listed_at" desc, "id" desc)`);
    this.addSql(
      `create index "notifications_group_list" on "notifications" ("user_id", "group_key", "listed_at" desc, "id" desc)`,
    );
    this.addSql(
      `create index "notifications_mail_index" on "notifications" ("mail_due_at") where mail_due_at is not null`,
    );
    this.addSql(
      `create index "notifications_snoozed_index" on "notifications" ("snoozed_until") where snoozed_until is not null`,
    );
    this.addSql(`create index "notifications_expires_index" on "notifications" ("expires_at")`);
    this.addSql(`create index "notifications_actor_index" on "notifications" ("actor_id")`);
    this.addSql(
      `alter table "notifications" add constraint "notifications_dedupe_unique" unique ("user_id", "dedupe_key")`,
    );
    this.addSql(
      `alter table "notifications" add constraint "notifications_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete cascade`,
    );

    this.addSql(`create table "notification_preferences" (
      "user_id" uuid not null,
      "types" jsonb not null default '{}',
      "digest" text not null default 'off',
      "digest_hour" int not null default 8,
      "updated_at" timestamptz(3) not null default now(),
      primary key ("user_id")
    )`);
    this.addSql(`create table "notification_mutes" (
      "user_id" uuid not null,
      "source_type" text not null,
      "source_id" uuid not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id", "source_type", "source_id")
    )`);
    this.addSql(`create table "push_subscriptions" (
      "id" uuid not null,
      "user_id" uuid not null,
      "session_id" uuid not null,
      "endpoint" text not null,
      "p256dh" text not null,
      "auth" text not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`create index "push_subscriptions_user_index" on "push_subscriptions" ("user_id")`);
    this.addSql(`create index "push_subscriptions_session_index" on "push_subscriptions" ("session_id")`);
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_endpoint_unique" unique ("endpoint")`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "notification_mutes" add constraint "notification_mutes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade`,
    );
  }
}
