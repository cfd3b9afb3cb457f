import { Migration } from '@mikro-orm/migrations';

/** Conversations with a dense order, what each of the two does with them, and each person's stream of what happened. */
export class Migration20261121103000Messages extends Migration {
  override up(): void {
    this.addSql(`create table "conversations" (
      "id" uuid not null,
      "low_id" uuid null,
      "high_id" uuid null,
      "last_seq" int not null default 0,
      "state" text not null default 'accepted',
      "requested_by" uuid null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("id")
    )`);
    this.addSql(`create table "conversation_state" (
      "conversation_id" uuid not null,
      "user_id" uuid not null,
      "muted" boolean not null default false,
      "pinned" boolean not null default false,
      "archived" boolean not null default false,
      "marked_unread" boolean not null default false,
      "has_unread" boolean not null default false,
      "last_at" timestamptz(3) not null default now(),
      primary key ("conversation_id", "user_id")
    )`);
    this.addSql(`create table "read_cursors" (
      "user_id" uuid not null,
      "conversation_id" uuid not null,
      "seq" int not null default 0,
      "updated_at" timestamptz(3) not null default now(),
      primary key ("user_id", "conversation_id")
    )`);
    this.addSql(`create table "message_hides" (
      "message_id" uuid not null,
      "user_id" uuid not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("message_id", "user_id")
    )`);
    this.addSql(
      `create table "user_stream" ("user_id" uuid not null, "last_seq" bigint not null default 0, primary key ("user_id"))`,
    );
    this.addSql(`create table "user_event" (
      "user_id" uuid not null,
      "seq" bigint not null,
      "kind" text not null,
      "payload" jsonb not null,
      "created_at" timestamptz(3) not null default now(),
      primary key ("user_id", "seq")
    )`);
    this.addSql(`alter table "messages"
      add column "conversation_id" uuid null,
      add column "conversation_seq" int null,
      add column "kind" text not null default 'text',
      add column "reply_to_id" uuid null,
      add column "about_type" text null,
      add column "about_id" uuid null,
      add column "file_id" uuid null,
      add column "edited_at" timestamptz(3) null,
      add column "deleted_at" timestamptz(3) null`);
    this.fillConversations();
    this.addSql(
      `alter table "messages" alter column "conversation_id" set not null, alter column "conversation_seq" set not null`,
    );
    this.addIndexes();
  }

  /** Messages that are there already get the conversation of their pair, in the order they were sent. */
  private fillConversations(): void {
    this.addSql(`insert into "conversations" ("id", "low_id", "high_id", "last_seq", "created_at")
      select gen_random_uuid(), least(sender_id, receiver_id), greatest(sender_id, receiver_id), count(*), min(created_at)
      from "messages" where sender_id is not null and receiver_id is not null group by 2, 3`);
    this.addSql(`delete from "messages" where sender_id is null or receiver_id is null`);
    this.addSql(`update "messages" m set "conversation_id" = o.conversation_id, "conversation_seq" = o.place from (
        select m.id, c.id as conversation_id, row_number() over (partition by c.id order by m.created_at, m.id) as place
        from "messages" m join "conversations" c on c.low_id = least(m.sender_id, m.receiver_id) and c.high_id = greatest(m.sender_id, m.receiver_id)
      ) o where o.id = m.id`);
    this.addSql(`insert into "conversation_state" ("conversation_id", "user_id", "has_unread", "last_at")
      select m.conversation_id, u.id, bool_or(m.receiver_id = u.id and not m.read), max(m.created_at)
      from "messages" m join "users" u on u.id in (m.sender_id, m.receiver_id) group by 1, 2`);
    this.addSql(`insert into "read_cursors" ("user_id", "conversation_id", "seq")
      select receiver_id, conversation_id, max(conversation_seq) from "messages" where read group by 1, 2`);
  }

  private addIndexes(): void {
    this.addSql(`drop index "messages_sent_pair_list"`);
    this.addSql(`drop index "messages_received_pair_list"`);
    this.addSql(`alter table "conversations" add constraint "conversations_pair_unique" unique ("low_id", "high_id")`);
    this.addSql(`create index "conversations_high_index" on "conversations" ("high_id")`);
    this.addSql(`create index "conversations_requested_by_index" on "conversations" ("requested_by")`);
    this.addSql(`alter table "conversations" add constraint "conversations_pair_check" check (low_id < high_id)`);
    this.addSql(
      `alter table "conversations" add constraint "conversations_state_check" check (state in ('accepted', 'pending', 'declined'))`,
    );
    this.addSql(
      `create index "conversation_state_user_list" on "conversation_state" ("user_id", "archived", "pinned" desc, "last_at" desc, "conversation_id" desc)`,
    );
    this.addSql(
      `create index "conversation_state_unread_list" on "conversation_state" ("user_id", "pinned" desc, "last_at" desc, "conversation_id" desc) where has_unread or marked_unread`,
    );
    this.addSql(`create index "message_hides_user_index" on "message_hides" ("user_id")`);
    this.addSql(`create index "read_cursors_conversation_index" on "read_cursors" ("conversation_id")`);
    this.addSql(`create index "user_event_created_index" on "user_event" ("created_at")`);
    this.addSql(
      `alter table "messages" add constraint "messages_place_unique" unique ("conversation_id", "conversation_seq")`,
    );
    this.addSql(`alter table "messages" add constraint "messages_kind_check" check (kind in ('text', 'call'))`);
    this.addSql(`create index "messages_unread_index" on "messages" ("receiver_id") where read = false`);
    this.addSql(`create index "messages_reply_index" on "messages" ("reply_to_id") where reply_to_id is not null`);
    this.addSql(`create index "messages_file_index" on "messages" ("file_id") where file_id is not null`);
    this.addSql(`create index "messages_text_index" on "messages" using gin (to_tsvector('simple', "content"))`);

    this.addSql(
      `alter table "conversations" add constraint "conversations_low_id_foreign" foreign key ("low_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "conversations" add constraint "conversations_high_id_foreign" foreign key ("high_id") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "conversations" add constraint "conversations_requested_by_foreign" foreign key ("requested_by") references "users" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "conversation_state" add constraint "conversation_state_conversation_id_foreign" foreign key ("conversation_id") references "conversations" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "conversation_state" add constraint "conversation_state_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "read_cursors" add constraint "read_cursors_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "read_cursors" add constraint "read_cursors_conversation_id_foreign" foreign key ("conversation_id") references "conversations" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "message_hides" add constraint "message_hides_message_id_foreign" foreign key ("message_id") references "messages" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "message_hides" add constraint "message_hides_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_stream" add constraint "user_stream_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_event" add constraint "user_event_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_conversation_id_foreign" foreign key ("conversation_id") references "conversations" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_reply_to_id_foreign" foreign key ("reply_to_id") references "messages" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_file_id_foreign" foreign key ("file_id") references "files" ("id") on delete set null`,
    );
  }
}
