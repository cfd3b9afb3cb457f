import { Migration } from '@mikro-orm/migrations';

/**
 * Removes the words for the correction of typing errors, among which were those of records that only some may find. A
 * job adds those that every member may find.
 */
export class Migration20261128035000PublicWords extends Migration {
  override name = 'Migration20261128035000PublicWords';

  override up(): void {
    this.addSql('delete from search_words');
  }
}
