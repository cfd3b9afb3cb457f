import { Migration } from '@mikro-orm/migrations';

/** Indexes that contain all of what is counted of a member: connections without closed accounts, posts and items. */
export class Migration20261128134000CountedLists extends Migration {
  override name = 'Migration20261128134000CountedLists';

  override up(): void {
    this.addSql(`create index connections_sent_accepted on connections (user_id, connected_user_id)
        where status = 'accepted';
      create index connections_received_accepted on connections (connected_user_id, user_id) where status = 'accepted';
      create index users_deactivated_index on users (id) where deactivated_at is not null;
      create index posts_user_audience on posts (user_id, audience);
      drop index posts_user_index;
      create index courses_user_published on courses (user_id) where status = 'published';`);
  }
}
