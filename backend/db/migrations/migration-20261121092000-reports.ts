import { Migration } from '@mikro-orm/migrations';

/** Reports, and accounts that an operator has suspended. */
export class Migration20261121092000Reports extends Migration {
  override up(): void {
    this.addSql(
      `alter table "users" add column "suspended_at" timestamptz(3) null, add column "suspension_reason" text null`,
    );
    this.addSql(`create table "reports" (
      "id" uuid not null,
      "reporter_id" uuid null,
      "target_type" text not null,
      "target_id" uuid not null,
      "target_user_id" uuid null,
      "reason" text not null,
      "note" text null,
      "snapshot" jsonb not null,
      "status" text not null default 'open',
      "created_at" timestamptz(3) not null default now(),
      "closed_at" timestamptz(3) null,
      "closed_by" text null,
      primary key ("id")
    )`);
    this.addSql(
      `create unique index "reports_open_unique" on "reports" ("reporter_id", "target_type", "target_id") where "status" = 'open'`,
    );
    this.addSql(`create index "reports_list" on "reports" ("status", "created_at" desc, "id" desc)`);
    this.addSql(`create index "reports_target_index" on "reports" ("target_type", "target_id")`);
    this.addSql(`create index "reports_target_user_id_index" on "reports" ("target_user_id")`);
    this.addSql(
      `alter table "reports" add constraint "reports_status_check" check (status in ('open', 'dismissed', 'removed', 'suspended'))`,
    );
    this.addSql(
      `alter table "reports" add constraint "reports_reporter_id_foreign" foreign key ("reporter_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "reports" add constraint "reports_target_user_id_foreign" foreign key ("target_user_id") references "users" ("id") on delete set null`,
    );
  }
}
