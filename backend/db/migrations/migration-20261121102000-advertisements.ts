import { Migration } from '@mikro-orm/migrations';

/** What becomes of advertisements, their numbers by day, and what members have hidden or seen today. */
export class Migration20261121102000Advertisements extends Migration {
  override up(): void {
    // What stood there before there was a review goes on being shown.
    this.addSql(
      `alter table "advertisements" add column "state" text not null default 'active', add column "rejection_reason" text null`,
    );
    this.addSql(`alter table "advertisements" alter column "state" set default 'review',
      add constraint "advertisements_state_check" check (state in ('draft', 'review', 'active', 'paused', 'rejected'))`);
    this.addSql(
      `create index "advertisements_register_list" on "advertisements" ("created_at" desc, "id" desc) where state = 'active'`,
    );
    this.addSql(
      `create table "ad_stats_daily" ("advertisement_id" uuid not null, "day" date not null, "impressions" int not null default 0, "clicks" int not null default 0, primary key ("advertisement_id", "day"))`,
    );
    this.addSql(
      `create table "ad_views" ("user_id" uuid not null, "advertisement_id" uuid not null, "day" date not null, "count" int not null default 0, primary key ("user_id", "advertisement_id"))`,
    );
    this.addSql(
      `create table "ad_hides" ("user_id" uuid not null, "advertisement_id" uuid not null, "created_at" timestamptz(3) not null default now(), primary key ("user_id", "advertisement_id"))`,
    );
    this.addSql(`create index "ad_views_advertisement_index" on "ad_views" ("advertisement_id")`);
    this.addSql(`create index "ad_views_day_index" on "ad_views" ("day")`);
    this.addSql(`create index "ad_hides_advertisement_index" on "ad_hides" ("advertisement_id")`);
    this.addSql(
      `alter table "ad_stats_daily" add constraint "ad_stats_daily_advertisement_id_foreign" foreign key ("advertisement_id") references "advertisements" ("id") on delete cascade`,
    );
    for (const table of ['ad_views', 'ad_hides']) {
      this.addSql(
        `alter table "${table}" add constraint "${table}_advertisement_id_foreign" foreign key ("advertisement_id") references "advertisements" ("id") on update cascade on delete cascade`,
      );
      this.addSql(
        `alter table "${table}" add constraint "${table}_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
      );
    }
  }
}
