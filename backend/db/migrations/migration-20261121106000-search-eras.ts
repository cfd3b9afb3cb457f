import { Migration } from '@mikro-orm/migrations';

const TYPES = ['user', 'post', 'course', 'event'];
const HOURS = [1, 16, 256, 4096];

/**
 * Search: the eras of a record, by which the newest of many are found at once; and the words of messages, for their two
 * people.
 */
export class Migration20261121106000SearchEras extends Migration {
  override up(): void {
    const erasOf = (column: string) =>
      `int[] generated always as (array[${HOURS.map((hours, kind) => `floor(extract(epoch from ${column} at time zone 'UTC') / ${hours * 3600})::int + ${kind * 100_000_000}`).join(', ')}, 2000000000]) stored null`;
    this.addSql(`alter table "search_index" add column "eras" ${erasOf('dated_at')}`);
    for (const column of ['fts', 'title_fts']) {
      for (const type of TYPES) {
        const name = `search_index_${type}_${column}`;
        this.addSql(`drop index "${name}"`);
        this.addSql(
          `create index "${name}" on "search_index" using gin ("${column}", "eras") with (fastupdate = off) where entity_type = '${type}'`,
        );
      }
    }
    this.addSql(`create table "message_index" (
      "message_id" uuid not null,
      "scopes" uuid[] not null,
      "sent_at" timestamptz(3) not null default now(),
      "eras" ${erasOf('sent_at')},
      "fts" tsvector not null,
      primary key ("message_id")
    )`);
    this.addSql(
      `alter table "message_index" add constraint "message_index_message_id_foreign" foreign key ("message_id") references "messages" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `create index "message_index_words" on "message_index" using gin ("scopes", "fts", "eras") with (fastupdate = off)`,
    );
    // Little is left to choose, and a long list of common words is read each time a search is planned.
    this.addSql(
      `alter table "search_index" alter column "fts" set statistics 50, alter column "title_fts" set statistics 50`,
    );
    this.addSql(`alter table "message_index" alter column "fts" set statistics 50`);
    this.addSql(`drop index "messages_text_index"`);
  }
}
