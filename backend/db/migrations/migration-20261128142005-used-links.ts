import { Migration } from '@mikro-orm/migrations';

/** Keeps used links that confirmed an address, until they expire: opened again, they say that it is confirmed. */
export class Migration20261128142005UsedLinks extends Migration {
  override name = 'Migration20261128142005UsedLinks';

  override up(): void {
    this.addSql('alter table auth_tokens add column used_at timestamptz(3) null');
  }
}
