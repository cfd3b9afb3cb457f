import { Migration } from '@mikro-orm/migrations';

/** Notes and answers of connection requests, and the facts that suggestions are made of. */
export class Migration20261121070000Connections extends Migration {
  override up(): void {
    this.addSql(
      `alter table "connections" add column "note" text null, add column "responded_at" timestamptz(3) null, add column "ignored_at" timestamptz(3) null`,
    );
    this.addSql(`create table "suggestion_dismissals" (
      "user_id" uuid not null,
      "dismissed_id" uuid not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id", "dismissed_id")
    )`);
    this.addSql(`create table "enrollments" (
      "id" uuid not null,
      "user_id" uuid not null,
      "course_id" uuid not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`create table "event_attendees" (
      "event_id" uuid not null,
      "user_id" uuid not null,
      "status" text not null default 'going',
      "created_at" timestamptz(3) not null default now(),
      primary key ("event_id", "user_id")
    )`);
    this.addSql(
      `alter table "enrollments" add constraint "enrollments_user_course_unique" unique ("user_id", "course_id")`,
    );
    this.addSql(`create index "enrollments_course_index" on "enrollments" ("course_id", "user_id")`);
    this.addSql(`create index "event_attendees_user_index" on "event_attendees" ("user_id", "event_id")`);
    this.addSql(
      `alter table "event_attendees" add constraint "event_attendees_status_check" check (status in ('going', 'interested', 'waitlisted'))`,
    );
    this.addSql(
      `create index "users_institution_list" on "users" (lower("institution"), "created_at" desc, "id" desc)`,
    );
    this.addSql(
      `alter table "suggestion_dismissals" add constraint "suggestion_dismissals_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "suggestion_dismissals" add constraint "suggestion_dismissals_dismissed_id_foreign" foreign key ("dismissed_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "enrollments" add constraint "enrollments_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "enrollments" add constraint "enrollments_course_id_foreign" foreign key ("course_id") references "courses" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "event_attendees" add constraint "event_attendees_event_id_foreign" foreign key ("event_id") references "events" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "event_attendees" add constraint "event_attendees_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
  }
}
