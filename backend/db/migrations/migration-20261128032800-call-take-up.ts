import { Migration } from '@mikro-orm/migrations';

/** What a call needs to be taken up from its row when a server or Redis was started again. */
export class Migration20261128032800CallTakeUp extends Migration {
  override name = 'Migration20261128032800CallTakeUp';

  override up(): void {
    this.addSql(`
      alter table calls add column replaces uuid, add column seen_at timestamptz(3);
      create index calls_ended_index on calls (ended_at);
    `);
  }
}
