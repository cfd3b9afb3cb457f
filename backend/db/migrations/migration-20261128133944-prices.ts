import { Migration } from '@mikro-orm/migrations';

/** Allows prices of currencies in which a dollar is worth thousands of units; the server limits them by currency. */
export class Migration20261128133944Prices extends Migration {
  override name = 'Migration20261128133944Prices';

  override up(): void {
    this.addSql(`alter table courses drop constraint courses_numbers_check,
      add constraint courses_numbers_check
        check (price >= 0 and price <= 200000000 and enrollments >= 0 and downloads >= 0);`);
  }
}
