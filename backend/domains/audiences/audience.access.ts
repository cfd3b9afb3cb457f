import type { EntityManager } from '@mikro-orm/postgresql';
import type { AudienceInput, AudienceType } from '#shared/api/audiences.ts';
import { read, type Reader } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { assertMember, type Identity } from '../../http/identity.ts';
import { loadEntitledCourse } from '../courses/course.access.ts';
import { CLASS_MEMBERS, isCourseAuthor, learnsFrom } from '../courses/course.view.ts';
import { isApprovedInstitution } from '../users/user.view.ts';
import { INSTITUTION_MEMBERS } from '../verifications/verification.view.ts';
import { blockedEitherWay, connectedTo, connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Selects who (`user_id`) belongs to which group (`group_id`), an institution or a class; a user can occur twice. */
const GROUP_MEMBERS = `${INSTITUTION_MEMBERS} union all ${CLASS_MEMBERS}`;

/**
 * Selects the ids (`group_id`) of the groups of the user that an SQL expression names, once each, from the table of
 * sources that triggers keep equal to {@link GROUP_MEMBERS}.
 */
export const groupsOf = (user: string) =>
  `select fs.source_id as group_id from feed_sources fs where fs.user_id = ${user} and fs.is_group`;

/** Selects the connections (`id`) and groups (`id` with `is_group`) of the user that an SQL expression names. */
export const sourcesOf = (user: string) =>
  `select fs.source_id as id, fs.is_group from feed_sources fs where fs.user_id = ${user}`;

/** Selects the ids (`id`) of the connections of the user that an SQL expression names, from the table of sources. */
export const connectionSourcesOf = (user: string) =>
  `select fs.source_id as id from feed_sources fs where fs.user_id = ${user} and not fs.is_group`;

/** Tests whether two users, each named by an SQL expression, are in one class or confirmed institution; never null. */
export const isInSameGroup = (user: string, other: string) =>
  `exists (select 1 from (${GROUP_MEMBERS}) ga join (${GROUP_MEMBERS}) gb on gb.group_id = ga.group_id
    where ga.user_id = ${user} and gb.user_id = ${other})`;

const isInClass = (course: string, user: string) =>
  `exists (select 1 from (${CLASS_MEMBERS}) im where im.group_id = ${course} and im.user_id = ${user})`;

/** Tests whether two users, each named by an SQL expression, are confirmed by one institution; never null. */
export const isInOneInstitution = (user: string, other: string) =>
  `exists (select 1 from (${INSTITUTION_MEMBERS}) ia join (${INSTITUTION_MEMBERS}) ib on ib.group_id = ia.group_id
    where ia.user_id = ${user} and ib.user_id = ${other})`;

/**
 * Tests whether two users, each named by an SQL expression, have something in common for a text: they are in one
 * confirmed institution, one is the author of an item that the other learns, or both are in the class `course` to which
 * the text is addressed (null for no class). A class counts for no other text, since anyone may join one; never null.
 */
export const isRelated = (user: string, other: string, course: string) =>
  `(${isInOneInstitution(user, other)}
    or ${learnsFrom(user, other)} or ${learnsFrom(other, user)}
    or (${isInClass(course, user)} and ${isInClass(course, other)}))`;

/** Tests whether a viewer, named by an SQL expression, is a creator. */
export const isCreator = (viewer: string) => `(select cr.role = 'creator' from users cr where cr.id = ${viewer})`;

/**
 * Tests whether a viewer, named by an SQL expression, is in the audience of a row `record` with the columns audience,
 * audience_id and user_id. This is the only rule: {@link listReaders} is its reverse. The author of a post to a class
 * must still be in the class. A creator is in the classes of their own items alone. It does not test blocks and closed
 * accounts.
 */
export const isInAudience = (record: string, viewer = '$1') => `case
    when ${isCreator(viewer)} then ${isCourseAuthor(`${record}.audience_id`, viewer)}
    when ${record}.audience = 'everyone' then true
    when ${record}.audience = 'connections' then ${record}.user_id = ${viewer}
      or ${connectedWith(`${record}.user_id`, viewer)}
    else (${record}.audience = 'institution' and ${record}.user_id = ${viewer})
      or ${record}.audience_id in (select am.group_id from (${GROUP_MEMBERS}) am where am.user_id = ${viewer}) end`;

/** The audience of a stored record and its author. */
export interface StoredAudience {
  audience: AudienceType;
  audienceId: string | null;
  userId: string;
}

const READERS = {
  name: 'audience-readers',
  text: `select u.id from (
      select cn.id from (${connectedTo('$3::uuid')}) cn where $1 = 'connections'
      union select $3::uuid where $1 in ('connections', 'institution')
      union select am.user_id from (${GROUP_MEMBERS}) am where am.group_id = $2::uuid
    ) r join users u on u.id = r.id and u.deactivated_at is null
      and (u.role <> 'creator' or ${isCourseAuthor('$2::uuid', 'u.id')})
    where u.id <> all(${blockedEitherWay('$3::uuid')})`,
};

/**
 * Lists the ids of the members who can see a record with an audience, its author included, without those whom a block
 * separates from the author; null when everyone can.
 */
export async function listReaders(
  reader: Reader,
  { audience, audienceId, userId }: StoredAudience,
): Promise<string[] | null> {
  if (audience === 'everyone') return null;
  const rows = await read<{ id: string }>(reader, READERS, [audience, audienceId, userId]);
  return rows.map(({ id }) => id);
}

const IN_CLASS = {
  name: 'audience-in-class',
  text: `select 1 from (${CLASS_MEMBERS}) am where am.user_id = $1 and am.group_id = $2
      and (${isCreator('$1')} is not true or ${isCourseAuthor('$2', '$1')}) limit 1`,
};

/** Checks that the viewer is in the class of an item, a creator as its author. @throws AppError NOT_FOUND. */
export async function assertInClass(reader: Reader, courseId: string, viewerId: string): Promise<void> {
  if ((await read(reader, IN_CLASS, [viewerId, courseId])).length === 0) throw notFound('This item');
}

/** An institution that the viewer can see, and whether the viewer writes to its members: itself, confirmed teachers. */
const INSTITUTION = {
  name: 'audience-institution',
  text: `select i.id = $1 or exists (select 1 from (${INSTITUTION_MEMBERS}) am join users t on t.id = am.user_id
        and t.role = 'teacher' where am.user_id = $1 and am.group_id = i.id) as is_allowed
    from users i where i.id = $2 and ${isApprovedInstitution('i')} and i.id not in (${HIDDEN_FROM_VIEWER})`,
};

/** The columns of a new record that store its audience. */
export interface AudienceColumns {
  audience: AudienceType;
  courseId: string | null;
  institutionId: string | null;
}

/**
 * Checks that a user may offer something to an audience, and returns its columns. `right` is `write` for a post, which
 * the learners of an item may address to their class too, and `lead` for an event and an announcement. Creators have
 * both rights for the classes of their own items alone.
 *
 * @throws AppError NOT_FOUND for an institution or item that the user cannot see, NOT_ALLOWED for another's
 *   institution, NOT_ENTITLED for an item that the user has not joined, NOT_OWNER for another's item without the right
 *   to lead, ROLE_FORBIDDEN for a creator and another audience.
 */
export async function toAudienceColumns(
  tx: EntityManager,
  { id: userId, role }: Pick<Identity, 'id' | 'role'>,
  { input, right }: { input: AudienceInput | undefined; right: 'write' | 'lead' },
): Promise<AudienceColumns> {
  const { type: audience, id = '' } = input ?? { type: 'everyone' };
  if (audience !== 'course') assertMember({ role });
  if (audience === 'institution') {
    const [institution] = await read<{ is_allowed: boolean }>(tx, INSTITUTION, [userId, id]);
    if (!institution) throw notFound('This institution');
    if (!institution.is_allowed)
      throw new AppError('NOT_ALLOWED', 'Only an institution and its confirmed teachers can write to its members');
    return { audience, courseId: null, institutionId: id };
  }
  if (audience === 'course') {
    const course = await loadEntitledCourse(tx, id, userId);
    if (course.user_id === userId) return { audience, courseId: id, institutionId: null };
    assertMember({ role });
    if (right === 'lead') throw new AppError('NOT_OWNER', 'Only the author of the item can offer this to its learners');
    return { audience, courseId: id, institutionId: null };
  }
  return { audience, courseId: null, institutionId: null };
}
