import { Migration } from '@mikro-orm/migrations';

/**
 * Purchases are looked up at the provider until their page can no longer be paid, whatever became of them here, and a
 * payment of another amount is recorded. Pages of purchases that have ended are looked up once: a payment on one of
 * them was not recorded before.
 */
export class Migration20261128032500PurchasePages extends Migration {
  override name = 'Migration20261128032500PurchasePages';

  override up(): void {
    this.addSql(`
      alter table purchases alter column check_at drop not null,
        add column received_amount int, add column received_currency text,
        add constraint purchases_received_check check ((received_amount is null) = (received_currency is null));
      update purchases set check_at = null where status in ('paid', 'refunded')
        or status <> 'pending' and (checkout_id is null or provider = 'test');
      update purchases set check_at = now() where status in ('failed', 'expired') and check_at is not null;
      drop index purchases_check_due;
      create index purchases_check_due on purchases (check_at) where check_at is not null;
    `);
  }
}
