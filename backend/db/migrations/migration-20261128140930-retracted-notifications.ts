import { Migration } from '@mikro-orm/migrations';

/** Stores since when a notification is hidden because what it is about was undone, such as a like. */
export class Migration20261128140930RetractedNotifications extends Migration {
  override name = 'Migration20261128140930RetractedNotifications';

  override up(): void {
    this.addSql('alter table notifications add column retracted_at timestamptz(3) null');
  }
}
