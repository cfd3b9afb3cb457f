/** The identity of the database, stored files and resumable uploads. */
export const files = `
  create table instance (
    id uuid primary key,
    is_only boolean not null default true,
    created_at timestamptz(3) not null default now(),
    cleanup_after timestamptz(3),
    is_cleanup_allowed boolean not null default false,
    is_store_adopted boolean not null default false,
    cleaning_until timestamptz(3),
    cleaned_at timestamptz(3),
    cleanup_report jsonb,
    constraint instance_only_unique unique (is_only),
    constraint instance_only_check check (is_only)
  );

  create table files (
    id uuid primary key,
    owner_id uuid not null constraint files_owner_id_foreign references users on delete cascade,
    purpose text not null,
    sha256 text not null,
    mime text not null,
    name text not null,
    size_bytes bigint not null,
    width int,
    height int,
    preview_bytes int,
    state text not null default 'ready',
    created_at timestamptz(3) not null default now(),
    constraint files_size_bytes_check check (size_bytes >= 0)
  );
  create index files_owner_list on files (owner_id, created_at desc, id desc);
  create index files_sha256_index on files (sha256);

  create table upload_sessions (
    id uuid primary key,
    owner_id uuid not null constraint upload_sessions_owner_id_foreign references users on delete cascade,
    purpose text not null,
    name text not null,
    size_bytes bigint not null,
    sha256 text,
    state text not null default 'receiving',
    file_id uuid,
    failure jsonb,
    lease_by uuid,
    lease_until timestamptz(3),
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    constraint upload_sessions_state_check check (state in ('receiving', 'done', 'failed')),
    constraint upload_sessions_size_bytes_check check (size_bytes > 0)
  );
  create index upload_sessions_owner_index on upload_sessions (owner_id);
  create index upload_sessions_expires_at_index on upload_sessions (expires_at);
`;

/** Events, their attendees, and private calendar feeds. */
export const events = `
  create table events (
    id uuid primary key,
    user_id uuid not null constraint events_user_id_foreign references users on delete cascade,
    title text not null,
    description text not null,
    date timestamptz(3) not null,
    location text not null,
    is_virtual boolean not null default false,
    created_at timestamptz(3) not null default now(),
    ends_at timestamptz(3),
    timezone text not null default 'UTC',
    capacity int,
    join_url text,
    state text not null default 'scheduled',
    revision int not null default 0,
    edited_at timestamptz(3),
    reminded_day timestamptz(3),
    reminded_soon timestamptz(3),
    notified_at timestamptz(3),
    notify_at timestamptz(3),
    audience text not null default 'everyone',
    course_id uuid constraint events_course_id_foreign references courses on delete cascade,
    institution_id uuid constraint events_institution_id_foreign references users on delete cascade,
    audience_id uuid generated always as (coalesce(course_id, institution_id)) stored,
    constraint events_audience_check check (audience in ('everyone', 'connections', 'institution', 'course')
      and (audience = 'course') = (course_id is not null)
      and (audience = 'institution') = (institution_id is not null)),
    constraint events_state_check check (state in ('scheduled', 'cancelled')),
    constraint events_capacity_check check (capacity > 0),
    constraint events_ends_at_check check (ends_at > date)
  );
  create index events_date_list on events (date, id);
  create index events_everyone_list on events (date, id) where audience = 'everyone';
  create index events_connections_list on events (user_id, date, id) where audience = 'connections';
  create index events_group_list on events (audience_id, date, id) where audience_id is not null;
  create index events_course_index on events (course_id) where course_id is not null;
  create index events_institution_index on events (institution_id) where institution_id is not null;
  create index events_user_list on events (user_id, date desc, id desc);
  create index events_notify_due on events (notify_at) where notify_at is not null;

  create table event_attendees (
    event_id uuid not null constraint event_attendees_event_id_foreign
      references events on update cascade on delete cascade,
    user_id uuid not null constraint event_attendees_user_id_foreign
      references users on update cascade on delete cascade,
    status text not null default 'going',
    created_at timestamptz(3) not null default now(),
    waiting_number int,
    held_until timestamptz(3),
    primary key (event_id, user_id),
    constraint event_attendees_status_check check (status in ('going', 'interested', 'waitlisted', 'held')),
    constraint event_attendees_waiting_check check ((status = 'waitlisted') = (waiting_number is not null)),
    constraint event_attendees_held_check check ((status = 'held') = (held_until is not null))
  );
  create index event_attendees_user_index on event_attendees (user_id, event_id);
  create index event_attendees_going_index on event_attendees (created_at) where status = 'going';
  create index event_attendees_list on event_attendees (event_id, created_at, user_id);
  create index event_attendees_waiting on event_attendees (event_id, waiting_number)
    where waiting_number is not null;
  create index event_attendees_held on event_attendees (held_until) where held_until is not null;

  create table calendar_feeds (
    user_id uuid primary key constraint calendar_feeds_user_id_foreign
      references users on update cascade on delete cascade,
    token_hash bytea not null,
    created_at timestamptz(3) not null default now(),
    constraint calendar_feeds_token_unique unique (token_hash)
  );
`;

/** Posts with their likes, earlier versions and comments, and the feed settings of a user. */
export const posts = `
  create table posts (
    id uuid primary key,
    user_id uuid not null constraint posts_user_id_foreign references users on delete cascade,
    content text not null,
    image_url text,
    image_file_id uuid constraint posts_image_file_id_foreign references files on delete set null,
    image_alt text,
    shared_post_id uuid constraint posts_shared_post_id_foreign references posts on delete set null,
    attached_event_id uuid constraint posts_attached_event_id_foreign references events on delete set null,
    attached_course_id uuid constraint posts_attached_course_id_foreign references courses on delete set null,
    likes int not null default 0,
    comments int not null default 0,
    shares int not null default 0,
    created_at timestamptz(3) not null default now(),
    edited_at timestamptz(3),
    is_question boolean not null default false,
    answer_id uuid,
    mentions jsonb not null default '[]',
    rank_ms bigint generated always as (
      (extract(epoch from (created_at - '1970-01-01 00:00:00+00'::timestamptz)) * 1000)::bigint
        + (ln((1 + likes + 2 * comments + 3 * shares)::double precision) * 86400000)::bigint
    ) stored,
    audience text not null default 'everyone',
    course_id uuid constraint posts_course_id_foreign references courses on delete cascade,
    institution_id uuid constraint posts_institution_id_foreign references users on delete cascade,
    audience_id uuid generated always as (coalesce(course_id, institution_id)) stored,
    is_announcement boolean not null default false,
    pinned_at timestamptz(3),
    constraint posts_counters_check check (likes >= 0 and comments >= 0 and shares >= 0),
    constraint posts_audience_check check (audience in ('everyone', 'connections', 'institution', 'course')
      and (audience = 'course') = (course_id is not null)
      and (audience = 'institution') = (institution_id is not null)),
    constraint posts_announcement_check check (not is_announcement or audience = 'course'),
    constraint posts_pinned_check check (pinned_at is null or audience = 'course'),
    constraint posts_attached_check check (num_nonnulls(attached_event_id, attached_course_id) <= 1)
  );
  create index posts_list on posts (created_at desc, id desc) where audience = 'everyone';
  create index posts_top on posts (rank_ms desc, id desc) where audience = 'everyone';
  create index posts_restricted_newest on posts (created_at desc, id desc) where audience <> 'everyone';
  create index posts_restricted_highest on posts (rank_ms desc, id desc) where audience <> 'everyone';
  create index posts_unanswered_list on posts (created_at desc, id desc)
    where is_question and answer_id is null and audience = 'everyone';
  create index posts_user_index on posts (user_id);
  create index posts_user_list on posts (user_id, created_at desc, id desc) where audience_id is null;
  create index posts_user_group_list on posts (user_id, audience_id, created_at desc, id desc)
    where audience_id is not null;
  create index posts_group_list on posts (audience_id, created_at desc, id desc) where audience_id is not null;
  create index posts_source_list
    on posts ((coalesce(audience_id, user_id)), (audience_id is not null), created_at desc, id desc);
  create index posts_source_top
    on posts ((coalesce(audience_id, user_id)), (audience_id is not null), rank_ms desc, id desc);
  create index posts_restricted_list
    on posts ((coalesce(audience_id, user_id)), (audience_id is not null), created_at desc, id desc)
    where audience <> 'everyone';
  create index posts_restricted_top
    on posts ((coalesce(audience_id, user_id)), (audience_id is not null), rank_ms desc, id desc)
    where audience <> 'everyone';
  create index posts_announcement_list on posts (course_id, created_at desc, id desc) where is_announcement;
  create index posts_pinned_list on posts (course_id) where pinned_at is not null;
  create index posts_course_index on posts (course_id) where course_id is not null;
  create index posts_institution_index on posts (institution_id) where institution_id is not null;
  create index posts_shared_post_id_index on posts (shared_post_id);
  create index posts_shares_index on posts (created_at) where shared_post_id is not null;
  create index posts_announced_index on posts (created_at) where is_announcement;
  create index posts_class_questions_index on posts (created_at) where is_question and course_id is not null;
  create index posts_image_file_id_index on posts (image_file_id);
  create index posts_attached_event_index on posts (attached_event_id) where attached_event_id is not null;
  create index posts_attached_course_index on posts (attached_course_id) where attached_course_id is not null;
  create unique index posts_plain_share_unique on posts (user_id, shared_post_id)
    where shared_post_id is not null and content = '';

  create table post_likes (
    post_id uuid not null constraint post_likes_post_id_foreign
      references posts on update cascade on delete cascade,
    user_id uuid not null constraint post_likes_user_id_foreign
      references users on update cascade on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (post_id, user_id)
  );
  create index post_likes_list on post_likes (post_id, created_at desc, user_id desc);
  create index post_likes_user_id_index on post_likes (user_id);
  create index post_likes_created_index on post_likes (created_at);

  create table post_edits (
    id uuid primary key,
    post_id uuid not null constraint post_edits_post_id_foreign references posts on delete cascade,
    content text not null,
    image_alt text,
    created_at timestamptz(3) not null default now()
  );
  create index post_edits_list on post_edits (post_id, created_at desc, id desc);

  create table comments (
    id uuid primary key,
    post_id uuid not null constraint comments_post_id_foreign references posts on delete cascade,
    user_id uuid not null constraint comments_user_id_foreign references users on delete cascade,
    content text not null,
    created_at timestamptz(3) not null default now(),
    edited_at timestamptz(3),
    mentions jsonb not null default '[]'
  );
  create index comments_post_list on comments (post_id, created_at, id);
  create index comments_user_id_index on comments (user_id);
  create index comments_created_index on comments (created_at);

  create table feed_settings (
    user_id uuid primary key constraint feed_settings_user_id_foreign
      references users on update cascade on delete cascade,
    hidden_reasons text[] not null
  );
`;

/** Courses and the users enrolled in them. */
export const courses = `
  create table courses (
    id uuid primary key,
    user_id uuid not null constraint courses_user_id_foreign references users on delete cascade,
    title text not null,
    description text not null,
    price int not null,
    image_url text,
    image_file_id uuid constraint courses_image_file_id_foreign references files on delete set null,
    category text,
    content_type text not null default 'course',
    for_sale boolean not null default true,
    file_url text,
    status text not null default 'draft',
    enrollments int not null default 0,
    downloads int not null default 0,
    reviews int not null default 0,
    rating_sum int not null default 0,
    rating_rank int generated always as (((rating_sum + 35)::bigint * 10000 / (reviews + 10))::int) stored,
    created_at timestamptz(3) not null default now(),
    published_at timestamptz(3),
    updated_at timestamptz(3) not null default now(),
    taken_down_at timestamptz(3),
    news_at timestamptz(3),
    constraint courses_status_check check (status in ('draft', 'published', 'archived')),
    constraint courses_content_type_check
      check (content_type in ('course', 'ebook', 'document', 'video', 'resource')),
    constraint courses_numbers_check check (price >= 0 and price <= 1000000 and enrollments >= 0 and downloads >= 0),
    constraint courses_rating_check check (reviews >= 0 and rating_sum >= reviews and rating_sum <= reviews * 5),
    constraint courses_published_check
      check (status <> 'published' or (published_at is not null and taken_down_at is null))
  );
  create index courses_published_list on courses (published_at desc, id desc) where status = 'published';
  create index courses_type_list on courses (content_type, published_at desc, id desc) where status = 'published';
  create index courses_category_list on courses (category, published_at desc, id desc) where status = 'published';
  create index courses_popular_list on courses (enrollments desc, id desc) where status = 'published';
  create index courses_rating_list on courses (rating_rank desc, id desc) where status = 'published';
  create index courses_price_list on courses (price, id) where status = 'published';
  create index courses_user_list on courses (user_id, created_at desc, id desc);
  create index courses_published_index on courses (published_at) where published_at is not null;

  create table enrollments (
    id uuid primary key,
    user_id uuid not null constraint enrollments_user_id_foreign references users on delete cascade,
    course_id uuid not null constraint enrollments_course_id_foreign references courses on delete cascade,
    created_at timestamptz(3) not null default now(),
    source text not null default 'free',
    purchase_id uuid,
    progress int not null default 0,
    progress_max int not null default 0,
    last_opened_at timestamptz(3),
    completed_at timestamptz(3),
    is_archived boolean not null default false,
    active_on date generated always as ((coalesce(last_opened_at, created_at) at time zone 'utc')::date) stored,
    constraint enrollments_user_course_unique unique (user_id, course_id),
    constraint enrollments_source_check check (source in ('free', 'purchase')),
    constraint enrollments_progress_check check (progress >= 0 and progress <= 100)
  );
  create index enrollments_course_index on enrollments (course_id, user_id);
  create index enrollments_course_list on enrollments (course_id, created_at desc, id desc);
  create index enrollments_user_list on enrollments (user_id, created_at desc, id desc);
  create index enrollments_completed_list on enrollments (course_id, created_at desc, id desc)
    where completed_at is not null;
  create index enrollments_activity_list on enrollments (course_id, active_on desc, id desc)
    where completed_at is null;
  create index enrollments_created_index on enrollments (created_at);
  create index enrollments_completed_index on enrollments (completed_at) where completed_at is not null;

  create table course_files (
    id uuid primary key,
    course_id uuid not null constraint course_files_course_id_foreign references courses on delete cascade,
    file_id uuid not null constraint course_files_file_id_foreign references files on delete cascade,
    title text not null,
    position int not null,
    version int not null default 1,
    is_preview boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create index course_files_list on course_files (course_id, position, id);
  create index course_files_file_index on course_files (file_id);

  create table course_sections (
    id uuid primary key,
    course_id uuid not null constraint course_sections_course_id_foreign references courses on delete cascade,
    title text not null,
    position int not null,
    created_at timestamptz(3) not null default now()
  );
  create index course_sections_list on course_sections (course_id, position, id);

  create table course_lessons (
    id uuid primary key,
    course_id uuid not null constraint course_lessons_course_id_foreign references courses on delete cascade,
    section_id uuid not null constraint course_lessons_section_id_foreign
      references course_sections on delete cascade,
    title text not null,
    kind text not null,
    text text,
    link_url text,
    course_file_id uuid constraint course_lessons_course_file_id_foreign references course_files on delete cascade,
    questions jsonb,
    is_preview boolean not null default false,
    position int not null,
    created_at timestamptz(3) not null default now(),
    constraint course_lessons_kind_check check ((kind = 'text') = (text is not null)
      and (kind = 'link') = (link_url is not null) and (kind = 'file') = (course_file_id is not null)
      and (kind = 'quiz') = (questions is not null))
  );
  create index course_lessons_list on course_lessons (course_id, position, id);
  create index course_lessons_section_index on course_lessons (section_id);
  create index course_lessons_file_index on course_lessons (course_file_id) where course_file_id is not null;

  create table course_changes (
    id uuid primary key,
    course_id uuid not null constraint course_changes_course_id_foreign references courses on delete cascade,
    note text not null,
    created_at timestamptz(3) not null default now()
  );
  create index course_changes_list on course_changes (course_id, created_at desc, id desc);

  create table lesson_progress (
    user_id uuid not null constraint lesson_progress_user_id_foreign
      references users on update cascade on delete cascade,
    lesson_id uuid not null constraint lesson_progress_lesson_id_foreign
      references course_lessons on update cascade on delete cascade,
    course_id uuid not null constraint lesson_progress_course_id_foreign references courses on delete cascade,
    created_at timestamptz(3) not null default now(),
    right_answers int,
    questions int,
    answered_at timestamptz(3),
    primary key (user_id, lesson_id)
  );
  create index lesson_progress_course_index on lesson_progress (course_id, user_id);
  create index lesson_progress_lesson_index on lesson_progress (lesson_id);
  create index lesson_progress_created_index on lesson_progress (created_at);

  create table study_days (
    day date not null,
    user_id uuid not null constraint study_days_user_id_foreign references users on delete cascade,
    course_id uuid not null constraint study_days_course_id_foreign references courses on delete cascade,
    studied_ms int not null default 0,
    primary key (day, user_id, course_id)
  );
  create index study_days_user_index on study_days (user_id);
  create index study_days_course_index on study_days (course_id, user_id);

  create table answer_times (
    user_id uuid primary key constraint answer_times_user_id_foreign
      references users on update cascade on delete cascade,
    answered int not null,
    median_minutes int,
    constraint answer_times_check check (answered >= 0 and median_minutes >= 0)
  );

  create table file_positions (
    user_id uuid not null constraint file_positions_user_id_foreign
      references users on update cascade on delete cascade,
    course_file_id uuid not null constraint file_positions_course_file_id_foreign
      references course_files on update cascade on delete cascade,
    course_id uuid not null constraint file_positions_course_id_foreign references courses on delete cascade,
    percent double precision not null,
    position text not null,
    updated_at timestamptz(3) not null default now(),
    primary key (user_id, course_file_id),
    constraint file_positions_percent_check check (percent::numeric >= 0 and percent::numeric <= 1)
  );
  create index file_positions_course_index on file_positions (course_id, user_id);
  create index file_positions_file_index on file_positions (course_file_id);

  create table course_downloads (
    user_id uuid not null constraint course_downloads_user_id_foreign references users on delete cascade,
    course_file_id uuid not null constraint course_downloads_course_file_id_foreign
      references course_files on delete cascade,
    day date not null,
    course_id uuid not null constraint course_downloads_course_id_foreign references courses on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, course_file_id, day)
  );
  create index course_downloads_course_index on course_downloads (course_id, created_at);
  create index course_downloads_file_index on course_downloads (course_file_id);
  create index course_downloads_created_index on course_downloads (created_at);
`;

/** Reviews of items. */
export const reviews = `
  create table reviews (
    id uuid primary key,
    user_id uuid not null constraint reviews_user_id_foreign references users on delete cascade,
    course_id uuid not null constraint reviews_course_id_foreign references courses on delete cascade,
    rating int not null,
    text text not null,
    created_at timestamptz(3) not null default now(),
    edited_at timestamptz(3),
    reply text,
    replied_at timestamptz(3),
    constraint reviews_user_course_unique unique (user_id, course_id),
    constraint reviews_rating_check check (rating >= 1 and rating <= 5),
    constraint reviews_reply_check check ((reply is null) = (replied_at is null))
  );
  create index reviews_course_list on reviews (course_id, created_at desc, id desc);
  create index reviews_created_index on reviews (created_at);
`;

/** Purchases of items, and which reports of a payment provider were handled. */
export const purchases = `
  create table purchases (
    id uuid primary key,
    buyer_id uuid constraint purchases_buyer_id_foreign references users on delete set null,
    seller_id uuid constraint purchases_seller_id_foreign references users on delete set null,
    course_id uuid constraint purchases_course_id_foreign references courses on delete set null,
    title text not null,
    content_type text not null,
    amount int not null,
    currency text not null,
    provider text not null,
    status text not null default 'pending',
    checkout_id text,
    checkout_url text,
    expires_at timestamptz(3) not null,
    check_at timestamptz(3) not null,
    is_submitted boolean not null default false,
    payment_id text,
    paid_at timestamptz(3),
    receipt_number int,
    buyer_name text,
    seller_name text,
    refund_state text,
    refund_reason text,
    refund_started_at timestamptz(3),
    refund_id text,
    refunded_at timestamptz(3),
    disputed_at timestamptz(3),
    dispute_id text,
    closed_disputes text[] not null default '{}',
    created_at timestamptz(3) not null default now(),
    constraint purchases_receipt_unique unique (receipt_number),
    constraint purchases_payment_unique unique (payment_id),
    constraint purchases_status_check check (status in ('pending', 'paid', 'failed', 'expired', 'refunded')),
    constraint purchases_provider_check check (provider in ('test', 'stripe')),
    constraint purchases_amount_check check (amount > 0),
    constraint purchases_paid_check check ((status in ('paid', 'refunded')) = (paid_at is not null)
      and (paid_at is null) = (receipt_number is null)),
    constraint purchases_refunded_check check ((status = 'refunded') = (refunded_at is not null)),
    constraint purchases_refund_state_check
      check (refund_state is null or (refund_state in ('requested', 'processing', 'declined') and status = 'paid'))
  );
  create unique index purchases_pending_unique on purchases (buyer_id, course_id) where status = 'pending';
  create index purchases_buyer_list on purchases (buyer_id, created_at desc, id desc)
    where status in ('pending', 'paid', 'refunded');
  create index purchases_seller_list on purchases (seller_id, paid_at desc, id desc);
  create index purchases_item_sums
    on purchases (seller_id, coalesce(course_id, '00000000-0000-0000-0000-000000000000'::uuid) desc, currency desc)
    where paid_at is not null;
  create index purchases_requested_list on purchases (seller_id, paid_at desc, id desc)
    where refund_state = 'requested';
  create index purchases_check_due on purchases (check_at) where status = 'pending';
  create index purchases_refund_due on purchases (refund_started_at) where refund_state = 'processing';
  create index purchases_buyer_index on purchases (buyer_id, course_id);
  create index purchases_course_index on purchases (course_id);
  create index purchases_paid_index on purchases (paid_at) where paid_at is not null;
  create index purchases_refunded_index on purchases (refunded_at) where refunded_at is not null;

  create table payment_events (
    id text primary key,
    type text not null,
    created_at timestamptz(3) not null default now()
  );
  create index payment_events_created_index on payment_events (created_at);
`;

/** The directory of students, and students who look for a study partner. */
export const students = `
  create table directory_listings (
    user_id uuid primary key constraint directory_listings_user_id_foreign
      references users on update cascade on delete cascade,
    name text not null,
    has_name boolean not null,
    institution text,
    field text,
    year int,
    bio text,
    has_photo boolean not null,
    has_courses boolean not null,
    has_mutuals boolean not null,
    created_at timestamptz(3) not null default now()
  );
  create index directory_listings_new on directory_listings (created_at desc, user_id desc);
  create index directory_listings_name on directory_listings (name collate "und-x-icu", user_id);

  create table study_partner_flags (
    user_id uuid not null constraint study_partner_flags_user_id_foreign
      references users on update cascade on delete cascade,
    course_id uuid not null constraint study_partner_flags_course_id_foreign
      references courses on update cascade on delete cascade,
    until date not null,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, course_id)
  );
  create index study_partner_flags_course_index on study_partner_flags (course_id, user_id);
`;

/** Advertisements, their daily numbers, and which ones a user has seen or hidden. */
export const advertisements = `
  create table advertisements (
    id uuid primary key,
    user_id uuid not null constraint advertisements_user_id_foreign references users on delete cascade,
    title text not null,
    description text not null,
    image_url text,
    image_file_id uuid constraint advertisements_image_file_id_foreign references files on delete set null,
    image_alt text,
    link_url text,
    event_id uuid constraint advertisements_event_id_foreign references events on delete cascade,
    section int not null default 1,
    created_at timestamptz(3) not null default now(),
    state text not null default 'review',
    rejection_reason text,
    revision int not null default 1,
    approved_event_revision int,
    approved_name text,
    constraint advertisements_state_check check (state in ('draft', 'review', 'active', 'paused', 'rejected'))
  );
  create index advertisements_section_list on advertisements (section, created_at desc, id desc);
  create index advertisements_register_list on advertisements (created_at desc, id desc) where state = 'active';
  create index advertisements_user_id_index on advertisements (user_id);
  create index advertisements_image_file_id_index on advertisements (image_file_id);
  create index advertisements_event_id_index on advertisements (event_id);

  create table ad_stats_daily (
    advertisement_id uuid not null constraint ad_stats_daily_advertisement_id_foreign
      references advertisements on delete cascade,
    day date not null,
    impressions int not null default 0,
    clicks int not null default 0,
    primary key (advertisement_id, day)
  );
  create index ad_stats_daily_day_index on ad_stats_daily (day);

  create table ad_views (
    user_id uuid not null constraint ad_views_user_id_foreign references users on update cascade on delete cascade,
    advertisement_id uuid not null constraint ad_views_advertisement_id_foreign
      references advertisements on update cascade on delete cascade,
    day date not null,
    count int not null default 0,
    is_followed boolean not null default false,
    primary key (user_id, advertisement_id)
  );
  create index ad_views_advertisement_index on ad_views (advertisement_id);
  create index ad_views_day_index on ad_views (day);

  create table ad_hides (
    user_id uuid not null constraint ad_hides_user_id_foreign references users on update cascade on delete cascade,
    advertisement_id uuid not null constraint ad_hides_advertisement_id_foreign
      references advertisements on update cascade on delete cascade,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, advertisement_id)
  );
  create index ad_hides_advertisement_index on ad_hides (advertisement_id);
`;

/** Numbers per user and day, what may explain them, the views of today, and the members of institutions in groups. */
export const analytics = `
  create table metrics_daily (
    owner_id uuid not null constraint metrics_daily_owner_id_foreign references users on delete cascade,
    metric text not null,
    day date not null,
    subject_id uuid not null,
    count bigint not null,
    primary key (owner_id, metric, day, subject_id)
  );
  create index metrics_daily_day_index on metrics_daily (day);

  create table metric_runs (
    day date primary key,
    counted_at timestamptz(3) not null default now(),
    is_final boolean not null default false
  );

  create table annotations (
    owner_id uuid not null constraint annotations_owner_id_foreign references users on delete cascade,
    day date not null,
    type text not null,
    subject_id uuid not null,
    value int,
    text text,
    primary key (owner_id, day, type, subject_id),
    constraint annotations_type_check
      check (type in ('item-published', 'price-changed', 'announcement-posted', 'event-held', 'ad-started', 'note')),
    constraint annotations_text_check check ((type = 'note') = (text is not null))
  );
  create index annotations_subject_index on annotations (subject_id, day);

  create table page_views (
    day date not null,
    metric text not null,
    subject_id uuid not null,
    visitor bytea not null,
    owner_id uuid not null constraint page_views_owner_id_foreign references users on delete cascade,
    source text not null default 'direct',
    primary key (day, metric, subject_id, visitor),
    constraint page_views_source_check
      check (source in ('feed', 'search', 'catalogue', 'profile', 'public', 'direct'))
  );
  create index page_views_owner_index on page_views (owner_id);

  create table view_salts (
    day date primary key,
    salt bytea not null
  );

  create table member_groups (
    institution_id uuid not null constraint member_groups_institution_id_foreign
      references users on delete cascade,
    week date not null,
    position int not null,
    field text,
    is_others boolean not null default false,
    members int not null,
    active int,
    items int,
    enrollments int,
    primary key (institution_id, week, position),
    constraint member_groups_members_check check (members >= 5 and (active is null or active >= 5)
      and (items is null or items >= 5) and (enrollments is null or enrollments >= 5))
  );
`;

/**
 * The members of institutions and classes, and the sources of each user's feed: the connections, and the groups that
 * the user is a member of. The table of sources is derived: when a transaction commits, triggers set the sources that
 * it concerns to the rows of the view. One transaction does so at a time, and each reads what the one before it wrote,
 * which needs the isolation level READ COMMITTED. The triggers watch the columns of the view that can change. The table
 * has no foreign keys, since checking them could wait for a transaction that waits for this one.
 */
export const feedSources = `
  create view institution_members (group_id, user_id) as
    select i.id, i.id from users i
      where i.role = 'institution' and not i.is_awaiting_approval and i.deactivated_at is null
    union all select x.institution_id, x.user_id from verifications x join users i on i.id = x.institution_id
      and i.role = 'institution' and not i.is_awaiting_approval and i.deactivated_at is null
      where x.status = 'confirmed';
  create view class_members (group_id, user_id) as
    select c.id, c.user_id from courses c
    union all select e.course_id, e.user_id from enrollments e join courses c on c.id = e.course_id
      join users o on o.id = c.user_id where e.source = 'purchase' or (o.deactivated_at is null
        and not exists (select 1 from blocks b where (b.blocker_id, b.blocked_id) in ((e.user_id, o.id), (o.id,
          e.user_id))));
  create view current_feed_sources (user_id, is_group, source_id) as
    select c.user_id, false, c.connected_user_id from connections c where c.status = 'accepted'
    union all select c.connected_user_id, false, c.user_id from connections c where c.status = 'accepted'
    union all select m.user_id, true, m.group_id from institution_members m
    union all select m.user_id, true, m.group_id from class_members m;

  create table feed_sources (
    user_id uuid not null,
    is_group boolean not null,
    source_id uuid not null,
    primary key (user_id, is_group, source_id)
  );
  create index feed_sources_source_index on feed_sources (source_id);
  create function refresh_feed_sources() returns trigger language plpgsql
    set plan_cache_mode = 'force_generic_plan' as $$
  declare
    changed record;
    concerned feed_sources[];
  begin
    perform pg_advisory_xact_lock(hashtextextended('feed_sources', 0));
    if tg_op = 'DELETE' then changed := old; else changed := new; end if;
    if tg_op = 'DELETE' and tg_table_name in ('users', 'courses') then
      delete from feed_sources s where s.user_id = changed.id;
      delete from feed_sources s where s.source_id = changed.id;
      return null;
    end if;
    case tg_table_name
      when 'connections' then
        -- The view would read all connections of one of the two; the index of pairs finds this one.
        if exists (select from connections c where c.status = 'accepted'
          and least(c.user_id, c.connected_user_id) = least(changed.user_id, changed.connected_user_id)
          and greatest(c.user_id, c.connected_user_id) = greatest(changed.user_id, changed.connected_user_id))
        then
          insert into feed_sources values (changed.user_id, false, changed.connected_user_id),
            (changed.connected_user_id, false, changed.user_id) on conflict do nothing;
        else
          delete from feed_sources s where not s.is_group and s.user_id = changed.user_id
            and s.source_id = changed.connected_user_id;
          delete from feed_sources s where not s.is_group and s.user_id = changed.connected_user_id
            and s.source_id = changed.user_id;
        end if;
        return null;
      when 'verifications' then
        if not exists (select from users i where i.id = changed.institution_id) then return null; end if;
        concerned := array[row(changed.user_id, true, changed.institution_id)::feed_sources];
      when 'enrollments' then
        if not exists (select from courses c where c.id = changed.course_id) then return null; end if;
        concerned := array[row(changed.user_id, true, changed.course_id)::feed_sources];
      when 'courses' then
        concerned := array(select row(m.user_id, true, changed.id)::feed_sources
          from (select changed.user_id union select old.user_id where tg_op = 'UPDATE'
            union select e.user_id from enrollments e where e.course_id = changed.id) m);
      when 'users' then
        concerned := array(select row(m.user_id, true, m.group_id)::feed_sources
          from (select changed.id, changed.id
            union select v.user_id, v.institution_id from verifications v where v.institution_id = changed.id
            union select e.user_id, e.course_id from courses c join enrollments e on e.course_id = c.id
              where c.user_id = changed.id) m (user_id, group_id));
      when 'blocks' then
        concerned := array(select row(e.user_id, true, e.course_id)::feed_sources
          from (values (changed.blocker_id, changed.blocked_id), (changed.blocked_id, changed.blocker_id))
            b (learner_id, author_id) join enrollments e on e.user_id = b.learner_id
          join courses c on c.id = e.course_id and c.user_id = b.author_id);
    end case;
    delete from feed_sources s using unnest(concerned) n
      where (s.user_id, s.is_group, s.source_id) = (n.user_id, n.is_group, n.source_id)
        and (select true from current_feed_sources c
          where (c.user_id, c.is_group, c.source_id) = (n.user_id, n.is_group, n.source_id) limit 1) is null;
    insert into feed_sources select n.user_id, n.is_group, n.source_id from unnest(concerned) n
      where (select true from current_feed_sources c
        where (c.user_id, c.is_group, c.source_id) = (n.user_id, n.is_group, n.source_id) limit 1)
      on conflict do nothing;
    return null;
  end $$;
  create constraint trigger users_feed_sources
    after insert or delete or update of role, is_awaiting_approval, deactivated_at on users
    deferrable initially deferred for each row execute function refresh_feed_sources();
  create constraint trigger connections_feed_sources
    after insert or delete or update of status on connections
    deferrable initially deferred for each row execute function refresh_feed_sources();
  create constraint trigger blocks_feed_sources
    after insert or delete on blocks
    deferrable initially deferred for each row execute function refresh_feed_sources();
  create constraint trigger verifications_feed_sources
    after insert or delete or update of status on verifications
    deferrable initially deferred for each row execute function refresh_feed_sources();
  create constraint trigger courses_feed_sources
    after insert or delete or update of user_id on courses
    deferrable initially deferred for each row execute function refresh_feed_sources();
  create constraint trigger enrollments_feed_sources
    after insert or delete or update of source on enrollments
    deferrable initially deferred for each row execute function refresh_feed_sources();
`;

/** Saved items, drafts, and the last item of a list that a user has seen. */
export const saved = `
  create table saved_items (
    user_id uuid not null constraint saved_items_user_id_foreign references users on delete cascade,
    type text not null,
    item_id uuid not null,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, type, item_id)
  );
  create index saved_items_user_list on saved_items (user_id, type, created_at desc, item_id desc);

  create table drafts (
    user_id uuid not null constraint drafts_user_id_foreign references users on delete cascade,
    key text not null,
    body text not null,
    updated_at timestamptz(3) not null default now(),
    primary key (user_id, key)
  );

  create table markers (
    user_id uuid not null constraint markers_user_id_foreign references users on delete cascade,
    list text not null,
    last_seen_id uuid not null,
    updated_at timestamptz(3) not null default now(),
    primary key (user_id, list)
  );
`;
