import { Migration } from '@mikro-orm/migrations';

/** Stores since when a browser is known: one that was used just now was perhaps made known to attack with. */
export class Migration20261128033600KnownDeviceAge extends Migration {
  override name = 'Migration20261128033600KnownDeviceAge';

  override up(): void {
    this.addSql(`alter table known_devices add column first_used_at timestamptz(3) not null default now()`);
    this.addSql(`update known_devices set first_used_at = last_used_at`);
  }
}
