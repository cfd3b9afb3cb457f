/** Notifications, their settings, and the browsers that receive web push. */
export const notifications = `
  create table notifications (
    id uuid primary key,
    user_id uuid not null constraint notifications_user_id_foreign references users on delete cascade,
    type text not null,
    source_id uuid,
    source_type text,
    read boolean not null default false,
    priority text not null default 'medium',
    metadata jsonb not null default '{}',
    category text not null default 'general',
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3),
    actor_id uuid constraint notifications_actor_id_foreign references users on delete cascade,
    group_key text not null,
    dedupe_key text,
    is_shown boolean not null default true,
    awaits_answer boolean not null default false,
    read_at timestamptz(3),
    done_at timestamptz(3),
    snoozed_until timestamptz(3),
    listed_at timestamptz(3) not null default now(),
    email_due_at timestamptz(3),
    emailed_at timestamptz(3),
    constraint notifications_dedupe_unique unique (dedupe_key, user_id)
  );
  create index notifications_user_list on notifications (user_id, listed_at desc, id desc);
  create index notifications_group_list on notifications (user_id, group_key, listed_at desc, id desc);
  create index notifications_unread_index on notifications (user_id) where read = false;
  create index notifications_email_index on notifications (email_due_at) where email_due_at is not null;
  create index notifications_snoozed_index on notifications (snoozed_until) where snoozed_until is not null;
  create index notifications_expires_index on notifications (expires_at);
  create index notifications_actor_index on notifications (actor_id);

  create table notification_preferences (
    user_id uuid primary key constraint notification_preferences_user_id_foreign
      references users on update cascade on delete cascade,
    types jsonb not null default '{}',
    digest text not null default 'off',
    digest_hour int not null default 8,
    updated_at timestamptz(3) not null default now()
  );

  create table notification_mutes (
    user_id uuid not null constraint notification_mutes_user_id_foreign references users on delete cascade,
    source_type text not null,
    source_id uuid not null,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, source_type, source_id)
  );

  create table push_subscriptions (
    id uuid primary key,
    user_id uuid not null constraint push_subscriptions_user_id_foreign references users on delete cascade,
    session_id uuid not null constraint push_subscriptions_session_id_foreign references sessions on delete cascade,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    created_at timestamptz(3) not null default now(),
    constraint push_subscriptions_endpoint_unique unique (endpoint)
  );
  create index push_subscriptions_user_index on push_subscriptions (user_id);
  create index push_subscriptions_session_index on push_subscriptions (session_id);
`;

/** Calls of two members. */
export const calls = `
  create table calls (
    id uuid primary key,
    caller_id uuid constraint calls_caller_id_foreign references users on delete set null,
    callee_id uuid constraint calls_callee_id_foreign references users on delete set null,
    type text not null,
    route text not null,
    created_at timestamptz(3) not null,
    ringing_at timestamptz(3),
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    end_reason text,
    ended_by text,
    caller_party uuid,
    callee_party uuid,
    quality jsonb not null default '{}',
    constraint calls_pair_check check (caller_id <> callee_id),
    constraint calls_type_check check (type in ('voice', 'video')),
    constraint calls_end_reason_check check (end_reason in ('completed', 'cancelled', 'no-answer', 'declined', 'busy',
      'media-caller', 'media-callee', 'connection-failed', 'lost', 'replaced'))
  );
  create index calls_caller_list on calls (caller_id, created_at desc, id desc);
  create index calls_callee_list on calls (callee_id, created_at desc, id desc);
  create index calls_open_index on calls (created_at) where ended_at is null;
`;

/** Conversations, the state that each of the two users keeps for one, and messages. */
export const messages = `
  create table conversations (
    id uuid primary key,
    low_id uuid constraint conversations_low_id_foreign references users on delete set null,
    high_id uuid constraint conversations_high_id_foreign references users on delete set null,
    last_seq int not null default 0,
    state text not null default 'accepted',
    requested_by uuid constraint conversations_requested_by_foreign references users on delete set null,
    created_at timestamptz(3) not null default now(),
    constraint conversations_pair_unique unique (low_id, high_id),
    constraint conversations_pair_check check (low_id < high_id),
    constraint conversations_state_check check (state in ('accepted', 'pending', 'declined'))
  );
  create index conversations_high_index on conversations (high_id);
  create index conversations_requested_by_index on conversations (requested_by);

  create table conversation_state (
    conversation_id uuid not null constraint conversation_state_conversation_id_foreign
      references conversations on update cascade on delete cascade,
    user_id uuid not null constraint conversation_state_user_id_foreign
      references users on update cascade on delete cascade,
    muted boolean not null default false,
    pinned boolean not null default false,
    archived boolean not null default false,
    marked_unread boolean not null default false,
    has_unread boolean not null default false,
    notify_at timestamptz(3),
    is_notified boolean not null default false,
    last_at timestamptz(3) not null default now(),
    primary key (conversation_id, user_id)
  );
  create index conversation_state_user_list
    on conversation_state (user_id, archived, pinned desc, last_at desc, conversation_id desc);
  create index conversation_state_unread_list
    on conversation_state (user_id, pinned desc, last_at desc, conversation_id desc)
      where has_unread or marked_unread;
  create index conversation_state_notify_index on conversation_state (notify_at) where notify_at is not null;

  create table read_cursors (
    user_id uuid not null constraint read_cursors_user_id_foreign
      references users on update cascade on delete cascade,
    conversation_id uuid not null constraint read_cursors_conversation_id_foreign
      references conversations on update cascade on delete cascade,
    seq int not null default 0,
    updated_at timestamptz(3) not null default now(),
    primary key (user_id, conversation_id)
  );
  create index read_cursors_conversation_index on read_cursors (conversation_id);

  create table messages (
    id uuid primary key,
    sender_id uuid constraint messages_sender_id_foreign references users on delete set null,
    receiver_id uuid constraint messages_receiver_id_foreign references users on delete set null,
    client_id uuid not null,
    content text not null,
    read boolean not null default false,
    file_url text,
    file_name text,
    file_type text,
    file_size bigint,
    file_width int,
    file_height int,
    created_at timestamptz(3) not null default now(),
    conversation_id uuid not null constraint messages_conversation_id_foreign
      references conversations on delete cascade,
    conversation_seq int not null,
    kind text not null default 'text',
    call jsonb,
    reply_to_id uuid constraint messages_reply_to_id_foreign references messages on delete set null,
    about_type text,
    about_id uuid,
    file_id uuid constraint messages_file_id_foreign references files on delete set null,
    edited_at timestamptz(3),
    deleted_at timestamptz(3),
    constraint messages_client_id_unique unique (sender_id, client_id),
    constraint messages_place_unique unique (conversation_id, conversation_seq),
    constraint messages_pair_check check (sender_id <> receiver_id),
    constraint messages_kind_check check (kind in ('text', 'call'))
  );
  create index messages_unread_index on messages (receiver_id) where read = false;
  create index messages_about_course_index on messages (created_at) where about_type = 'course';
  create index messages_reply_index on messages (reply_to_id) where reply_to_id is not null;
  create index messages_file_index on messages (file_id) where file_id is not null;
  create index messages_shared_files_list
    on messages (conversation_id, (file_type like 'image/%'), conversation_seq desc) where file_id is not null;

  create table message_hides (
    message_id uuid not null constraint message_hides_message_id_foreign
      references messages on update cascade on delete cascade,
    user_id uuid not null constraint message_hides_user_id_foreign
      references users on update cascade on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (message_id, user_id)
  );
  create index message_hides_user_index on message_hides (user_id);

  create table message_index (
    message_id uuid primary key constraint message_index_message_id_foreign
      references messages on update cascade on delete cascade,
    scopes uuid[] not null,
    sent_at timestamptz(3) not null default now(),
    time_buckets int[] generated always as (array[
      floor(extract(epoch from sent_at at time zone 'UTC') / 3600)::int + 0,
      floor(extract(epoch from sent_at at time zone 'UTC') / 57600)::int + 100000000,
      floor(extract(epoch from sent_at at time zone 'UTC') / 921600)::int + 200000000,
      floor(extract(epoch from sent_at at time zone 'UTC') / 14745600)::int + 300000000,
      2000000000
    ]) stored,
    fts tsvector not null
  );
  create index message_index_words on message_index using gin (scopes, fts, time_buckets) with (fastupdate = off);
  alter table message_index alter fts set statistics 50;
`;

/** The user log: what happened to a user, numbered without gaps. */
export const sync = `
  create table user_logs (
    user_id uuid primary key constraint user_logs_user_id_foreign
      references users on update cascade on delete cascade,
    last_seq bigint not null default 0
  );

  create table user_log_entries (
    user_id uuid not null constraint user_log_entries_user_id_foreign references users on delete cascade,
    seq bigint not null,
    kind text not null,
    payload jsonb not null,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, seq)
  );
  create index user_log_entries_created_index on user_log_entries (created_at);
`;

/** Which users are connected to which node; unlogged, as the rows are worthless after a crash. */
export const presence = `
  create unlogged table presence_nodes (
    id uuid primary key,
    beat_at timestamptz(3) not null default now(),
    host text not null,
    pid int
  );

  create unlogged table presences (
    user_id uuid not null constraint presences_user_id_foreign references users on update cascade on delete cascade,
    node_id uuid not null constraint presences_node_id_foreign
      references presence_nodes on update cascade on delete cascade,
    state text not null,
    primary key (user_id, node_id),
    constraint presences_state_check check (state in ('online', 'away'))
  );
  create index presences_node_index on presences (node_id);
`;

const searchIndexes = (type: string): string => `
  create index search_index_${type}_fts on search_index using gin (fts, time_buckets) with (fastupdate = off)
    where entity_type = '${type}';
  create index search_index_${type}_title_fts on search_index using gin (title_fts, time_buckets)
    with (fastupdate = off) where entity_type = '${type}';`;

/** The search index, the words that spelling suggestions come from, and past searches. */
export const search = `
  create table search_index (
    id uuid primary key,
    entity_id uuid not null,
    entity_type text not null,
    title text not null,
    content text not null,
    tags text[] not null default '{}',
    keywords text[] not null default '{}',
    author_id uuid constraint search_index_author_id_foreign references users on delete cascade,
    importance int not null default 1,
    metadata jsonb not null default '{}',
    last_updated timestamptz(3) not null default now(),
    dated_at timestamptz(3) not null default now(),
    time_buckets int[] generated always as (array[
      floor(extract(epoch from dated_at at time zone 'UTC') / 3600)::int + 0,
      floor(extract(epoch from dated_at at time zone 'UTC') / 57600)::int + 100000000,
      floor(extract(epoch from dated_at at time zone 'UTC') / 921600)::int + 200000000,
      floor(extract(epoch from dated_at at time zone 'UTC') / 14745600)::int + 300000000,
      2000000000
    ]) stored,
    category text,
    version smallint not null default 0,
    fts tsvector,
    title_fts tsvector,
    constraint search_index_entity_unique unique (entity_type, entity_id)
  );
  ${['user', 'post', 'course', 'event'].map(searchIndexes).join('')}
  create index search_index_type_list on search_index (entity_type, dated_at desc, id desc);
  create index search_index_category_list on search_index (entity_type, category, dated_at desc, id desc)
    where category is not null;
  create index search_index_author_list on search_index (author_id, entity_type, dated_at desc, id desc);
  -- A search reads the vectors of each row that it examines, and the content of the few rows that it returns.
  alter table search_index alter fts set storage main, alter title_fts set storage main;
  -- The planner has few plans to choose from, and reads a long list of common words each time it plans a search.
  alter table search_index alter fts set statistics 50, alter title_fts set statistics 50;

  create table search_words (
    word text primary key,
    variants text[] not null,
    documents int not null default 1
  );
  create index search_words_variants on search_words using gin (variants) with (fastupdate = off);

  create table search_history (
    id uuid primary key,
    user_id uuid not null constraint search_history_user_id_foreign references users on delete cascade,
    query text not null,
    filters jsonb not null default '{}',
    num_results int not null default 0,
    clicked_results jsonb not null default '[]',
    created_at timestamptz(3) not null default now()
  );
  create index search_history_user_list on search_history (user_id, created_at desc, id desc);
`;
