import { Migration } from '@mikro-orm/migrations';

/** Whether a member followed an advertisement today. */
export class Migration20261121107300AdClicks extends Migration {
  override up(): void {
    this.addSql(`alter table "ad_views" add column "is_followed" boolean not null default false`);
  }
}
