import type { CommonView, EducationItem, ExperienceItem, MonthSpan, SharedPlace } from '#shared/api/users.ts';
import { sharedEvents } from '../events/event.access.ts';
import { sharedCourses } from '../courses/course.view.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { assertVisible } from './profile.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { connectedTo, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const PEOPLE_SHOWN = 12;
const RECORDS_SHOWN = 10;

const PEOPLE = {
  name: 'common-people',
  text: `select ${USER_CARD_COLUMNS} from users u
    where u.id in (${connectedTo('$1')}) and u.id in (${connectedTo('$2')}) and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
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
  text: 'select u.id, u.institution, u.education_data, u.experience_data from users u where u.id = any($1::uuid[])',
};

interface PlacesRow {
  id: string;
  institution: string | null;
  education_data: EducationItem[];
  experience_data: ExperienceItem[];
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
  const rows = await read<PlacesRow>(reader, PLACES, [[viewerId, userId]]);
  const mine = rows.find((row) => row.id === viewerId);
  const theirs = rows.find((row) => row.id === userId);
  return {
    people: people.map(toUserCard),
    places:
      mine && theirs
        ? sharedPlaces(
            placesOf(mine, () => true),
            placesOf(theirs, (part) => sees.includes(part)),
          )
        : [],
    courses,
    events: events.map(({ id, title, date }) => ({ id, title, date: isoOf(date) })),
  };
}

interface Place {
  name: string;
  span: MonthSpan | null;
}

/** Collects a profile's institutions and companies by lower-case name, each with the widest span of its entries. */
function placesOf(
  row: PlacesRow,
  isOpen: (part: 'institution' | 'educationData' | 'experienceData') => boolean,
): Map<string, Place> {
  const places = new Map<string, Place>();
  const add = (name: string | null, span: MonthSpan | null): void => {
    const key = name?.trim().toLocaleLowerCase() ?? '';
    if (name === null || key === '') return;
    const known = places.get(key);
    places.set(key, { name: known?.name ?? name.trim(), span: widest(known?.span ?? null, span) });
  };
  if (isOpen('educationData'))
    for (const { institution, start, end } of row.education_data) add(institution, { start, end });
  if (isOpen('experienceData')) for (const { company, start, end } of row.experience_data) add(company, { start, end });
  if (isOpen('institution')) add(row.institution, null);
  return places;
}

function widest(a: MonthSpan | null, b: MonthSpan | null): MonthSpan | null {
  if (a === null || b === null) return a ?? b;
  const end = a.end === null || b.end === null ? null : a.end > b.end ? a.end : b.end;
  return { start: a.start < b.start ? a.start : b.start, end };
}

function sharedPlaces(mine: Map<string, Place>, theirs: Map<string, Place>): SharedPlace[] {
  return [...theirs].flatMap(([key, place]) => {
    const own = mine.get(key);
    return own ? [{ name: place.name, mine: own.span, theirs: place.span }] : [];
  });
}
