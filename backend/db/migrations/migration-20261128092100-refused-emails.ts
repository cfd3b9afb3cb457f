import { Migration } from '@mikro-orm/migrations';

/** Adds the time since which the mail server refuses the address of an account. */
export class Migration20261128092100RefusedEmails extends Migration {
  override name = 'Migration20261128092100RefusedEmails';

  override up(): void {
    this.addSql(`alter table users add column email_refused_at timestamptz(3)`);
  }
}
