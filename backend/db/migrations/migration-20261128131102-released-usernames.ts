import { Migration } from '@mikro-orm/migrations';

/** Holds usernames that were given up, so that no one takes them while texts still mention the former owner. */
export class Migration20261128131102ReleasedUsernames extends Migration {
  override name = 'Migration20261128131102ReleasedUsernames';

  override up(): void {
    this.addSql(`create table released_usernames (
        username text not null primary key,
        user_id uuid null constraint released_usernames_user_id_foreign references users on delete set null,
        held_until timestamptz(3) not null
      );
      create index released_usernames_user_id_index on released_usernames (user_id);
      create index released_usernames_held_until_index on released_usernames (held_until);`);
  }
}
