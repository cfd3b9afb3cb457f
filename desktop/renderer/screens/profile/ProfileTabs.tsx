import { Lock, Newspaper, PenLine, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { ProfileView } from '#shared/api/users.ts';
import { UserCourses } from '../../features/courses/components/UserCourses.tsx';
import { UserEvents } from '../../features/events/components/UserEvents.tsx';
import { AuthorPosts } from '../../features/posts/components/AuthorPosts.tsx';
import { UserList } from '../../features/users/components/UserList.tsx';
import { ProfileAbout } from '../../features/users/components/ProfileAbout.tsx';
import { ClaimQueue } from '../../features/verifications/components/ClaimQueue.tsx';
import { EntryClaimStatus } from '../../features/verifications/components/EntryClaimStatus.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Name } from '../../ui/Name.tsx';
import { Tabs, type TabItem } from '../../ui/Tabs.tsx';
import { usePostComments } from '../use-post-comments.tsx';
import { drawAttachment } from '../post-attachment.tsx';

type TabName = 'about' | 'posts' | 'courses' | 'events' | 'connections' | 'people' | 'confirm';

interface ProfileTabsProps {
  /** The signed-in user. */
  user: CurrentUser;
  profile: ProfileView;
  onEdit: () => void;
}

/**
 * The parts of a profile as tabs; `?tab=` is the open one. An institution has its confirmed members, and on its own
 * profile the entries to confirm.
 */
export function ProfileTabs(props: ProfileTabsProps) {
  const [params, setParams] = useSearchParams();
  const items = useItems(props);
  const value = items.find((item) => item.value === params.get('tab'))?.value ?? 'about';
  const onChange = (tab: TabName): void => {
    const next = new URLSearchParams(params);
    if (tab === 'about') next.delete('tab');
    else next.set('tab', tab);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return <Tabs label="Parts of the profile" value={value} onChange={onChange} items={items} />;
}

function useItems({ user, profile, onEdit }: ProfileTabsProps): TabItem<TabName>[] {
  const comments = usePostComments(user);
  const { isSelf, sees } = profile.viewer;
  const isInstitution = profile.role === 'institution' && !profile.isAwaitingApproval;
  const edit = (
    <Button onClick={onEdit}>
      <PenLine className="size-4" />
      Edit profile
    </Button>
  );
  const people: TabItem<TabName>[] = isInstitution
    ? [
        {
          value: 'people',
          label: 'People',
          content: (
            <UserList
              userId={profile.id}
              list="people"
              label="Confirmed people"
              empty={
                <EmptyState
                  icon={<UsersRound />}
                  title="No confirmed members yet"
                  text="Members whose education or work here is confirmed appear here, if they share it with you."
                />
              }
            />
          ),
        },
      ]
    : [];
  const queue: TabItem<TabName>[] =
    isInstitution && isSelf ? [{ value: 'confirm', label: 'To confirm', content: <ClaimQueue /> }] : [];
  return [
    {
      value: 'about',
      label: 'About',
      content: (
        <ProfileAbout
          profile={profile}
          start={edit}
          claim={(entry) => (
            <EntryClaimStatus
              entry={entry}
              isOwn={isSelf}
              claim={profile.claims.find(({ entryId }) => entryId === entry.id)}
            />
          )}
        />
      ),
    },
    ...people,
    ...queue,
    {
      value: 'posts',
      label: 'Posts',
      content: (
        <AuthorPosts
          authorId={profile.id}
          comments={comments}
          attachment={drawAttachment}
          empty={<NoPosts profile={profile} />}
        />
      ),
    },
    {
      value: 'courses',
      label: 'Courses',
      content: <UserCourses user={profile} isSelf={isSelf} isOpen={sees.includes('learning')} />,
    },
    {
      value: 'events',
      label: 'Events',
      content: <UserEvents user={profile} isSelf={isSelf} isOpen={sees.includes('events')} />,
    },
    { value: 'connections', label: 'Connections', content: <Connections profile={profile} /> },
  ];
}

function NoPosts({ profile }: { profile: ProfileView }) {
  const text: ReactNode = profile.viewer.isSelf ? (
    'What you post at Home is listed here.'
  ) : (
    <>
      <Name>{profile.fullName}</Name> <span>has not posted anything.</span>
    </>
  );
  return <EmptyState icon={<Newspaper />} title="No posts yet" text={text} />;
}

function Connections({ profile }: { profile: ProfileView }) {
  if (profile.counts.connections === null) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<Lock />}
          title="Not shown"
          text={
            <>
              <Name>{profile.fullName}</Name> <span>does not share this list with you.</span>
            </>
          }
        />
      </Card>
    );
  }
  return (
    <UserList
      userId={profile.id}
      list="connections"
      label="Connections"
      empty={<EmptyState icon={<UsersRound />} title="No connections yet" text="Connections appear here." />}
    />
  );
}
