import { Migration } from '@mikro-orm/migrations';

/** Stores that a member is online without looking at the screen. */
export class Migration20261128132700IdleDevices extends Migration {
  override name = 'Migration20261128132700IdleDevices';

  override up(): void {
    this.addSql(`alter table presences drop constraint presences_state_check,
      add constraint presences_state_check check (state in ('online', 'idle', 'away'))`);
  }
}
