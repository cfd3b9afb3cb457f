import { Migration } from '@mikro-orm/migrations';

/** Stores by which version of the words a message is indexed, so that a job can index those of older versions again. */
export class Migration20261128132530MessageWords extends Migration {
  override name = 'Migration20261128132530MessageWords';

  override up(): void {
    this.addSql('alter table message_index add column version int not null default 1');
  }
}
