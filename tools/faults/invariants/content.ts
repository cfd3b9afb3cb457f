import { counter, indexed, missing, twice, unindexed, type Invariant } from './invariant.ts';

/** Posts with what refers to them, the search index, files and advertisements. */
export const CONTENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'likes are counted',
    means: 'a post shows a wrong number',
    sql: counter('likes', 'post_likes l where l.post_id = p.id'),
  },
  {
    name: 'comments are counted',
    means: 'a post shows a wrong number',
    sql: counter('comments', 'comments k where k.post_id = p.id'),
  },
  {
    name: 'shares are counted',
    means: 'a post shows a wrong number',
    sql: counter('shares', 'posts s where s.shared_post_id = p.id'),
  },
  { name: 'posts are unique', means: 'a retry created a second post', sql: twice('user_id, content', 'posts') },
  {
    name: 'comments are unique',
    means: 'a retry created a second comment',
    sql: twice('post_id, user_id, content', 'comments'),
  },
  { name: 'likes are unique', means: 'one member counts twice', sql: twice('post_id, user_id', 'post_likes') },
  {
    name: 'saved posts are unique',
    means: 'a list shows a post twice',
    sql: twice('user_id, type, item_id', 'saved_items'),
  },
  {
    name: 'versions of a post are unique',
    means: 'a retry is in the public history',
    sql: twice('post_id, content', 'post_edits'),
  },
  {
    name: 'edited posts have their versions',
    means: 'an edit is not in the public history',
    sql: `select p.id::text as what from posts p
      where (p.edited_at is not null) <> exists (select 1 from post_edits e where e.post_id = p.id)`,
  },
  {
    name: 'comments have their posts',
    means: 'an orphan that no one sees',
    sql: missing('comments', 'post_id', 'posts'),
  },
  {
    name: 'likes have their posts',
    means: 'an orphan that no one sees',
    sql: missing('post_likes', 'post_id', 'posts'),
  },
  { name: 'saved posts exist', means: 'a list shows a deleted post', sql: missing('saved_items', 'item_id', 'posts') },
  { name: 'shared posts exist', means: 'a share shows nothing', sql: missing('posts', 'shared_post_id', 'posts') },
  {
    name: 'shares are of originals',
    means: 'a share counts at a share',
    sql: `select s.id::text as what from posts s join posts p on p.id = s.shared_post_id
      where p.shared_post_id is not null`,
  },
  {
    name: 'images of posts are files of their authors',
    means: 'a post shows a broken image',
    sql: `select p.id::text as what from posts p where (p.image_url is not null or p.image_file_id is not null)
      and not exists (select 1 from files f where f.id = p.image_file_id and f.owner_id = p.user_id
        and f.purpose = 'post-image' and f.state = 'ready' and p.image_url = '/api/files/' || f.id)`,
  },
  {
    name: 'drafts have a text',
    means: 'a removed draft returns',
    sql: `select user_id || ' ' || key as what from drafts where body = ''`,
  },

  {
    name: 'posts are found by search',
    means: 'a search shows an old text',
    sql: indexed(
      'post',
      `select id, left(split_part(content, E'\\n', 1), 120) as title, content from posts where content <> ''`,
    ),
  },
  {
    name: 'events are found by search',
    means: 'a search shows an old text',
    sql: indexed('event', `select id, title, description as content from events where state = 'scheduled'`),
  },
  {
    name: 'members are found by search',
    means: 'a search shows an old text',
    sql: indexed(
      'user',
      `select id, full_name as title, concat_ws(E'\\n', position, institution, bio) as content from users
        where deactivated_at is null`,
    ),
  },
  { name: 'search finds no removed post', means: 'a search shows a deleted text', sql: unindexed('post', 'posts') },
  {
    name: 'search entries are unique',
    means: 'a search shows a record twice',
    sql: twice('entity_type, entity_id', 'search_index'),
  },

  {
    name: 'finished uploads have their file',
    means: 'an acknowledged upload is lost',
    sql: `select s.id::text as what from upload_sessions s where s.state = 'done' and not exists (select 1 from files f
      where f.id = s.file_id and f.owner_id = s.owner_id and f.purpose = s.purpose and f.state = 'ready')`,
  },
  {
    name: 'no upload failed',
    means: 'a correct upload was refused',
    sql: `select id || ': ' || failure as what from upload_sessions where state = 'failed'`,
  },
  { name: 'files are unique', means: 'a retry stored a file twice', sql: twice('owner_id, name', 'files') },
  {
    name: 'files are described',
    means: 'a file cannot be opened',
    sql: `select id::text as what from files where state <> 'ready' or sha256 !~ '^[0-9a-f]{64}$' or size_bytes = 0
      or (mime like 'image/%') <> (width is not null)`,
  },

  {
    name: 'displays of advertisements are counted',
    means: 'an advertiser sees a wrong number',
    sql: `select a.id::text as what from advertisements a where
      (select coalesce(sum(impressions), 0) from ad_stats_daily d where d.advertisement_id = a.id) <>
      (select coalesce(sum(count), 0) from ad_views v where v.advertisement_id = a.id)`,
  },
  {
    name: 'clicks on advertisements are counted',
    means: 'an advertiser sees a wrong number',
    sql: `select a.id::text as what from advertisements a where
      (select coalesce(sum(clicks), 0) from ad_stats_daily d where d.advertisement_id = a.id) <>
      (select count(*) from ad_views v where v.advertisement_id = a.id and v.is_followed)`,
  },

  {
    name: 'enrollments are counted',
    means: 'an item shows a wrong number of learners',
    sql: counter('enrollments', 'enrollments e where e.course_id = p.id', 'courses'),
  },
  {
    name: 'reviews are counted',
    means: 'an item shows a wrong rating and has a wrong rank',
    sql: `select c.id::text as what from courses c where (c.reviews, c.rating_sum) <> (select count(*),
      coalesce(sum(r.rating), 0) from reviews r where r.course_id = c.id)`,
  },
  {
    name: 'downloads are counted',
    means: 'an item shows fewer downloads than there were',
    // Those of deleted accounts and files remain counted.
    sql: `select c.id::text as what from courses c
      where c.downloads < (select count(*) from course_downloads d where d.course_id = c.id)`,
  },
  {
    name: 'progress is of users who are enrolled',
    means: 'a user who joins an item again finds old progress',
    sql: `select t.user_id || ' ' || t.course_id as what from (select user_id, course_id from lesson_progress
      union all select user_id, course_id from file_positions
      union all select user_id, course_id from study_days) t where not exists (select 1 from enrollments e
        where e.user_id = t.user_id and e.course_id = t.course_id)`,
  },
];
