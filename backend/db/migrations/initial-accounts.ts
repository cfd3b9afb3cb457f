/** Members, with the cards that others see. */
export const users = `
  create table users (
    id uuid primary key,
    username text not null,
    password text not null,
    email text not null,
    full_name text not null,
    role text not null,
    bio text,
    institution text,
    position text,
    profile_image text,
    profile_image_alt text,
    cover_image text,
    cover_image_alt text,
    education_data jsonb not null default '[]',
    experience_data jsonb not null default '[]',
    is_position_public boolean not null default true,
    is_institution_public boolean not null default true,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    deactivated_at timestamptz(3),
    suspended_at timestamptz(3),
    suspension_reason text,
    email_verified_at timestamptz(3),
    access_revoked_at timestamptz(3),
    delete_after timestamptz(3),
    is_awaiting_approval boolean not null default false,
    has_second_factor boolean not null default false,
    education_verified_by uuid constraint users_education_verified_by_foreign references users on delete set null,
    experience_verified_by uuid constraint users_experience_verified_by_foreign references users on delete set null,
    constraint users_role_check check (role in ('student', 'teacher', 'institution', 'creator'))
  );
  create index users_list on users (created_at desc, id desc);
  create index users_role_list on users (role, created_at desc, id desc);
  create index users_education_verified_by_index on users (education_verified_by)
    where education_verified_by is not null;
  create index users_experience_verified_by_index on users (experience_verified_by)
    where experience_verified_by is not null;
  create index users_awaiting_list on users (created_at, id) where is_awaiting_approval;
  create index users_institution_list on users (lower(institution), created_at desc, id desc);
  create index users_delete_after_index on users (delete_after) where delete_after is not null;
  create unique index users_username_unique on users (lower(username));
  create index users_username_prefix on users (lower(username) text_pattern_ops);
  create index users_full_name_prefix on users (lower(full_name) text_pattern_ops);
  create unique index users_email_unique on users (lower(email));
`;

/** Sessions, links in emails, and the second factor. */
export const auth = `
  create table sessions (
    id uuid primary key,
    token_hash bytea not null,
    user_id uuid constraint sessions_user_id_foreign references users on delete cascade,
    data jsonb not null default '{}',
    created_at timestamptz(3) not null default now(),
    last_seen_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    user_agent text,
    ip text,
    previous_id uuid,
    is_superseded boolean not null default false,
    constraint sessions_token_hash_unique unique (token_hash)
  );
  create index sessions_user_id_index on sessions (user_id);
  create index sessions_expires_at_index on sessions (expires_at);
  create index sessions_previous_id_index on sessions (previous_id) where previous_id is not null;

  create table auth_tokens (
    id uuid primary key,
    user_id uuid not null constraint auth_tokens_user_id_foreign references users on delete cascade,
    purpose text not null,
    token_hash bytea not null,
    email text not null,
    session_id uuid,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    constraint auth_tokens_token_hash_unique unique (token_hash),
    constraint auth_tokens_purpose_check check (purpose in ('verify', 'reset', 'change', 'restore'))
  );
  create index auth_tokens_user_index on auth_tokens (user_id, purpose);
  create index auth_tokens_expires_at_index on auth_tokens (expires_at);
  create index auth_tokens_restore_email_index on auth_tokens (lower(email)) where purpose = 'restore';

  create table known_devices (
    user_id uuid not null constraint known_devices_user_id_foreign references users on delete cascade,
    device_id uuid not null,
    last_used_at timestamptz(3) not null default now(),
    primary key (user_id, device_id)
  );
  create index known_devices_last_used_at_index on known_devices (last_used_at);

  create table two_factor (
    id uuid primary key,
    user_id uuid not null constraint two_factor_user_id_foreign references users on delete cascade,
    secret bytea not null,
    last_step int not null default 0,
    created_at timestamptz(3) not null default now(),
    enabled_at timestamptz(3),
    constraint two_factor_user_id_unique unique (user_id)
  );

  create table recovery_codes (
    id uuid primary key,
    user_id uuid not null constraint recovery_codes_user_id_foreign references users on delete cascade,
    code_hash bytea not null,
    created_at timestamptz(3) not null default now(),
    constraint recovery_codes_code_unique unique (user_id, code_hash)
  );
`;

/** Archives of an account, preferences and privacy settings. */
export const account = `
  create table export_jobs (
    id uuid primary key,
    user_id uuid not null constraint export_jobs_user_id_foreign references users on delete cascade,
    status text not null default 'waiting',
    progress int not null default 0,
    size_bytes bigint,
    created_at timestamptz(3) not null default now(),
    ready_at timestamptz(3),
    expires_at timestamptz(3),
    confirmed_session_id uuid,
    confirmed_at timestamptz(3),
    constraint export_jobs_status_check check (status in ('waiting', 'working', 'ready', 'failed'))
  );
  create index export_jobs_user_list on export_jobs (user_id, created_at desc, id desc);
  create unique index export_jobs_running_unique on export_jobs (user_id) where status in ('waiting', 'working');

  create table user_preferences (
    id uuid primary key,
    user_id uuid not null constraint user_preferences_user_id_foreign references users on delete cascade,
    theme text not null default 'system',
    color_scheme text not null default '#2563EB',
    font_size int not null default 2,
    email_notifications boolean not null default true,
    push_notifications boolean not null default true,
    message_notifications boolean not null default true,
    connection_notifications boolean not null default true,
    course_update_notifications boolean not null default true,
    marketing_notifications boolean not null default false,
    send_with_enter boolean not null default true,
    message_sound boolean not null default true,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint user_preferences_user_id_unique unique (user_id)
  );
  create index user_preferences_news_index on user_preferences (user_id) where marketing_notifications;

  create table privacy_settings (
    id uuid primary key,
    user_id uuid not null constraint privacy_settings_user_id_foreign references users on delete cascade,
    who_can_message text,
    who_can_call text,
    who_can_connect text,
    directory boolean,
    directory_fields jsonb,
    field_visibility jsonb not null default '{}',
    read_receipts boolean not null default true,
    presence boolean not null default true,
    always_relay boolean not null default false,
    history_paused boolean not null default false,
    suggestion_sources jsonb not null default '{}',
    quiet_hours jsonb,
    office_hours jsonb,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint privacy_settings_user_id_unique unique (user_id)
  );
`;

/** Blocks, connections, past requests, dismissed suggestions, and profile entries that institutions confirm. */
export const relations = `
  create table blocks (
    blocker_id uuid not null constraint blocks_blocker_id_foreign
      references users on update cascade on delete cascade,
    blocked_id uuid not null constraint blocks_blocked_id_foreign
      references users on update cascade on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (blocker_id, blocked_id),
    constraint blocks_pair_check check (blocker_id <> blocked_id)
  );
  create index blocks_blocked_index on blocks (blocked_id, blocker_id);

  create table connections (
    id uuid primary key,
    user_id uuid not null constraint connections_user_id_foreign references users on delete cascade,
    connected_user_id uuid not null constraint connections_connected_user_id_foreign
      references users on delete cascade,
    status text not null default 'pending',
    note text,
    created_at timestamptz(3) not null default now(),
    responded_at timestamptz(3),
    ignored_at timestamptz(3),
    constraint connections_pair_check check (user_id <> connected_user_id),
    constraint connections_status_check check (status in ('pending', 'accepted', 'rejected'))
  );
  create index connections_sent_list on connections (user_id, status, created_at desc, id desc);
  create index connections_received_list on connections (connected_user_id, status, created_at desc, id desc);
  create index connections_accepted_index on connections (responded_at) where status = 'accepted';
  create unique index connections_pair_unique
    on connections (least(user_id, connected_user_id), greatest(user_id, connected_user_id));

  create table past_connection_requests (
    connected_user_id uuid not null constraint past_connection_requests_connected_user_id_foreign
      references users on update cascade on delete cascade,
    user_id uuid not null constraint past_connection_requests_user_id_foreign
      references users on update cascade on delete cascade,
    declined_at timestamptz(3),
    ignored_at timestamptz(3),
    withdrawn_at timestamptz(3),
    primary key (connected_user_id, user_id)
  );

  create table suggestion_dismissals (
    user_id uuid not null constraint suggestion_dismissals_user_id_foreign
      references users on update cascade on delete cascade,
    dismissed_id uuid not null constraint suggestion_dismissals_dismissed_id_foreign
      references users on update cascade on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, dismissed_id)
  );

  create table verifications (
    id uuid primary key,
    user_id uuid not null constraint verifications_user_id_foreign references users on delete cascade,
    institution_id uuid not null constraint verifications_institution_id_foreign references users on delete cascade,
    entry_id uuid not null,
    entry jsonb not null,
    status text not null default 'pending',
    created_at timestamptz(3) not null default now(),
    decided_at timestamptz(3),
    constraint verifications_entry_unique unique (user_id, entry_id),
    constraint verifications_status_check check (status in ('pending', 'confirmed', 'declined', 'revoked')),
    constraint verifications_pair_check check (user_id <> institution_id)
  );
  create index verifications_institution_list on verifications (institution_id, status, created_at desc, id desc);
`;

/** Reports, the audit log, the outbox of domain events, and requests that are safe to repeat. */
export const operations = `
  create table reports (
    id uuid primary key,
    reporter_id uuid constraint reports_reporter_id_foreign references users on delete set null,
    target_type text not null,
    target_id uuid not null,
    target_user_id uuid constraint reports_target_user_id_foreign references users on delete set null,
    reason text not null,
    note text,
    snapshot jsonb not null,
    status text not null default 'open',
    created_at timestamptz(3) not null default now(),
    closed_at timestamptz(3),
    closed_by text,
    constraint reports_status_check check (status in ('open', 'dismissed', 'removed', 'suspended'))
  );
  create index reports_list on reports (status, created_at desc, id desc);
  create index reports_target_index on reports (target_type, target_id);
  create index reports_target_user_id_index on reports (target_user_id);
  create unique index reports_open_unique on reports (reporter_id, target_type, target_id) where status = 'open';

  create table announcements (
    id uuid primary key,
    title text not null,
    content text not null,
    created_at timestamptz(3) not null default now(),
    sent_to uuid,
    done_at timestamptz(3)
  );
  create index announcements_open_index on announcements (created_at) where done_at is null;

  create table audit_log (
    id uuid primary key,
    at timestamptz(3) not null default now(),
    actor_id uuid,
    session_id uuid,
    ip text,
    event text not null,
    outcome text not null,
    target_type text,
    target_id text,
    details jsonb not null default '{}'
  );
  create index audit_log_at_index on audit_log (at);
  create index audit_log_actor_index on audit_log (actor_id, at);

  create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and current_setting('lyceum.audit_retention', true) = 'on' then return old; end if;
    raise exception 'Entries of the audit log cannot be changed' using errcode = 'insufficient_privilege';
  end $$;
  create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change();
  create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function refuse_audit_change();
  create function remove_old_audit_entries(months int) returns bigint language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  declare removed bigint;
  begin
    if months < 1 then raise exception 'Entries are stored for at least one month'; end if;
    perform set_config('lyceum.audit_retention', 'on', true);
    delete from audit_log where at < now() - make_interval(months => remove_old_audit_entries.months);
    get diagnostics removed = row_count;
    perform set_config('lyceum.audit_retention', 'off', true);
    return removed;
  end $$;
  revoke execute on function remove_old_audit_entries from public;

  create table outbox (
    id uuid primary key,
    name text not null,
    payload jsonb not null,
    attempts int not null default 0,
    created_at timestamptz(3) not null default clock_timestamp(),
    next_attempt_at timestamptz(3) not null default clock_timestamp()
  );
  create index outbox_next_attempt_at_index on outbox (next_attempt_at);

  create table idempotency_keys (
    scope uuid not null,
    key text not null,
    method text not null,
    path text not null,
    body_hash text not null,
    status int,
    body bytea,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    primary key (scope, key)
  );
  create index idempotency_keys_expires_at_index on idempotency_keys (expires_at);
`;

/** Feedback on help articles, searches without a result, and messages of the contact form. */
export const help = `
  create table help_feedback (
    article_id text not null,
    user_id uuid not null constraint help_feedback_user_id_foreign references users on delete cascade,
    is_helpful boolean not null,
    created_at timestamptz(3) not null default now(),
    primary key (article_id, user_id)
  );
  create index help_feedback_user_id_index on help_feedback (user_id);

  create table help_searches (
    query text primary key,
    count int not null default 1,
    created_at timestamptz(3) not null default now(),
    last_at timestamptz(3) not null default now()
  );
  create index help_searches_last_at_index on help_searches (last_at);

  create table support_requests (
    id uuid primary key,
    user_id uuid not null constraint support_requests_user_id_foreign references users on delete cascade,
    topic text not null,
    text text not null,
    request_id text,
    is_mailed boolean not null,
    created_at timestamptz(3) not null default now()
  );
  create index support_requests_list on support_requests (created_at desc, id desc);
  create index support_requests_user_id_index on support_requests (user_id);
`;
