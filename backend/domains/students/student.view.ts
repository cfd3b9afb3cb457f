import type { Relation, UserCard } from '#shared/api/users.ts';
import type { CourseName, PartnerFlag, StudentView } from '#shared/api/students.ts';
import type { Timestamp } from '../../db/read.ts';
import { mutualsOf } from '../connections/connection.view.ts';

/** Maximum shared courses shown for a student. */
const SHARED_SHOWN = 3;

/** The current day in UTC; flags that ended before it are not shown. */
export const TODAY = `(now() at time zone 'utc')::date`;

const flagsOf = (
  user: string,
) => `(select coalesce(json_agg(json_build_object('course', json_build_object('id', fc.id, 'title', fc.title), 'until',
  to_char(f.until, 'YYYY-MM-DD')) order by f.until, fc.title), '[]')
  from study_partner_flags f join courses fc on fc.id = f.course_id and fc.status = 'published'
    where f.user_id = ${user} and f.until >= ${TODAY})`;

const sharedWith = (
  user: string,
) => `(select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title) order by s.title, s.id), '[]') from (
    select sc.id, sc.title from enrollments se join courses sc on sc.id = se.course_id and sc.status = 'published'
    where se.user_id = ${user} and (sc.user_id = $1 or exists (select 1 from enrollments own where own.user_id = $1
      and own.course_id = sc.id))
    order by sc.title, sc.id limit ${SHARED_SHOWN}) s)`;

/**
 * Columns of a {@link StudentRow} in addition to the listing's own, for a row `k` with `user_id` and the viewer $1;
 * requires the CTE `mine`.
 */
export const STUDENT_EXTRAS = `case when k.has_mutuals then ${mutualsOf('k.user_id')} else 0 end as mutual_count,
  case when k.has_courses then ${sharedWith('k.user_id')} else '[]' end as shared_courses,
    ${flagsOf('k.user_id')} as partner_flags`;

/** SQL for the current study partner flags of a user. */
export const PARTNER_FLAGS_OF = flagsOf;

/** A row of the directory's statements. */
export interface StudentRow {
  user_id: string;
  name: string;
  username: string;
  institution: string | null;
  field: string | null;
  year: number | null;
  bio: string | null;
  profile_image: string | null;
  created_at: Timestamp;
  connection_id: string | null;
  state: Relation['state'];
  mutual_count: number;
  shared_courses: CourseName[];
  partner_flags: PartnerFlag[];
}

/** Converts a row to a view, which contains only consented values. */
export function toStudentView(row: StudentRow): StudentView {
  const user: UserCard = {
    id: row.user_id,
    fullName: row.name,
    username: row.username,
    role: 'student',
    position: null,
    institution: row.institution,
    profileImage: row.profile_image,
  };
  return {
    user,
    field: row.field,
    year: row.year,
    bio: row.bio,
    mutualCount: row.mutual_count,
    sharedCourses: row.shared_courses,
    partnerFlags: row.partner_flags,
    relation: { state: row.state, connectionId: row.connection_id },
  };
}
