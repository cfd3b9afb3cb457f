import { Migration } from '@mikro-orm/migrations';

/** Indexes by which the unread messages of one conversation, and a page of unread or done notifications, are read. */
export class Migration20261128092000UnreadLists extends Migration {
  override name = 'Migration20261128092000UnreadLists';

  override up(): void {
    this.addSql(`drop index messages_unread_index;
      create index messages_unread_list on messages (receiver_id, conversation_id) where read = false;
      drop index notifications_unread_index;
      create index notifications_unread_list on notifications (user_id, listed_at desc, id desc) where read = false;
      create index notifications_unread_groups on notifications (user_id, category, group_key) where read = false;
      create index notifications_done_list on notifications (user_id, listed_at desc, id desc)
        where done_at is not null;`);
  }
}
