import type { EntityManager } from '@mikro-orm/postgresql';
import type { Identity } from '../../http/identity.ts';
import {
  DEFAULT_DIRECTORY_FIELDS,
  DIRECTORY_FIELDS,
  type CourseName,
  type ListingInput,
  type ListingView,
  type PartnerFlag,
} from '#shared/api/students.ts';
import { read, type Reader } from '../../db/read.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { storePrivacy } from '../visibility/privacy.service.ts';
import { loadOwnListing, syncListing } from './directory.service.ts';
import { PARTNER_FLAGS_OF } from './student.view.ts';

const OWN_COURSES = {
  name: 'own-directory-courses',
  text: `select (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title) order by c.title, c.id), '[]')
      from enrollments e join courses c on c.id = e.course_id and c.status = 'published'
        where e.user_id = $1) as courses, ${PARTNER_FLAGS_OF('$1')} as flags`,
};

/** Loads a user's own directory settings. @throws AppError NOT_FOUND for an unknown user. */
export async function loadListing(reader: Reader, userId: string): Promise<ListingView> {
  const [own, [learning]] = await Promise.all([
    loadOwnListing(reader, userId),
    read<{ courses: CourseName[]; flags: PartnerFlag[] }>(reader, OWN_COURSES, [userId]),
  ]);
  if (!own) throw notFound('This member');
  const { row, withheld } = own;
  const { institution, field, year, bio } = row;
  return {
    isListed: row.role === 'student' ? row.directory : null,
    shows: [...(row.directory_fields ?? DEFAULT_DIRECTORY_FIELDS)],
    withheld,
    own: { name: row.full_name, username: row.username, institution, field, year, bio, photo: row.profile_image },
    courses: learning?.courses ?? [],
    partnerFlags: learning?.flags ?? [],
  };
}

/**
 * Lists a student with the fields that they choose, or removes the listing and the study partner flags. It sets the
 * privacy setting `directory`.
 *
 * @throws AppError ROLE_FORBIDDEN for other roles.
 */
export async function editListing(
  em: EntityManager,
  { id, role }: Identity,
  { isListed, shows }: ListingInput,
): Promise<ListingView> {
  if (role !== 'student') throw new AppError('ROLE_FORBIDDEN', 'Only students can be listed in the directory');
  return transact(em, async (tx) => {
    const settings = await storePrivacy(tx, id, { directory: isListed });
    if (shows) settings.directoryFields = DIRECTORY_FIELDS.filter((field) => shows.includes(field));
    await tx.flush();
    await syncListing(tx, id);
    return loadListing(tx, id);
  });
}

const SET_FLAG = {
  name: 'set-partner-flag',
  text: `insert into study_partner_flags (user_id, course_id, until)
    select l.user_id, c.id, $3::date from directory_listings l join enrollments e on e.user_id = l.user_id
      join courses c on c.id = e.course_id and c.status = 'published'
      where l.user_id = $1 and c.id = $2
    on conflict (user_id, course_id) do update set until = excluded.until returning user_id`,
};
const REMOVE_FLAG = {
  name: 'remove-partner-flag',
  text: 'delete from study_partner_flags where user_id = $1 and course_id = $2',
};

/**
 * Sets until which day a listed student looks for study partners in a course. @throws AppError NOT_FOUND unless they
 * are enrolled in it.
 */
export async function setPartnerFlag(
  em: EntityManager,
  userId: string,
  { courseId, until }: { courseId: string; until: string },
): Promise<ListingView> {
  return transact(em, async (tx) => {
    const rows = await read(tx, SET_FLAG, [userId, courseId, until]);
    if (rows.length === 0) throw notFound('This course among yours');
    return loadListing(tx, userId);
  });
}

/** Removes a study partner flag; does nothing when there is none. */
export async function removePartnerFlag(em: EntityManager, userId: string, courseId: string): Promise<void> {
  await read(em, REMOVE_FLAG, [userId, courseId]);
}

/** Removes the study partner flag of a user who leaves the course. */
export function endPartnerFlags(events: Pick<DomainEvents, 'on'>, forkEm: () => EntityManager): void {
  events.on('enrollment-removed', ({ userId, courseId }) => removePartnerFlag(forkEm(), userId, courseId));
}
