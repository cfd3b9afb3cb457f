import { Eye, Link2, PenLine, SlidersHorizontal } from 'lucide-react';
import type { ProfileView } from '#shared/api/users.ts';
import { CallButtons } from '../../features/calls/components/CallButtons.tsx';
import { RelationActions } from '../../features/connections/components/RelationActions.tsx';
import { ModerationItems } from '../../features/users/components/ModerationItems.tsx';
import { copyLink } from '../../lib/page/copy-link.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { MenuItem } from '../../ui/Menu.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';

interface OwnActionsProps {
  onEdit: () => void;
  onVisibility: () => void;
  onViewAs: () => void;
}

/** The actions on the user's own profile. */
export function OwnActions({ onEdit, onVisibility, onViewAs }: OwnActionsProps) {
  return (
    <>
      <Button onClick={onEdit}>
        <PenLine className="size-4" />
        Edit profile
      </Button>
      <MoreMenu label="Page options" variant="secondary" size="md">
        <MenuItem icon={<Eye />} onSelect={onViewAs}>
          View as
        </MenuItem>
        <MenuItem icon={<SlidersHorizontal />} onSelect={onVisibility}>
          Who sees what
        </MenuItem>
      </MoreMenu>
    </>
  );
}

interface OthersActionsProps {
  profile: ProfileView;
  /** Called after a block, which hides the profile. */
  onBlocked: () => void;
  /** Called after a change of the relationship, to refetch the profile. */
  onChange: () => void;
}

/** The actions on another user's profile that its privacy settings allow. */
export function OthersActions({ profile, onBlocked, onChange }: OthersActionsProps) {
  const { relation, canConnect, canMessage, canCall } = profile.viewer;
  return (
    <>
      {(canConnect || relation.state !== 'none') && (
        <RelationActions user={profile} relation={relation} onChange={onChange} />
      )}
      {canMessage && relation.state !== 'accepted' && <ButtonLink to={`/chat?with=${profile.id}`}>Message</ButtonLink>}
      {canCall && <CallButtons user={profile} size="md" />}
      <MoreMenu label={`More about ${profile.fullName}`}>
        <MenuItem icon={<Link2 />} onSelect={() => void copyLink(`/profile/${profile.id}`)}>
          Copy link
        </MenuItem>
        <ModerationItems target={{ type: 'user', id: profile.id, author: profile }} onBlocked={onBlocked} />
      </MoreMenu>
    </>
  );
}
