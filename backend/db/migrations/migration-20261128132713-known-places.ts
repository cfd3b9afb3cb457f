import { Migration } from '@mikro-orm/migrations';

/** Stores when and where an event was when its participants were last notified, while further edits wait for that. */
export class Migration20261128132713KnownPlaces extends Migration {
  override name = 'Migration20261128132713KnownPlaces';

  override up(): void {
    this.addSql('alter table events add column known_place jsonb null');
  }
}
