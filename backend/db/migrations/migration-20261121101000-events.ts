import { Migration } from '@mikro-orm/migrations';

/** Seats, waiting lists, links, cancellation and reminders of events, and private calendar feeds. */
export class Migration20261121101000Events extends Migration {
  override up(): void {
    this.addSql(`alter table "events"
      add column "ends_at" timestamptz(3) null,
      add column "timezone" text not null default 'UTC',
      add column "capacity" int null,
      add column "join_url" text null,
      add column "state" text not null default 'scheduled',
      add column "revision" int not null default 0,
      add column "edited_at" timestamptz(3) null,
      add column "reminded_day" timestamptz(3) null,
      add column "reminded_soon" timestamptz(3) null,
      add constraint "events_state_check" check (state in ('scheduled', 'cancelled')),
      add constraint "events_capacity_check" check (capacity > 0),
      add constraint "events_ends_at_check" check (ends_at > date)`);
    this.addSql(`alter table "event_attendees" add column "waiting_number" int null`);
    this.addSql(`update "event_attendees" a set "waiting_number" = w.number
      from (select event_id, user_id, row_number() over (partition by event_id order by created_at, user_id) as number from "event_attendees" where status = 'waitlisted') w
      where w.event_id = a.event_id and w.user_id = a.user_id`);
    this.addSql(
      `alter table "event_attendees" add constraint "event_attendees_waiting_check" check ((status = 'waitlisted') = (waiting_number is not null))`,
    );
    this.addSql(`create index "event_attendees_list" on "event_attendees" ("event_id", "created_at", "user_id")`);
    this.addSql(
      `create index "event_attendees_waiting" on "event_attendees" ("event_id", "waiting_number") where waiting_number is not null`,
    );
    this.addSql(`create table "calendar_feeds" (
      "user_id" uuid not null,
      "token_hash" bytea not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id")
    )`);
    this.addSql(`alter table "calendar_feeds" add constraint "calendar_feeds_token_unique" unique ("token_hash")`);
    this.addSql(
      `alter table "calendar_feeds" add constraint "calendar_feeds_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
  }
}
