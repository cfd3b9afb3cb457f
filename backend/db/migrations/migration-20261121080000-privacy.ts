import { Migration } from '@mikro-orm/migrations';

/** Privacy settings, and which lines of a card everyone may see. */
export class Migration20261121080000Privacy extends Migration {
  override up(): void {
    this.addSql(`create table "privacy_settings" (
      "id" uuid not null,
      "user_id" uuid not null,
      "who_can_message" text null,
      "who_can_call" text null,
      "who_can_connect" text null,
      "directory" boolean null,
      "field_visibility" jsonb not null default '{}',
      "read_receipts" boolean not null default true,
      "presence" boolean not null default true,
      "history_paused" boolean not null default false,
      "suggestion_facts" jsonb not null default '{}',
      "quiet_hours" jsonb null,
      "created_at" timestamptz(3) not null default now(),
      "updated_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`alter table "privacy_settings" add constraint "privacy_settings_user_id_unique" unique ("user_id")`);
    this.addSql(
      `alter table "privacy_settings" add constraint "privacy_settings_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "users" add column "is_position_public" boolean not null default true, add column "is_institution_public" boolean not null default true`,
    );
  }
}
