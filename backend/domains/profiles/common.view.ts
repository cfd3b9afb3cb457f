import type { CommonView, MonthSpan, SharedPlace } from '#shared/api/users.ts';
import type { ClaimedEntry } from '#shared/api/verifications.ts';
import { mutualsWith } from '../connections/connection.view.ts';
import { sharedEvents } from '../events/event.access.ts';
import { sharedCourses } from '../courses/course.view.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { sharedInstitutions } from '../verifications/verification.view.ts';
import { assertVisible } from './profile.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const PEOPLE_SHOWN = 12;
const RECORDS_SHOWN = 10;

const PEOPLE = {
  name: 'common-people',
  text: `select ${USER_CARD_COLUMNS} from (${mutualsWith('$2')}) k join users u on u.id = k.id
    order by u.full_name, u.id limit ${PEOPLE_SHOWN}`,
};
const COURSES = {
  name: 'common-courses',
  text: `select c.id, c.title ${sharedCourses('$1', '$2')} and c.status = 'published'
      and c.user_id not in (${HIDDEN_FROM_VIEWER})
      and exists (select 1 from users o where o.id = c.user_id and o.deactivated_at is null)
    order by c.title, c.id limit ${RECORDS_SHOWN}`,
};
const EVENTS = {
  name: 'common-events',
  text: `select v.id, v.title, v.date ${sharedEvents('$1', '$2')} and v.user_id not in (${HIDDEN_FROM_VIEWER})
      and exists (select 1 from users o where o.id = v.user_id and o.deactivated_at is null)
    order by v.date desc, v.id limit ${RECORDS_SHOWN}`,
};
const PLACES = {
  name: 'common-places',
  text: `select i.id, i.full_name as name, a.entry as mine, b.entry as theirs ${sharedInstitutions('$1', '$2')}
      and i.id not in (${HIDDEN_FROM_VIEWER})
    order by i.full_name, i.id`,
};

/** An institution that confirmed an entry of both users. */
interface PlaceRow {
  id: string;
  name: string;
  mine: ClaimedEntry;
  theirs: ClaimedEntry;
}

/** Loads what the viewer and a user have in common, limited to what the viewer may see. @throws AppError NOT_FOUND. */
export async function loadCommonView(reader: Reader, userId: string, viewerId: string): Promise<CommonView> {
  const { sees, privacy } = await assertVisible(reader, userId, { viewerId });
  if (userId === viewerId) return { people: [], places: [], courses: [], events: [] };
  const people =
    privacy.fieldVisibility.connections === 'me' ? [] : await read<UserCardRow>(reader, PEOPLE, [viewerId, userId]);
  const courses = sees.includes('learning')
    ? await read<{ id: string; title: string }>(reader, COURSES, [viewerId, userId])
    : [];
  const events = sees.includes('events')
    ? await read<{ id: string; title: string; date: Timestamp }>(reader, EVENTS, [viewerId, userId])
    : [];
  const places = await read<PlaceRow>(reader, PLACES, [viewerId, userId]);
  return {
    people: people.map(toUserCard),
    places: sharedPlaces(
      places.filter(({ theirs }) => sees.includes(theirs.kind === 'education' ? 'educationData' : 'experienceData')),
    ),
    courses,
    events: events.map(({ id, title, date }) => ({ id, title, date: isoOf(date) })),
  };
}

/** Merges the entries at each institution to the widest span of either user. */
function sharedPlaces(rows: readonly PlaceRow[]): SharedPlace[] {
  const places = new Map<string, SharedPlace>();
  for (const { id, name, mine, theirs } of rows) {
    const known = places.get(id);
    places.set(id, { name, mine: widest(known?.mine ?? null, mine), theirs: widest(known?.theirs ?? null, theirs) });
  }
  return [...places.values()];
}

function widest(known: MonthSpan | null, { start, end }: MonthSpan): MonthSpan {
  if (known === null) return { start, end };
  return {
    start: known.start < start ? known.start : start,
    end: known.end === null || end === null ? null : known.end > end ? known.end : end,
  };
}
