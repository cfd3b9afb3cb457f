import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the notifications of a stranger's texts apart from the notifications, which are deleted with the texts; the
 * index by which they were counted until now is dropped.
 */
export class Migration20261128095400StrangerCounts extends Migration {
  override name = 'Migration20261128095400StrangerCounts';

  override up(): void {
    this.addSql(`create table stranger_counts (
        user_id uuid not null constraint stranger_counts_user_id_foreign references users on delete cascade,
        actor_id uuid not null constraint stranger_counts_actor_id_foreign references users on delete cascade,
        day date not null,
        count int not null,
        primary key (user_id, actor_id, day)
      );
      create index stranger_counts_actor_index on stranger_counts (actor_id);
      create index stranger_counts_day_index on stranger_counts (day);
      drop index notifications_pair_index;`);
  }
}
