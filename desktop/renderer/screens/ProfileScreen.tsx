import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { VIEWS_AS, type ProfileView, type ViewAs } from '#shared/api/users.ts';
import { VisibilityFields } from '../features/preferences/components/VisibilityFields.tsx';
import { profileQuery } from '../features/users/api/queries.ts';
import { InCommon } from '../features/users/components/InCommon.tsx';
import { FirstSteps } from '../features/users/components/FirstSteps.tsx';
import { ImageDialog } from '../features/users/components/ImageDialog.tsx';
import { ProfileEditor } from '../features/users/components/ProfileEditor.tsx';
import { ProfileHeader } from '../features/users/components/ProfileHeader.tsx';
import { ViewAsBar } from '../features/users/components/ViewAsBar.tsx';
import { ApiError } from '../lib/http/errors.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { useCountView } from '../lib/use-count-view.ts';
import { invalidate } from '../lib/http/query-client.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { OthersActions, OwnActions } from './profile/ProfileActions.tsx';
import { ProfileTabs } from './profile/ProfileTabs.tsx';

type Window = 'editor' | 'visibility' | 'profile' | 'cover';

/**
 * /profile and /profile/{id}; `id` is null for the user's own profile, which `?as=` shows as others see it; `user` is
 * the signed-in user.
 */
export function ProfileScreen({ id, user }: { id: string | null; user: CurrentUser }) {
  const [params] = useSearchParams();
  const as = id === null ? VIEWS_AS.find((audience) => audience === params.get('as')) : undefined;
  const query = useQuery(profileQuery(id, as));
  const { data: profile, error } = query;
  usePageTitle(profile?.fullName ?? 'Profile');
  if (profile === undefined) {
    return (
      <PageColumns>
        {error instanceof ApiError && error.status === 404 ? (
          <NoProfile />
        ) : (
          <>
            {error && <PageHeader title="Profile" />}
            <QueryState query={query} skeleton={<ProfileSkeleton />} />
          </>
        )}
      </PageColumns>
    );
  }
  return <Profile key={profile.id} user={user} profile={profile} as={as} />;
}

function Profile({ user, profile, as }: { user: CurrentUser; profile: ProfileView; as: ViewAs | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const [open, setOpen] = useState<Window | null>(null);
  const onClose = (): void => setOpen(null);
  const { isSelf } = profile.viewer;
  useCountView('profile', isSelf ? null : profile.id);
  const viewAs = (audience: ViewAs | null): void =>
    setParams(audience === null ? {} : { as: audience }, { replace: as !== undefined });
  const onEdit = (): void => setOpen('editor');
  let actions: ReactNode = null;
  if (isSelf)
    actions = (
      <OwnActions onEdit={onEdit} onVisibility={() => setOpen('visibility')} onViewAs={() => viewAs('everyone')} />
    );
  else if (as === undefined)
    actions = (
      <OthersActions
        profile={profile}
        onBlocked={() => void navigate('/connections/all', { replace: true })}
        onChange={() => void invalidate(client, ['users'])}
      />
    );
  const aside = isSelf ? (
    <FirstSteps profile={profile} onPhoto={() => setOpen('profile')} onEdit={onEdit} />
  ) : (
    as === undefined && <InCommon user={profile} mutualCount={profile.viewer.mutualCount} />
  );
  return (
    <PageColumns aside={aside} asideLabel={isSelf ? 'Your profile' : 'How you know each other'}>
      {as !== undefined && <ViewAsBar as={as} onChange={viewAs} onEnd={() => viewAs(null)} />}
      <ProfileHeader profile={profile} actions={actions} onImage={isSelf ? setOpen : undefined} />
      <div className="mt-5">
        <ProfileTabs user={user} profile={profile} onEdit={onEdit} />
      </div>
      {open === 'editor' && <ProfileEditor profile={profile} onClose={onClose} />}
      {(open === 'profile' || open === 'cover') && <ImageDialog kind={open} profile={profile} onClose={onClose} />}
      {open === 'visibility' && (
        <Dialog
          onClose={onClose}
          title="Who sees what"
          description="Changes take effect at once. “View as” shows your profile as others see it."
        >
          <VisibilityFields />
        </Dialog>
      )}
    </PageColumns>
  );
}

function NoProfile() {
  return (
    <>
      <PageHeader title="Profile" />
      <Card isFlush>
        <EmptyState
          icon={<UserRoundX />}
          title="This profile is unavailable"
          text="The member has left, or you can't see their profile."
          action={<ButtonLink to="/home">Go to Home</ButtonLink>}
        />
      </Card>
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
