import type { ContentType } from '#shared/api/courses.ts';
import type { ProfileCourseView, ProfileEventView, UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { assertVisible } from './profile.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow, audienceOfEntry } from '../users/user.view.ts';
import { connectedWith, FINDABLE, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** The owner of the list, the viewer and the page. */
export interface ProfileListRequest extends PageQuery {
  userId: string;
  viewerId: string;
}

const ROWS = PROFILE_LIMITS.pageMaxItems + 1;

/** $1 is the viewer, $2 the owner; ($3, $4) is the cursor; $5 includes the more private half of the list. */
async function readPage<Row extends object, Item>(
  pool: Pool,
  statement: Statement,
  {
    request,
    isOpen,
    cursorOf,
    view,
  }: {
    request: ProfileListRequest;
    isOpen: boolean;
    cursorOf: (row: Row) => { at: string; id: string };
    view: (row: Row) => Item;
  },
): Promise<Page<Item>> {
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const rows = await query<Row>(pool, statement, [request.viewerId, request.userId, at, id, isOpen]);
  return toPage(rows, request.limit ?? PROFILE_LIMITS.pageItems, { cursorOf, view });
}

const COURSE_COLUMNS = 'c.id, c.title, c.content_type, c.category, c.price, c.image_url, c.status, a.full_name, a.role';
const COURSES = {
  name: 'profile-courses',
  text: `select * from (
      (select ${COURSE_COLUMNS}, 'author' as relation, c.created_at as key_at from courses c join users a
        on a.id = c.user_id
        where c.user_id = $2 and (c.status = 'published' or $1 = $2)
          and (c.created_at, c.id) < ($3::timestamptz, $4::uuid)
        order by c.created_at desc, c.id desc limit ${ROWS})
      union all
      (select ${COURSE_COLUMNS}, 'learner', e.created_at from enrollments e join courses c on c.id = e.course_id
        and c.status = 'published'
        join users a on a.id = c.user_id and a.deactivated_at is null
        where $5 and e.user_id = $2 and (e.created_at, c.id) < ($3::timestamptz, $4::uuid)
          and c.user_id not in (${HIDDEN_FROM_VIEWER})
        order by e.created_at desc, c.id desc limit ${ROWS})
    ) k order by k.key_at desc, k.id desc limit ${ROWS}`,
};

interface CourseRow {
  id: string;
  title: string;
  content_type: ContentType;
  category: string | null;
  price: number;
  image_url: string | null;
  status: ProfileCourseView['status'];
  full_name: string;
  role: string;
  relation: ProfileCourseView['relation'];
  key_at: Timestamp;
}

/** Lists the courses that a user made or, where visible, is enrolled in, newest first. @throws AppError NOT_FOUND. */
export async function listUserCourses(
  pool: Pool,
  currency: string,
  request: ProfileListRequest,
): Promise<Page<ProfileCourseView>> {
  const { sees } = await assertVisible(pool, request.userId, request);
  return readPage<CourseRow, ProfileCourseView>(pool, COURSES, {
    request,
    isOpen: sees.includes('learning'),
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.id }),
    view: (row) => ({
      id: row.id,
      title: row.title,
      contentType: row.content_type,
      category: row.category,
      price: row.price,
      currency,
      imageUrl: row.image_url,
      author: { fullName: row.full_name, role: row.role },
      relation: row.relation,
      status: row.status,
    }),
  });
}

const EVENT_COLUMNS =
  'v.id, v.title, v.description, v.date, v.location, v.is_virtual, v.state, h.id as host_id, h.full_name as host_name';
const EVENTS = {
  name: 'profile-events',
  text: `select * from (
      (select ${EVENT_COLUMNS}, 'host' as relation from events v join users h on h.id = v.user_id
        where v.user_id = $2 and (v.date, v.id) < ($3::timestamptz, $4::uuid) and ${isInAudience('v')}
          order by v.date desc, v.id desc limit ${ROWS})
      union all
      (select ${EVENT_COLUMNS}, 'going' from event_attendees t join events v on v.id = t.event_id and v.user_id <> $2
        join users h on h.id = v.user_id and h.deactivated_at is null
        where $5 and t.user_id = $2 and t.status = 'going' and (v.date, v.id) < ($3::timestamptz, $4::uuid)
          and v.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('v')}
        order by v.date desc, v.id desc limit ${ROWS})
    ) k order by k.date desc, k.id desc limit ${ROWS}`,
};

interface EventRow {
  id: string;
  title: string;
  description: string;
  date: Timestamp;
  location: string;
  is_virtual: boolean;
  state: ProfileEventView['state'];
  host_id: string;
  host_name: string;
  relation: ProfileEventView['relation'];
}

/** Lists the events that a user hosts and, where visible, attends, latest date first. @throws AppError NOT_FOUND. */
export async function listUserEvents(pool: Pool, request: ProfileListRequest): Promise<Page<ProfileEventView>> {
  const { sees } = await assertVisible(pool, request.userId, request);
  return readPage<EventRow, ProfileEventView>(pool, EVENTS, {
    request,
    isOpen: sees.includes('events'),
    cursorOf: (row) => ({ at: isoOf(row.date), id: row.id }),
    view: (row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      date: isoOf(row.date),
      location: row.location,
      isVirtual: row.is_virtual,
      state: row.state,
      host: { id: row.host_id, fullName: row.host_name },
      relation: row.relation,
    }),
  });
}

const side = (own: string, other: string) => `select ${USER_CARD_COLUMNS}, c.created_at as key_at, c.id as key_id
  from connections c join users u on u.id = c.${other} and u.deactivated_at is null
  where $5 and c.${own} = $2 and c.status = 'accepted' and (c.created_at, c.id) < ($3::timestamptz, $4::uuid)
    and u.id not in (${HIDDEN_FROM_VIEWER}) and ${FINDABLE}
  order by c.created_at desc, c.id desc limit ${ROWS}`;
const CONNECTIONS = {
  name: 'profile-connections',
  text: `select * from ((${side('user_id', 'connected_user_id')}) union all (${side('connected_user_id', 'user_id')})) k
    order by k.key_at desc, k.key_id desc limit ${ROWS}`,
};

interface UserRow extends UserCardRow {
  key_at: Timestamp;
  key_id: string;
}

const ofUsers = {
  cursorOf: (row: UserRow) => ({ at: isoOf(row.key_at), id: row.key_id }),
  view: toUserCard as (row: UserRow) => UserCard,
};

/**
 * Lists the connections of a user that the viewer may find, newest first. @throws AppError NOT_FOUND, also when they
 * are hidden.
 */
export async function listUserConnections(pool: Pool, request: ProfileListRequest): Promise<Page<UserCard>> {
  const { sees } = await assertVisible(pool, request.userId, request);
  if (!sees.includes('connections')) throw notFound('This list');
  return readPage(pool, CONNECTIONS, { request, isOpen: true, ...ofUsers });
}

/**
 * A confirmed profile entry counts when its part of the profile is visible to $1, who may find its user or is confirmed
 * by the same institution; the institution itself ($2) always sees it. A user is listed by the newest entry, so that
 * the list follows an index; the limit in the lookup of the user prevents Postgres from scanning all users.
 */
const PEOPLE = {
  name: 'profile-people',
  text: `select ${USER_CARD_COLUMNS}, n.created_at as key_at, n.id as key_id from verifications n
    cross join lateral (select * from users m where m.id = n.user_id and m.deactivated_at is null limit 1) u
    left join privacy_settings ps on ps.user_id = u.id
    cross join lateral (
      select ${connectedWith('$1::uuid', 'u.id')} as is_connected,
        exists (select 1 from verifications mine where mine.user_id = $1 and mine.institution_id = $2
          and mine.status = 'confirmed') as is_colleague
    ) s
    where $5 and n.institution_id = $2 and n.status = 'confirmed'
      and (n.created_at, n.id) < ($3::timestamptz, $4::uuid) and u.id not in (${HIDDEN_FROM_VIEWER})
      and ($1 = $2 or s.is_colleague or ${FINDABLE})
      and not exists (select 1 from verifications later where later.user_id = n.user_id and later.institution_id = $2
        and later.status = 'confirmed'
        and (later.created_at, later.id) > (n.created_at, n.id))
      and (select true from verifications v
        cross join lateral (select ${audienceOfEntry('v.entry')} as audience) f
        where v.user_id = u.id and v.institution_id = $2 and v.status = 'confirmed'
          and (u.id = $1 or $1 = $2 or f.audience = 'everyone' or (f.audience = 'connections' and s.is_connected)
            or (f.audience = 'institution' and s.is_colleague)) limit 1)
    order by n.created_at desc, n.id desc limit ${ROWS}`,
};

/** Lists the users whose entries an institution confirmed, where visible to the viewer. @throws AppError NOT_FOUND. */
export async function listUserPeople(pool: Pool, request: ProfileListRequest): Promise<Page<UserCard>> {
  const { role } = await assertVisible(pool, request.userId, request);
  return readPage(pool, PEOPLE, { request, isOpen: role === 'institution', ...ofUsers });
}
