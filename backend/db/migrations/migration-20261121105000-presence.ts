import { Migration } from '@mikro-orm/migrations';

/** Who is connected to which node; not logged, since it is worth nothing after a crash. */
export class Migration20261121105000Presence extends Migration {
  override up(): void {
    this.addSql(
      `create unlogged table "presence_nodes" ("id" uuid not null, "beat_at" timestamptz(3) not null default now(), primary key ("id"))`,
    );
    this.addSql(`create unlogged table "presences" (
      "user_id" uuid not null,
      "node_id" uuid not null,
      "state" text not null,
      primary key ("user_id", "node_id")
    )`);
    this.addSql(`create index "presences_node_index" on "presences" ("node_id")`);
    this.addSql(`alter table "presences" add constraint "presences_state_check" check (state in ('online', 'away'))`);
    this.addSql(
      `alter table "presences" add constraint "presences_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "presences" add constraint "presences_node_id_foreign" foreign key ("node_id") references "presence_nodes" ("id") on update cascade on delete cascade`,
    );
  }
}
