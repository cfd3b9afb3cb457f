import { Migration } from '@mikro-orm/migrations';

const TYPES = ['user', 'post', 'course', 'event'];

/** Search: vectors that the server writes itself, the date and category of a record, and the words for typing errors. */
export class Migration20261121100000Search extends Migration {
  override up(): void {
    // The server makes every row anew when it starts; what a parser of the database cut up is not worth keeping.
    this.addSql(`truncate "search_index"`);
    this.addSql(`drop index "search_index_fts_index"`);
    this.addSql(`drop index "search_index_author_id_index"`);
    this.addSql(`alter table "search_index" alter column "fts" drop expression`);
    this
      .addSql(`alter table "search_index" add column "dated_at" timestamptz(3) not null default now(), add column "category" text null,
      add column "version" smallint not null default 0, add column "title_fts" tsvector null`);
    for (const column of ['fts', 'title_fts']) {
      for (const type of TYPES) {
        this.addSql(
          `create index "search_index_${type}_${column}" on "search_index" using gin ("${column}") with (fastupdate = off) where entity_type = '${type}'`,
        );
      }
    }
    this.addSql(`create index "search_index_type_list" on "search_index" ("entity_type", "dated_at" desc, "id" desc)`);
    this.addSql(
      `create index "search_index_category_list" on "search_index" ("entity_type", "category", "dated_at" desc, "id" desc) where category is not null`,
    );
    this.addSql(
      `create index "search_index_author_list" on "search_index" ("author_id", "entity_type", "dated_at" desc, "id" desc)`,
    );
    this.addSql(`create table "search_words" (
      "word" text not null,
      "variants" text[] not null,
      "documents" int not null default 1,
      primary key ("word")
    )`);
    this.addSql(
      `create index "search_words_variants" on "search_words" using gin ("variants") with (fastupdate = off)`,
    );
    // Statistics of a thousand words instead of a hundred tell the planner which are common.
    this.addSql(
      `alter table "search_index" alter column "fts" set statistics 500, alter column "title_fts" set statistics 500`,
    );
    // The vector is read for each row that is looked at, the content for the few that are shown: that one goes out of line.
    this.addSql(
      `alter table "search_index" alter column "fts" set storage main, alter column "title_fts" set storage main`,
    );
  }
}
