import { Migration } from '@mikro-orm/migrations';

/** Lists read as many rows as they show: people, likes of a post, saved items and what someone hosts. */
export class Migration20261121100000Lists extends Migration {
  override up(): void {
    this.addSql(`create index "users_list" on "users" ("created_at" desc, "id" desc)`);
    this.addSql(`create index "post_likes_list" on "post_likes" ("post_id", "created_at" desc, "user_id" desc)`);
    this.addSql(`drop index "saved_items_user_list"`);
    this.addSql(
      `create index "saved_items_user_list" on "saved_items" ("user_id", "type", "created_at" desc, "item_id" desc)`,
    );
    this.addSql(`drop index "events_user_id_index"`);
    this.addSql(`create index "events_user_list" on "events" ("user_id", "date" desc, "id" desc)`);
  }
}
