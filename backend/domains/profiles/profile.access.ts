import type { Role } from '#shared/api/endpoint.ts';
import { isColleague } from '../verifications/verification.view.ts';
import { PROFILE_FIELDS, type Audience, type PrivacyView, type ProfileField } from '#shared/api/privacy.ts';
import type { ViewAs } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { actingAs } from '../../http/identity.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';
import { connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** The relationship of a viewer to the user whose profile is requested. */
interface Relationship {
  isSelf: boolean;
  isConnected: boolean;
  /** True when one institution confirmed an entry of both users, or one user is that institution. */
  isColleague: boolean;
}

/** A profile that the viewer may open, and which of its fields are visible. */
export interface VisibleProfile {
  role: Role;
  relationship: Relationship;
  privacy: PrivacyView;
  sees: ProfileField[];
}

interface RelationshipRow {
  role: Role;
  isAwaitingApproval: boolean;
  is_self: boolean;
  is_connected: boolean;
  is_colleague: boolean;
}

/** $1 is the viewer, $2 the user. Users see themselves; others must be active, no creator and not hidden. */
const RELATIONSHIP = {
  name: 'profile-relationship',
  text: `select u.role, u.is_awaiting_approval as "isAwaitingApproval", u.id = $1 as is_self,
      ${connectedWith('$1::uuid', 'u.id')} as is_connected,
      ${isColleague('u.id', '$1')} as is_colleague
    from users u
    where u.id = $2 and u.deactivated_at is null and (u.role <> 'creator' or u.id = $1)
      and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

const AS: Record<ViewAs, Relationship> = {
  everyone: { isSelf: false, isConnected: false, isColleague: false },
  connections: { isSelf: false, isConnected: true, isColleague: false },
  institution: { isSelf: false, isConnected: false, isColleague: true },
};

function isOpen(audience: Audience, { isSelf, isConnected, isColleague }: Relationship): boolean {
  if (isSelf || audience === 'everyone') return true;
  return (audience === 'connections' && isConnected) || (audience === 'institution' && isColleague);
}

/**
 * Checks that a viewer may open a profile. Returns its visible fields; `as` previews the viewer's own profile as others
 * see it.
 *
 * @throws AppError NOT_FOUND for an unknown or hidden user, and for a creator other than the viewer.
 */
export async function assertVisible(
  reader: Reader,
  userId: string,
  { viewerId, as }: { viewerId: string; as?: ViewAs | undefined },
): Promise<VisibleProfile> {
  const [row] = await read<RelationshipRow>(reader, RELATIONSHIP, [viewerId, userId]);
  if (!row) throw notFound('This member');
  const privacy = await loadPrivacy(reader, userId);
  const own: Relationship = { isSelf: row.is_self, isConnected: row.is_connected, isColleague: row.is_colleague };
  const relationship = row.is_self && as !== undefined ? AS[as] : own;
  return {
    role: actingAs(row, []).role,
    relationship,
    privacy,
    sees: PROFILE_FIELDS.filter((field) => isOpen(privacy.fieldVisibility[field], relationship)),
  };
}
