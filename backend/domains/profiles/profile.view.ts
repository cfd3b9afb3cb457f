import type { EducationItem, ExperienceItem, ProfileView, ProfileViewer, Relation, ViewAs } from '#shared/api/users.ts';
import type { ProfileField } from '#shared/api/privacy.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { mayCall } from '../calls/call.access.ts';
import { mutualsOf, VISIBLE_CONNECTIONS, visibleConnectionsOf } from '../connections/connection.view.ts';
import { mayWrite } from '../messages/message.access.ts';
import { visiblePostCountOf } from '../posts/post.view.ts';
import { loadClaims } from '../verifications/verification.view.ts';
import { assertVisible, type VisibleProfile } from './profile.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** $1 is the viewer, $2 the user; the caller has checked access with {@link assertVisible}. */
const PROFILE = {
  name: 'profile',
  text: `with mine as materialized (${VISIBLE_CONNECTIONS})
    select ${USER_CARD_COLUMNS}, u.position, u.institution, u.bio, u.profile_image_alt, u.cover_image,
      u.cover_image_alt,
      u.education_data, u.experience_data, u.created_at, u.updated_at,
      (select count(*)::int from (${visibleConnectionsOf('u.id')}) c) as connection_count,
      ${visiblePostCountOf('u.id')} as post_count,
      case when u.id = $1 then (select count(*)::int from courses c where c.user_id = u.id)
        else (select count(*)::int from courses c where c.user_id = u.id and c.status = 'published')
        end as course_count,
      (select count(distinct v.user_id)::int from verifications v join users o on o.id = v.user_id
        and o.deactivated_at is null
        where v.institution_id = u.id and v.status = 'confirmed'
          and o.id not in (${HIDDEN_FROM_VIEWER})) as people_count,
      case when u.id = $1 then 0 else ${mutualsOf('u.id')} end as mutual_count,
      c.id as connection_id, c.status as connection_status, c.user_id as requester_id
    from users u
    left join connections c on least(c.user_id, c.connected_user_id) = least($1::uuid, u.id)
      and greatest(c.user_id, c.connected_user_id) = greatest($1::uuid, u.id) and c.status <> 'rejected'
    where u.id = $2`,
};

interface ProfileRow extends UserCardRow {
  position: string | null;
  institution: string | null;
  bio: string | null;
  profile_image_alt: string | null;
  cover_image: string | null;
  cover_image_alt: string | null;
  education_data: EducationItem[];
  experience_data: ExperienceItem[];
  created_at: Timestamp;
  updated_at: Timestamp;
  connection_count: number;
  post_count: number;
  course_count: number;
  people_count: number;
  mutual_count: number;
  connection_id: string | null;
  connection_status: 'pending' | 'accepted' | null;
  requester_id: string | null;
}

/** Loads a profile; `as` previews the own one as others see it. @throws AppError NOT_FOUND as {@link assertVisible}. */
export async function loadProfileView(
  reader: Reader,
  userId: string,
  { viewerId, as }: { viewerId: string; as?: ViewAs | undefined },
): Promise<ProfileView> {
  const visible = await assertVisible(reader, userId, { viewerId, as });
  const [row] = await read<ProfileRow>(reader, PROFILE, [viewerId, userId]);
  if (!row) throw notFound('This member');
  const open = new Set<ProfileField>(visible.sees);
  const educationData = open.has('educationData') ? row.education_data : [];
  const experienceData = open.has('experienceData') ? row.experience_data : [];
  const { isSelf } = visible.relationship;
  return {
    ...toUserCard(row),
    position: open.has('position') ? row.position : null,
    institution: open.has('institution') ? row.institution : null,
    profileImageAlt: row.profile_image_alt,
    bio: open.has('bio') ? row.bio : null,
    coverImage: row.cover_image,
    coverImageAlt: row.cover_image_alt,
    educationData,
    experienceData,
    claims: await loadClaims(reader, userId, {
      entryIds: [...educationData, ...experienceData].flatMap(({ id }) => id ?? []),
      viewerId,
      isOwn: isSelf,
    }),
    officeHours: visible.role === 'teacher' && visible.privacy.officeHours.isOn ? visible.privacy.officeHours : null,
    createdAt: isoOf(row.created_at),
    version: isoOf(row.updated_at),
    counts: {
      connections: open.has('connections') ? row.connection_count : null,
      posts: row.post_count,
      courses: row.course_count,
      people: visible.role === 'institution' ? row.people_count : null,
    },
    viewer: {
      ...viewerOf(row, visible, viewerId),
      canMessage: row.author_id !== viewerId && (await mayWrite(reader, viewerId, userId)),
      canCall: await mayCall(reader, viewerId, userId),
    },
  };
}

function viewerOf(
  row: ProfileRow,
  { relationship, privacy, sees, role }: VisibleProfile,
  viewerId: string,
): Omit<ProfileViewer, 'canMessage' | 'canCall'> {
  const isOwnPage = row.author_id === viewerId;
  const { isSelf, isConnected } = relationship;
  const mutualCount = isOwnPage ? 0 : row.mutual_count;
  const reaches = (reach: 'everyone' | 'connections' | 'none', isClose: boolean) =>
    !isOwnPage && (reach === 'everyone' || (reach === 'connections' && isClose));
  return {
    isSelf,
    relation: isOwnPage ? { state: isConnected ? 'accepted' : 'none', connectionId: null } : relationOf(row, viewerId),
    mutualCount: privacy.fieldVisibility.connections === 'me' ? 0 : mutualCount,
    sees,
    canConnect: role !== 'creator' && reaches(privacy.whoCanConnect, mutualCount > 0),
  };
}

function relationOf(
  { connection_id: connectionId, connection_status: status, requester_id: requesterId }: ProfileRow,
  viewerId: string,
): Relation {
  if (connectionId === null || status === null) return { state: 'none', connectionId: null };
  if (status === 'accepted') return { state: 'accepted', connectionId };
  return { state: requesterId === viewerId ? 'sent' : 'received', connectionId };
}
