import { Migration } from '@mikro-orm/migrations';

/** Adds the setting whose mentions notify a member, and the index that counts what one member sent another. */
export class Migration20261128042000Reach extends Migration {
  override name = 'Migration20261128042000Reach';

  override up(): void {
    this.addSql(`alter table privacy_settings add column who_can_mention text;
      create index notifications_pair_index on notifications (user_id, actor_id, created_at);`);
  }
}
