import type { Role } from '#shared/api/endpoint.ts';
import { PROFILE_FIELDS, type Audience, type PrivacyView, type ProfileField } from '#shared/api/privacy.ts';
import type { ViewAs } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { loadPrivacy } from '../preferences/privacy.service.ts';
import { HIDDEN_FROM_VIEWER } from './user.view.ts';

/** How a viewer stands to the person whose page is looked at. */
export interface Standing {
  isSelf: boolean;
  isConnected: boolean;
  /** Both places at one institution are confirmed, or one of the two is the institution that has confirmed the other. */
  isColleague: boolean;
}

/** A person who may be looked at, and which parts are open. */
export interface Seen {
  role: Role;
  standing: Standing;
  privacy: PrivacyView;
  sees: ProfileField[];
}

/** $1 looks at $2: everyone at themself, members at everyone who is no creator, is there and is not hidden. */
const STANDING = {
  name: 'profile-standing',
  text: `select u.role, u.id = $1 as is_self,
      exists (select 1 from connections c where c.status = 'accepted' and least(c.user_id, c.connected_user_id) = least($1::uuid, u.id)
        and greatest(c.user_id, c.connected_user_id) = greatest($1::uuid, u.id)) as is_connected,
      exists (select 1 from verifications v where v.status = 'confirmed'
        and ((v.user_id = u.id and v.institution_id = $1) or (v.user_id = $1 and v.institution_id = u.id)))
      or exists (select 1 from verifications a join verifications b on b.institution_id = a.institution_id and b.status = 'confirmed'
        where a.user_id = u.id and a.status = 'confirmed' and b.user_id = $1) as is_colleague
    from users u
    where u.id = $2 and u.deactivated_at is null and (u.role <> 'creator' or u.id = $1) and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

const AS: Record<ViewAs, Standing> = {
  everyone: { isSelf: false, isConnected: false, isColleague: false },
  connections: { isSelf: false, isConnected: true, isColleague: false },
  institution: { isSelf: false, isConnected: false, isColleague: true },
};

function isOpen(audience: Audience, { isSelf, isConnected, isColleague }: Standing): boolean {
  if (isSelf || audience === 'everyone') return true;
  return (audience === 'connections' && isConnected) || (audience === 'institution' && isColleague);
}

/**
 * Checks that a viewer may look at a person and answers which parts are open; `as` looks at oneself through other eyes.
 *
 * @throws AppError NOT_FOUND for nobody, a creator other than the viewer, and whoever is hidden.
 */
export async function checkSeen(
  reader: Reader,
  userId: string,
  { viewerId, as }: { viewerId: string; as?: ViewAs | undefined },
): Promise<Seen> {
  const [row] = await read<{ role: Role; is_self: boolean; is_connected: boolean; is_colleague: boolean }>(
    reader,
    STANDING,
    [viewerId, userId],
  );
  if (!row) throw notFound('This person');
  const privacy = await loadPrivacy(reader, userId);
  const own: Standing = { isSelf: row.is_self, isConnected: row.is_connected, isColleague: row.is_colleague };
  const standing = row.is_self && as !== undefined ? AS[as] : own;
  return {
    role: row.role,
    standing,
    privacy,
    sees: PROFILE_FIELDS.filter((field) => isOpen(privacy.fieldVisibility[field], standing)),
  };
}
