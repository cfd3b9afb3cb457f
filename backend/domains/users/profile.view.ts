import type { EducationItem, ExperienceItem, ProfileView, Relation } from '#shared/api/users.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from './user.view.ts';

const connectedTo = (person: string) => `select a.connected_user_id as id from connections a where a.user_id = ${person} and a.status = 'accepted'
  union all select b.user_id from connections b where b.connected_user_id = ${person} and b.status = 'accepted'`;

/** $1 looks at $2: everyone at themself, members at everyone who is no creator, is there and is not hidden. */
const PROFILE = {
  name: 'profile',
  text: `select ${USER_CARD_COLUMNS}, u.bio, u.cover_image, u.education_data, u.experience_data, u.created_at, u.updated_at,
      (select count(*)::int from (${connectedTo('u.id')}) c) as connection_count,
      (select count(*)::int from posts p where p.user_id = u.id) as post_count,
      (select count(*)::int from courses c where c.user_id = u.id) as course_count,
      (select count(*)::int from (${connectedTo('u.id')}) m where m.id in (${connectedTo('$1')})) as mutual_count,
      c.id as connection_id, c.status as connection_status, c.user_id as asked_by
    from users u
    left join connections c on least(c.user_id, c.connected_user_id) = least($1::uuid, u.id)
      and greatest(c.user_id, c.connected_user_id) = greatest($1::uuid, u.id) and c.status <> 'rejected'
    where u.id = $2 and u.deactivated_at is null and (u.role <> 'creator' or u.id = $1) and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

interface ProfileRow extends UserCardRow {
  bio: string | null;
  cover_image: string | null;
  education_data: EducationItem[];
  experience_data: ExperienceItem[];
  created_at: Timestamp;
  updated_at: Timestamp;
  connection_count: number;
  post_count: number;
  course_count: number;
  mutual_count: number;
  connection_id: string | null;
  connection_status: 'pending' | 'accepted' | null;
  asked_by: string | null;
}

/** Loads a person's page as the viewer sees it; null when there is nobody to see. */
export async function loadProfileView(reader: Reader, userId: string, viewerId: string): Promise<ProfileView | null> {
  const [row] = await read<ProfileRow>(reader, PROFILE, [viewerId, userId]);
  if (!row) return null;
  const isSelf = userId === viewerId;
  return {
    ...toUserCard(row),
    bio: row.bio,
    coverImage: row.cover_image,
    educationData: row.education_data,
    experienceData: row.experience_data,
    createdAt: isoOf(row.created_at),
    version: isoOf(row.updated_at),
    counts: { connections: row.connection_count, posts: row.post_count, courses: row.course_count },
    viewer: { isSelf, relation: relationOf(row, viewerId), mutualCount: isSelf ? 0 : row.mutual_count },
  };
}

function relationOf({ connection_id: connectionId, connection_status: status, asked_by: askedBy }: ProfileRow, viewerId: string): Relation {
  if (connectionId === null || status === null) return { state: 'none', connectionId: null };
  if (status === 'accepted') return { state: 'accepted', connectionId };
  return { state: askedBy === viewerId ? 'sent' : 'received', connectionId };
}
