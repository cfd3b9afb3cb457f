import { POST_LIMITS } from '#shared/limits.ts';
import { HIDDEN, IS_COLLEAGUE, PAGE_COLUMNS, viewSql } from '../domains/posts/post.view.ts';
import { connectedTo, connectedWith } from '../domains/visibility/visibility.access.ts';

const ROWS = POST_LIMITS.pageItems + 1;
const BOUNDS = `(p.created_at, p.id) < ($2::timestamptz, $3::uuid) and (p.created_at, p.id) > ($4::timestamptz, $5::uuid)`;
const NEWEST = `order by p.created_at desc, p.id desc limit`;
const OFF = `(select f.hidden_reasons from feed_settings f where f.user_id = $1)`;
const WHY = `case when p.user_id = $1 then 'own'
  when ${connectedWith('p.user_id', '$1')}
    then case when p.shared_post_id is not null and p.content = '' then 'shared' else 'connection' end
  when ${IS_COLLEAGUE} then 'institution'
  when p.likes >= ${POST_LIMITS.popularLikes} then 'popular' else 'everyone' end`;
const SHARES_ON = `(p.shared_post_id is null or p.content <> '' or p.user_id = $1
  or (select 'shared' = any(f.hidden_reasons::text[]) from feed_settings f where f.user_id = $1) is not true)`;

const toEveryone = `select * from (
    select ${PAGE_COLUMNS}, p.created_at as key_at from posts p
    join users u on u.id = p.user_id and u.deactivated_at is null
    where p.audience = 'everyone' and ${BOUNDS} and p.user_id not in (${HIDDEN}) ${NEWEST} ${POST_LIMITS.scanMax}
  ) p where ${OFF} is null or ${WHY} <> all(${OFF}::text[]) limit ${ROWS}`;

const ofAuthor = (author: string, rows: number) => `select p.created_at, p.id from posts p
  where p.user_id = ${author} and p.audience_id is null and ${BOUNDS} and ${SHARES_ON} ${NEWEST} ${rows}`;

const byConnections = `select ${PAGE_COLUMNS}, p.created_at as key_at from (
    select p.id from (
      select a.id as user_id from (select $1::uuid as id union all ${connectedTo('$1')}) a
      cross join lateral (select 1 from users u where u.id = a.id and u.deactivated_at is null limit 1) active
      cross join lateral (${ofAuthor('a.id', 1)}) p where a.id not in (${HIDDEN}) ${NEWEST} ${ROWS}
    ) author cross join lateral (${ofAuthor('author.user_id', ROWS)}) p ${NEWEST} ${ROWS}
  ) k join posts p on p.id = k.id join users u on u.id = p.user_id`;

/**
 * The pages of the feed as they were before posts had audiences, over the indexes of today, so that a bench shows
 * whether the feed is as fast as then. Both are wrapped in the view of today, so that differences in it are not
 * measured. All has only posts to everyone, and Network no posts to groups.
 */
export const FEED_BEFORE_AUDIENCES = {
  all: { name: 'feed-all-before', text: viewSql(toEveryone) },
  network: { name: 'feed-network-before', text: viewSql(byConnections) },
};
