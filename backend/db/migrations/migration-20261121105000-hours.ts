import { Migration } from '@mikro-orm/migrations';

/** When a teacher answers, and how a member wants to write and hear of messages. */
export class Migration20261121105000Hours extends Migration {
  override up(): void {
    this.addSql(`alter table "privacy_settings" add column "office_hours" jsonb null`);
    this.addSql(
      `alter table "user_preferences" add column "send_with_enter" boolean not null default true, add column "message_sound" boolean not null default true`,
    );
  }
}
