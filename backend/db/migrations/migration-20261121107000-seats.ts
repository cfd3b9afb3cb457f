import { Migration } from '@mikro-orm/migrations';

/** Seats that are held for whoever comes next in line. */
export class Migration20261121107000Seats extends Migration {
  override up(): void {
    this.addSql(`alter table "event_attendees" add column "held_until" timestamptz(3) null`);
    this.addSql(`alter table "event_attendees" drop constraint "event_attendees_status_check"`);
    this.addSql(`alter table "event_attendees"
      add constraint "event_attendees_status_check" check (status in ('going', 'interested', 'waitlisted', 'held')),
      add constraint "event_attendees_held_check" check ((status = 'held') = (held_until is not null))`);
    this.addSql(`create index "event_attendees_held" on "event_attendees" ("held_until") where held_until is not null`);
  }
}
