import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { profileQuery } from '../api/queries.ts';
import { ImageDialog } from './ImageDialog.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';

/** Shows name, photo and biography of a creator, who has no profile page, and the dialogs that change them. */
export function CreatorProfile() {
  const query = useQuery(profileQuery(null));
  const [open, setOpen] = useState<'profile' | 'photo'>();
  const { data: profile } = query;
  if (profile === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-24 w-full" />} />;
  const close = (): void => setOpen(undefined);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Avatar id={profile.id} name={profile.fullName} src={profile.profileImage} />
      <div className="min-w-0 flex-1 basis-52">
        <Name className="font-semibold wrap-anywhere">{profile.fullName}</Name>
        <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere text-text-muted">
          {profile.bio || 'No biography yet.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen('photo')}>
          Change photo
        </Button>
        <Button size="sm" onClick={() => setOpen('profile')}>
          Edit profile
        </Button>
      </div>
      {open === 'profile' && <ProfileEditor profile={profile} onClose={close} />}
      {open === 'photo' && <ImageDialog kind="profile" profile={profile} onClose={close} />}
    </div>
  );
}
