import { Migration } from '@mikro-orm/migrations';

/** Links in mails, the second factor, archives of an account, and accounts that wait for their deletion. */
export class Migration20261121091000Account extends Migration {
  override up(): void {
    this.addSql(
      `alter table "users" add column "email_verified_at" timestamptz(3) null, add column "delete_after" timestamptz(3) null`,
    );
    this.addSql(`create index "users_delete_after_index" on "users" ("delete_after") where delete_after is not null`);
    this.addTokens();
    this.addTwoFactor();
    this.addExports();
    this.keepMessagesOfDeleted();
  }

  private addTokens(): void {
    this.addSql(`create table "auth_tokens" (
      "id" uuid not null,
      "user_id" uuid not null,
      "purpose" text not null,
      "token_hash" bytea not null,
      "email" text not null,
      "created_at" timestamptz(3) not null default now(),
      "expires_at" timestamptz(3) not null,
      primary key ("id")
    )`);
    this.addSql(`alter table "auth_tokens" add constraint "auth_tokens_token_hash_unique" unique ("token_hash")`);
    this.addSql(`create index "auth_tokens_user_index" on "auth_tokens" ("user_id", "purpose")`);
    this.addSql(`create index "auth_tokens_expires_at_index" on "auth_tokens" ("expires_at")`);
    this.addSql(
      `alter table "auth_tokens" add constraint "auth_tokens_purpose_check" check (purpose in ('verify', 'reset', 'change'))`,
    );
    this.addSql(
      `alter table "auth_tokens" add constraint "auth_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }

  private addTwoFactor(): void {
    this.addSql(`create table "two_factor" (
      "id" uuid not null,
      "user_id" uuid not null,
      "secret" bytea not null,
      "last_step" int not null default 0,
      "created_at" timestamptz(3) not null default now(),
      "enabled_at" timestamptz(3) null,
      primary key ("id")
    )`);
    this.addSql(`alter table "two_factor" add constraint "two_factor_user_id_unique" unique ("user_id")`);
    this.addSql(
      `alter table "two_factor" add constraint "two_factor_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(`create table "recovery_codes" (
      "id" uuid not null,
      "user_id" uuid not null,
      "code_hash" bytea not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(
      `alter table "recovery_codes" add constraint "recovery_codes_code_unique" unique ("user_id", "code_hash")`,
    );
    this.addSql(
      `alter table "recovery_codes" add constraint "recovery_codes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }

  private addExports(): void {
    this.addSql(`create table "export_jobs" (
      "id" uuid not null,
      "user_id" uuid not null,
      "status" text not null default 'waiting',
      "progress" int not null default 0,
      "size_bytes" bigint null,
      "created_at" timestamptz(3) not null default now(),
      "ready_at" timestamptz(3) null,
      "expires_at" timestamptz(3) null,
      primary key ("id")
    )`);
    this.addSql(
      `create unique index "export_jobs_running_unique" on "export_jobs" ("user_id") where status in ('waiting', 'working')`,
    );
    this.addSql(`create index "export_jobs_user_list" on "export_jobs" ("user_id", "created_at" desc, "id" desc)`);
    this.addSql(
      `alter table "export_jobs" add constraint "export_jobs_status_check" check (status in ('waiting', 'working', 'ready', 'failed'))`,
    );
    this.addSql(
      `alter table "export_jobs" add constraint "export_jobs_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
  }

  /** Whoever stays keeps the conversation; the one who left is nobody there. */
  private keepMessagesOfDeleted(): void {
    this.addSql(
      `alter table "messages" alter column "sender_id" drop not null, alter column "receiver_id" drop not null`,
    );
    this.addSql(
      `alter table "messages" drop constraint "messages_sender_id_foreign", drop constraint "messages_receiver_id_foreign"`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_sender_id_foreign" foreign key ("sender_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_receiver_id_foreign" foreign key ("receiver_id") references "users" ("id") on delete set null`,
    );
  }
}
