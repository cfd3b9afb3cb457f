import { useQuery } from '@tanstack/react-query';
import { Ban, Ellipsis, PenLine, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ProfileView } from '#shared/api/users.ts';
import { MutualPeople } from '../features/connections/components/MutualPeople.tsx';
import { RelationActions } from '../features/connections/components/RelationActions.tsx';
import { profileQuery } from '../features/users/api/queries.ts';
import { BlockDialog } from '../features/users/components/BlockDialog.tsx';
import { ProfileAbout } from '../features/users/components/ProfileAbout.tsx';
import { ProfileEditor } from '../features/users/components/ProfileEditor.tsx';
import { ProfileHeader } from '../features/users/components/ProfileHeader.tsx';
import { ApiError } from '../lib/errors.ts';
import { describeFailure } from '../lib/failure.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** /profile and /profile/{id}; `id` is null for the member's own. */
export function ProfileScreen({ id }: { id: string | null }) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(id));
  usePageTitle(profile?.fullName ?? 'Profile');
  if (profile === undefined) {
    return (
      <PageColumns>
        {error === null ? <ProfileSkeleton /> : <NoProfile error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      </PageColumns>
    );
  }
  return <Profile key={profile.id} profile={profile} onChange={() => void refetch()} />;
}

function Profile({ profile, onChange }: { profile: ProfileView; onChange: () => void }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'editor' | 'block' | null>(null);
  const { isSelf, relation, mutualCount } = profile.viewer;
  const edit = (
    <Button onClick={() => setOpen('editor')}>
      <PenLine aria-hidden="true" className="size-4" />
      Edit profile
    </Button>
  );
  const actions = (
    <>
      <RelationActions user={profile} relation={relation} onChange={onChange} />
      <Menu trigger={<IconButton label={`More about ${profile.fullName}`} icon={<Ellipsis aria-hidden="true" className="size-4" />} />}>
        <MenuItem icon={<Ban />} isDanger onSelect={() => setOpen('block')}>
          Block
        </MenuItem>
      </Menu>
    </>
  );
  const hasAside = !isSelf && mutualCount > 0;
  return (
    <PageColumns {...(hasAside && { aside: <MutualPeople userId={profile.id} count={mutualCount} />, asideLabel: 'How you know each other' })}>
      <ProfileHeader profile={profile} actions={isSelf ? edit : actions} />
      <div className="mt-4">
        <ProfileAbout profile={profile} start={edit} />
      </div>
      {open === 'editor' && <ProfileEditor profile={profile} onClose={() => setOpen(null)} />}
      {open === 'block' && <BlockDialog user={profile} onClose={() => setOpen(null)} onBlocked={() => void navigate('/connections/all', { replace: true })} />}
    </PageColumns>
  );
}

function NoProfile({ error, isFetching, onRetry }: { error: Error; isFetching: boolean; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader title="Profile" />
      {isMissing ? (
        <Card isFlush>
          <EmptyState
            icon={<UserRoundX />}
            title="Nobody is shown here"
            text="This person has left, or their page is not open to you."
            action={
              <Link to="/home" className={buttonClasses('secondary')}>
                Go to Home
              </Link>
            }
          />
        </Card>
      ) : (
        <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={onRetry} />
      )}
    </>
  );
}

function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Profile</h1>
      <Card isFlush aria-busy="true" className="overflow-hidden">
        <Skeleton className="h-24 w-full rounded-none" />
        <div className="space-y-3 p-6">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      </Card>
    </>
  );
}
